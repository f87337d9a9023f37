import type { Answer, AnswerValue } from '../../protocol/webviewMessages';
import type { Log } from '../../service/ports';
import type { RevisionLog } from './revisionLog';

/** What the view wants to know of what came before; undefined: there is no such thing. */
export type Question = (log: RevisionLog) => Promise<AnswerValue | undefined>;

/** Never rejects. Without a log: the view asks about a session that is not followed. */
export async function answerTo(
  question: Question,
  log: RevisionLog | undefined,
  failures: Log,
): Promise<Answer> {
  try {
    const value = log && (await question(log));
    return value ? { ok: true, value } : { ok: false, error: 'not_found' };
  } catch (error) {
    // Told to the person by the answer; what went wrong is for the log.
    failures.error('An earlier part of the plan could not be read.', error);
    return { ok: false, error: 'unavailable' };
  }
}
