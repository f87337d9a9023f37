import { PlanError } from '../../domain/planError';
import type { Answer, ToHost } from '../../protocol/webviewMessages';
import type { Log } from '../../service/ports';
import type { SessionPlanMode } from '../../service/sessionPlanMode';

type Question = Extract<ToHost, { kind: 'planMode' | 'setPlanMode' }>;

/** Never rejects. */
export async function planModeAnswer(
  mode: SessionPlanMode,
  message: Question,
  log: Log,
): Promise<Answer> {
  const { session } = message;
  try {
    const state = await (message.kind === 'planMode'
      ? mode.planMode(session)
      : mode.setPlanMode(session, message.active));
    return { ok: true, value: { kind: 'planMode', state } };
  } catch (error) {
    if (PlanError.is(error, 'session_not_found')) return { ok: false, error: 'not_found' };
    // The switch says that it failed; what went wrong is for the log.
    log.error('Plan mode could not be read or selected.', error);
    return { ok: false, error: 'unavailable' };
  }
}
