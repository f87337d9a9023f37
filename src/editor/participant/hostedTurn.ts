import { PlanError } from '../../domain/planError';
import { inBackground } from '../../service/backgroundTimer';
import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { EndTurn } from '../../service/sessionCommand';

/** A disk that takes nothing now may do so later; until then the panel shows a turn that runs. */
const PAUSES = [1_000, 10_000, 60_000, 600_000];

/** Runs the work in a turn with plan mode, which is over when this ends, whichever way that is. */
export async function inHostedTurn<T>(
  service: PlanService,
  session: SessionKey,
  log: Log,
  work: (turnId: string) => Promise<T>,
): Promise<T> {
  const turn_id = await service.execute({ kind: 'begin_turn', session, planMode: true });
  let outcome: EndTurn['outcome'] = 'cancelled';
  try {
    const result = await work(turn_id);
    outcome = 'completed';
    return result;
  } finally {
    const end = () => service.execute({ kind: 'end_turn', session, turn_id, outcome });
    if (!(await isDone(end, log))) void doLater(end, log);
  }
}

/** Nobody waits for this: the next turn of the chat would end the one that is left, too. */
async function doLater(end: () => Promise<void>, log: Log): Promise<void> {
  for (const pause of PAUSES) {
    await new Promise((resolve) => inBackground(setTimeout(resolve, pause)));
    if (await isDone(end, log)) return;
  }
}

async function isDone(end: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await end();
    return true;
  } catch (error) {
    // One that began after it has ended it.
    if (PlanError.is(error, 'turn_not_current')) return true;
    log.error('A turn could not be ended.', error);
    return false;
  }
}
