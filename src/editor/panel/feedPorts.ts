import type { StartTimer } from '../../protocol/messageChannel';
import type { BodyOf, SessionMessage } from '../../protocol/webviewMessages';
import type { PlanReader } from '../../service/planReader';
import type { Log } from '../../service/ports';
import type { InWords } from './readProblem';

/** What the view of one session stands on. */
export interface FeedPorts {
  readonly reader: PlanReader;
  readonly post: (message: BodyOf<SessionMessage>) => void;
  readonly startTimer: StartTimer;
  readonly log: Log;
  /** In the language of the person. */
  readonly inWords: InWords;
  /** Why the store does not answer; undefined while it does, as far as is known. */
  readonly storeProblem: () => unknown;
}
