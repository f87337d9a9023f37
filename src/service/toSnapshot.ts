import { toPlanModeState } from '../domain/planMode';
import type { SessionSnapshot } from '../domain/sessionSnapshot';
import type { LoadedSession } from './planStore';
import type { Clock, ProcessIdentity } from './ports';
import { turnState } from './turnFence';

/** What clients see of a stored session. */
export function toSnapshot(
  { clock, process }: { readonly clock: Clock; readonly process: ProcessIdentity },
  { record, version, problems, readOnly }: LoadedSession,
): SessionSnapshot {
  const { key, title, coworker, updated, plan, turn, configuration } = record;
  const { plan_mode, approved = null, pinned = false } = record;
  return {
    ...{ key, title, coworker, updated, version, problems, readOnly, approved, pinned },
    planMode: toPlanModeState(plan_mode),
    ...(configuration.planning && { plan }),
    turn: turn ? { turn_id: turn.turn_id, state: turnState(turn, process, clock.now()) } : null,
  };
}
