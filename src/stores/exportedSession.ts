import type { PlanEvent } from '../domain/planEvent';
import type { LoadedSession, PlanStore, SessionKey } from '../service/planStore';
import type { ExportedSession } from '../service/storeMaintenance';

const PAGE = 500;

/** A session with all events from the first that is kept; the store may go on meanwhile, as events are only added. */
export async function exportedFrom(
  store: PlanStore,
  { record, version }: LoadedSession,
  firstKept: number,
): Promise<ExportedSession> {
  return { record, version, ...(await eventsFrom(store, record.key, firstKept, version)) };
}

/** The events of a session that can be read, from one up to another. */
export async function eventsFrom(
  store: PlanStore,
  session: SessionKey,
  first: number,
  last: number,
): Promise<Pick<ExportedSession, 'events' | 'missing'>> {
  const events: PlanEvent[] = [];
  const missing: number[] = [];
  for (let after = first - 1; after < last; after += PAGE)
    await readBetween(store, session, after, Math.min(after + PAGE, last), events, missing);
  return { events, missing };
}

/** What cannot be read is halved until only that is left out. */
async function readBetween(
  store: PlanStore,
  session: SessionKey,
  after: number,
  upTo: number,
  events: PlanEvent[],
  missing: number[],
): Promise<void> {
  const page = await store.events(session, after, upTo - after);
  if (page.kind === 'events' && page.events.length === upTo - after) {
    events.push(...page.events);
    return;
  }
  if (upTo - after === 1) {
    missing.push(upTo);
    return;
  }
  const middle = (after + upTo) >> 1;
  await readBetween(store, session, after, middle, events, missing);
  await readBetween(store, session, middle, upTo, events, missing);
}
