import { givenTitle, titleFromPlan } from '../domain/sessionTitle';
import { writableSession } from './decideTurn';
import type { LoadedSession } from './planStore';
import type { PinSession, RenameSession } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';

/** A title that is the present one already is no write. */
export function decideRename(
  loaded: LoadedSession | undefined,
  { title: given }: RenameSession,
): SessionDecision<undefined> {
  const { record } = writableSession(loaded);
  const title = givenTitle(given) || (record.plan ? titleFromPlan(record.plan) : '');
  if (title === record.title) return { kind: 'answer', result: undefined };
  return {
    kind: 'commit',
    commit: { record: { ...record, title }, events: [] },
    result: undefined,
  };
}

export function decidePin(
  loaded: LoadedSession | undefined,
  { pinned: wanted }: PinSession,
): SessionDecision<undefined> {
  const { pinned = false, ...rest } = writableSession(loaded).record;
  if (wanted === pinned) return { kind: 'answer', result: undefined };
  const record = { ...rest, ...(wanted && ({ pinned: true } as const)) };
  return { kind: 'commit', commit: { record, events: [] }, result: undefined };
}
