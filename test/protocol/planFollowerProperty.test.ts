import assert from 'node:assert/strict';
import fc from 'fast-check';
import { revisionOf } from '../../src/domain/plan';
import type { PlanEvent } from '../../src/domain/planEvent';
import {
  follow,
  NOTHING_FOLLOWED,
  type Followed,
  type FollowedMessage,
} from '../../src/protocol/planFollower';
import { readPlan, step, update } from '../domain/planFixtures';
import { openBench, SESSION, type Bench } from '../service/serviceFixtures';

/** What a session went through: its events, and the snapshot that a reader got after each command. */
async function livedThrough(
  bench: Bench,
  commands: readonly string[],
): Promise<{ events: readonly PlanEvent[]; snapshots: readonly FollowedMessage[] }> {
  const snapshots: FollowedMessage[] = [await snapshotOf(bench)];
  await bench.openTurn();
  for (const [index, command] of commands.entries()) {
    const revision = revisionOf(await bench.plan());
    if (command === 'write') await bench.asHosted(`c${index}`, update(revision, [step('a')]));
    else if (command === 'guest') await bench.asGuest(`c${index}`, update(revision, [step('b')]));
    else if (command === 'refused') await bench.asHosted(`c${index}`, update(revision + 1, []));
    else if (command === 'read') await bench.asHosted(`c${index}`, readPlan);
    else await bench.beginTurn();
    snapshots.push(await snapshotOf(bench));
  }
  return { events: await bench.events(), snapshots };
}

async function snapshotOf({ service }: Bench): Promise<FollowedMessage> {
  const found = await service.snapshot(SESSION);
  return { kind: 'snapshot', held: { cursor: found?.version ?? 0, plan: found?.plan ?? null } };
}

const command = fc.constantFrom('write', 'write', 'guest', 'refused', 'read', 'begin');

describe('a client that gets messages in any order', () => {
  it('[DP.63][DP.68][DP.69] ends at the highest revision and never goes back, reading on at a gap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: 1, maxLength: 15 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.array(fc.nat(), { minLength: 61, maxLength: 61 }),
        fc.integer({ min: 1, max: 4 }),
        async (commands, repeats, order, limit) => {
          const bench = openBench();
          const { events, snapshots } = await livedThrough(bench, commands);
          const live = events.map((event): FollowedMessage => ({ kind: 'event', event }));
          const all = [...live, ...snapshots];
          // Every event comes at least once, some messages more often, and all in any order.
          const sent = [...all, ...repeats.map((pick) => all[pick % all.length])].filter(
            (message) => message !== undefined,
          );
          const shuffled = sent
            .map((message, index) => ({ message, rank: order[index % order.length] ?? 0 }))
            .sort((a, b) => a.rank - b.rank)
            .map(({ message }) => message);

          let state: Followed = NOTHING_FOLLOWED;
          let shown = 0;
          const take = (message: FollowedMessage): void => {
            state = follow(state, message);
            const revision = revisionOf(state.held?.plan ?? null);
            assert.ok(revision >= shown, `revision ${revision} after ${shown}`);
            shown = revision;
          };
          for (const message of shuffled) {
            take(message);
            while (state.readAfter !== undefined) {
              const page = await bench.service.events(SESSION, state.readAfter, limit);
              assert.ok(
                page.kind === 'events' && page.events.length > 0,
                'a gap that nothing fills',
              );
              for (const event of page.events) take({ kind: 'event', event });
            }
          }
          assert.deepEqual(state.held, { cursor: events.length, plan: await bench.plan() });
        },
      ),
      { numRuns: 150 },
    );
  });

  it('[DP.68] a client with no snapshot but the one at 0 replays the log to the same plan', async () => {
    const bench = openBench();
    const { events } = await livedThrough(bench, ['write', 'begin', 'guest', 'refused', 'write']);
    const start = follow(NOTHING_FOLLOWED, { kind: 'snapshot', held: { cursor: 0, plan: null } });
    const end = events.reduce<Followed>(
      (state, event) => follow(state, { kind: 'event', event }),
      start,
    );
    assert.deepEqual(end.held, { cursor: events.length, plan: await bench.plan() });
  });
});
