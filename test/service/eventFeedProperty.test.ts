import assert from 'node:assert/strict';
import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { attach } from '../../src/service/eventFeed';
import { update } from '../domain/planFixtures';
import { countingReader, write } from './feedFixtures';
import { openBench, SESSION } from './serviceFixtures';

/** One follower: where it begins, when, and how long it takes over each item. */
const follower = fc.record({
  after: fc.option(fc.nat({ max: 8 }), { nil: undefined }),
  delay: fc.nat({ max: 6 }),
  pauses: fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 6 }),
});
/** What the writers do between two turns of the event loop. */
const burst = fc.record({
  kind: fc.constantFrom('guest', 'foreign', 'turn', 'refused', 'nothing'),
  times: fc.integer({ min: 1, max: 3 }),
  pause: fc.nat({ max: 3 }),
});

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await tick();
}

describe('followers of a session that is being written', () => {
  it('[DP.62] each get every event after their cursor once and in order, however slow they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(follower, { minLength: 1, maxLength: 4 }),
        fc.array(burst, { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 3 }),
        async (followers, bursts, begun) => {
          const bench = openBench();
          const other = bench.another();
          await bench.createSession();
          await write(bench, begun);
          // Reads take a while too, so that commits fall into them.
          bench.store.faults.beforeEvents = () => tick();
          const reader = countingReader(bench);
          let end = Infinity;

          const followed = followers.map(async ({ after, delay, pauses }) => {
            await pause(delay);
            const attachment = await attach(reader, SESSION, after);
            let cursor = after ?? attachment.snapshot?.version ?? 0;
            let index = 0;
            for await (const item of attachment) {
              if (item.kind === 'reset') {
                // Only a cursor beyond the log earns one, before anything else.
                assert.ok(index === 0 && after !== undefined && after > begun + 1);
                cursor = item.snapshot?.version ?? 0;
              } else {
                assert.equal(item.event.sequence, cursor + 1);
                cursor = item.event.sequence;
              }
              await pause(pauses[index++ % pauses.length] ?? 0);
              if (cursor >= end) break;
            }
            return cursor;
          });

          for (const [index, { kind, times, pause: turns }] of bursts.entries()) {
            for (let time = 0; time < times; time++) {
              const id = `${index}-${time}`;
              const revision = (await bench.plan())?.revision ?? 0;
              if (kind === 'guest') await bench.asGuest(id, update(revision, []));
              if (kind === 'foreign') await other.asGuest(id, update(revision, []));
              if (kind === 'turn') await bench.beginTurn();
              if (kind === 'refused') await bench.asGuest(id, update(revision + 1, []));
            }
            await pause(turns);
          }
          // Everybody is there by now, and is woken once more: what another process wrote comes with that.
          await pause(8);
          end = 10 + (await bench.events()).length;
          await write(bench, 12);
          const last = (await bench.events()).length;
          for (const cursor of await Promise.all(followed))
            assert.ok(cursor >= end && cursor <= last);
          assert.equal(reader.listening(), 0);
        },
      ),
      { numRuns: 60 },
    );
  });
});
