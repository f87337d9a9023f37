import assert from 'node:assert/strict';
import type { PlanStore, SessionCommit } from '../../src/service/planStore';
import type { Survivor } from './powerCutTrial';
import { eventsUpTo } from './replayedLog';
import { aCall, aPlan, aPlanCommit, loadExisting } from './storeFixtures';

/** The session whose disk fails. */
export const KEY = 'srv:power';

/** A commit with as many events; only the last one is of the plan. */
function aLongCommit(revision: number, events: number): SessionCommit {
  const commit = aPlanCommit(KEY, revision);
  const { name, result } = aCall('other');
  const others = Array.from({ length: events - 1 }, (_, at) => ({
    type: 'tool_finished' as const,
    data: { name, call_id: `other-${String(revision)}-${String(at)}`, result },
    at: '2030-01-01T00:00:00.000Z',
  }));
  return { ...commit, events: [...others, ...commit.events] };
}

export async function appendLong(
  store: PlanStore,
  from: number,
  to: number,
  each: number,
  done: (revision: number) => void = () => undefined,
): Promise<void> {
  for (let revision = from; revision <= to; revision++) {
    const outcome = await store.append(KEY, revision - 1, aLongCommit(revision, each));
    assert.equal(outcome.kind, 'appended');
    done(revision);
  }
}

/** What was acknowledged is there and whole, perhaps with the commit that was under way, and goes on. */
export function holds(each: number, mayBeRestored = false) {
  return async ({ store, acknowledged }: Survivor): Promise<void> => {
    const loaded = await store.load(KEY);
    const generation = loaded?.generation ?? 0;
    assert.ok(
      generation === acknowledged || generation === acknowledged + 1,
      `${String(acknowledged)} was acknowledged, ${String(generation)} is there`,
    );
    if (loaded) {
      assert.deepEqual(loaded.record.plan, aPlan(generation));
      if (!mayBeRestored) assert.deepEqual(loaded.problems, []);
      assert.equal(loaded.version, generation * each);
      const events = await eventsUpTo(store, KEY, loaded.version);
      const revisions = events.flatMap((event) =>
        event.type === 'plan_updated' ? [event.data.plan.revision] : [],
      );
      assert.deepEqual(
        revisions,
        Array.from({ length: generation }, (_, at) => at + 1),
      );
      // Of many the oldest, the newest and some between, which are in files of their own.
      const some = revisions.filter((_, at) => at % 5 === 0 || at === generation - 1);
      for (const revision of some) {
        const callId = `call-${String(revision)}`;
        assert.deepEqual(await store.recordedCall(KEY, callId), aCall(callId));
      }
    }
    await appendLong(store, generation + 1, generation + 1, each);
    const next = await loadExisting(store, KEY);
    assert.equal(next.version, (generation + 1) * each);
    assert.equal((await store.events(KEY, Math.max(0, next.version - 20), 20)).kind, 'events');
    assert.equal((await store.list({}, { limit: 10 })).unreadable.length, 0);
  };
}
