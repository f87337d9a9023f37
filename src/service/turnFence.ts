import { PlanError } from '../domain/planError';
import { TURN_LEASE_MS, type Turn, type TurnState } from '../domain/turn';
import { toIsoTime, type ProcessIdentity } from './ports';

/** Throws `turn_not_current` unless this turn runs and this very start of the process began it (DP.90). */
export function assertRunning(
  turn: Turn | undefined,
  turnId: string,
  { owner }: ProcessIdentity,
): void {
  if (turn?.turn_id !== turnId) {
    throw new PlanError('turn_not_current', 'The turn of this call is not the running one.');
  }
  if (turn.owner !== owner) {
    throw new PlanError(
      'turn_not_current',
      'The turn of this call was begun by another process, or before a restart; begin a new one.',
    );
  }
}

export function newTurn(turnId: string, identity: ProcessIdentity, now: number): Turn {
  const { owner, process_id, host } = identity;
  return renewed({ turn_id: turnId, owner, process_id, host, lease: '' }, now);
}

export function renewed(turn: Turn, now: number): Turn {
  return { ...turn, lease: toIsoTime(now + TURN_LEASE_MS) };
}

/** Without a living owner a turn is shown as interrupted, never as running (planning 7.5). */
export function turnState(turn: Turn, identity: ProcessIdentity, now: number): TurnState {
  const isAlive =
    turn.owner === identity.owner || (identity.isAlive(turn) ?? toIsoTime(now) < turn.lease);
  return isAlive ? 'running' : 'interrupted';
}
