import type { CommittedChange, SessionSnapshot } from '../../service/planReader';

/**
 * The turn as a commit leaves it. Undefined where the commit does not tell whether it runs: its owner
 * may be another process, and only a look at the session finds out whether that one still lives.
 */
export function heardTurn(
  before: SessionSnapshot['turn'] | undefined,
  { record, events }: CommittedChange,
): SessionSnapshot['turn'] | undefined {
  if (!record.turn) return null;
  const { turn_id } = record.turn;
  const begun = events.some((event) => event.type === 'turn_started' && event.turn_id === turn_id);
  const runs = begun || (before?.turn_id === turn_id && before.state === 'running');
  return runs ? { turn_id, state: 'running' } : undefined;
}
