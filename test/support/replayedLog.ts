import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/domain/planEvent';
import type { PlanStore } from '../../src/service/planStore';

/** So many events are read at once. */
const PAGE = 500;

/** Every event of a session up to a version, read page by page, without a gap. */
export async function eventsUpTo(
  reader: Pick<PlanStore, 'events'>,
  session: string,
  version: number,
): Promise<PlanEvent[]> {
  const events: PlanEvent[] = [];
  while (events.length < version) {
    const after = events.length;
    const page = await reader.events(session, after, Math.min(PAGE, version - after));
    if (page.kind !== 'events' || page.events.length === 0)
      assert.fail(`${page.kind}, and none, after ${String(after)} of ${String(version)}`);
    for (const event of page.events) {
      assert.equal(event.sequence, events.length + 1);
      events.push(event);
    }
  }
  return events;
}
