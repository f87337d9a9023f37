import assert from 'node:assert/strict';
import fc from 'fast-check';
import { EventHistory } from '../../../src/editor/history/eventHistory';
import type { PlanEvent } from '../../../src/domain/planEvent';
import { updatePlanEvent } from '../../protocol/revisionFixtures';
import { FakePlanReader } from '../fakePlanReader';

/** A log in which so many other events stand before each revision; the first revision is another's next one. */
function openHistory(before: readonly number[], forkedAt = 0) {
  const reader = new FakePlanReader();
  const events: PlanEvent[] = [];
  const add = (event: PlanEvent) => events.push({ ...event, sequence: events.length + 1 });
  before.forEach((others, index) => {
    for (let other = 0; other < others; other += 1)
      add({ type: 'turn_started', data: {}, sequence: 0, at: '2026-01-02T03:04:05.000Z' });
    add(updatePlanEvent(forkedAt + index + 1, { steps: [] }));
  });
  reader.sessions.set('a', events);
  return { reader, events, history: new EventHistory('a', reader) };
}

describe('looking for a revision in the stored events', () => {
  it('finds each that can be read and no other, wherever it stands', async () => {
    const run = fc.oneof(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(600));
    const gaps = fc.array(run, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        gaps,
        fc.nat(5),
        fc.array(fc.nat(), { maxLength: 2 }),
        fc.nat(),
        async (before, forkedAt, lost, choice) => {
          const { reader, events, history } = openHistory(before, forkedAt);
          for (const place of lost) reader.lost.add((place % events.length) + 1);
          const wanted = forkedAt + (choice % (before.length + 2));
          const kept = events.find(
            (event) =>
              event.type === 'plan_updated' &&
              event.data.plan.revision === wanted &&
              !reader.lost.has(event.sequence),
          );
          const found = await history.revision(wanted, events.length);
          assert.deepEqual(found?.plan.call_id, kept?.call_id);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes few reads in a long history: one where every event is a revision', async () => {
    const guest = openHistory(Array.from({ length: 30_000 }, () => 0));
    for (const revision of [1, 12_345, 29_999]) {
      guest.reader.eventReads = 0;
      assert.equal((await guest.history.revision(revision, revision))?.plan.revision, revision);
      assert.equal(guest.reader.eventReads, 1);
    }
    const hosted = openHistory(Array.from({ length: 10_000 }, (_, index) => index % 7));
    for (const revision of [1, 5_000, 9_999]) {
      hosted.reader.eventReads = 0;
      const found = await hosted.history.revision(revision, hosted.events.length);
      assert.equal(found?.plan.revision, revision);
      assert.ok(hosted.reader.eventReads <= 12, String(hosted.reader.eventReads));
    }
  });

  it('gives up in time where nothing is kept', async () => {
    const { reader, history } = openHistory(Array.from({ length: 20_000 }, () => 0));
    reader.forgotten = 20_000;
    assert.equal(await history.revision(9_000, 19_000), undefined);
    assert.ok(reader.eventReads <= 40, String(reader.eventReads));
  });
});
