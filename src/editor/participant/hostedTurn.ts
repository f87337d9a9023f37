import { PlanError } from '../../domain/planError';
import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { EndTurn } from '../../service/sessionCommand';

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
    try {
      await service.execute({ kind: 'end_turn', session, turn_id, outcome });
    } catch (error) {
      // One that began after it has ended it. Without the store it ends by its lease.
      if (!PlanError.is(error, 'turn_not_current')) log.error('A turn could not be ended.', error);
    }
  }
}
