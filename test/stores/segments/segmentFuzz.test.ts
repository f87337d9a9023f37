import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanStore, SessionCommit } from '../../../src/service/planStore';
import { createMemoryStore } from '../../../src/stores/memoryStore';
import { SMALL_LIMITS } from '../../support/sealedSession';
import { SqliteFolder } from '../../support/sqliteFolder';
import { aCall, aPlan, aPlanCommit, aRecord, everyEvent } from '../../support/storeFixtures';

const RUNS = 6;
const KEY = 'srv:long';
const IDS = ['', 'a', 'b', '__proto__', '\ufeff', 'a\u0000b', '\ud83d', 'é', 'e\u0301'];

const text = fc.string({ unit: 'binary', maxLength: 12 });
const step = fc.record({
  events: fc.array(fc.constantFrom(...everyEvent()), { maxLength: 3 }),
  /** Often new, now and then one that was answered long ago. */
  call: fc.option(fc.oneof({ weight: 3, arbitrary: fc.nat(400) }, fc.constantFrom(...IDS))),
  removed: fc.subarray(IDS, { maxLength: 3 }),
  text,
  logged: fc.boolean(),
  then: fc.constantFrom('', '', '', '', 'reopen', 'another writes'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function commitOf({ events, call, removed, logged, text: words }: Step, at: number): SessionCommit {
  const plan = aPlan(at + 1, []);
  return {
    record: aRecord(KEY, { plan, title: words }),
    events: [...events, ...(logged ? aPlanCommit(KEY, at + 1, { plan }).events : [])],
    ...(call === null ? {} : { call: aCall(String(call), words) }),
    removedSteps: removed,
  };
}

async function everythingIn(store: PlanStore, pageSize: number): Promise<unknown> {
  const loaded = await store.load(KEY);
  const pages = [];
  for (let after = 0; after <= (loaded?.version ?? 0); after += pageSize)
    pages.push(await store.events(KEY, after, pageSize));
  const ids = [...IDS, ...Array.from({ length: 400 }, (_, at) => String(at))];
  const calls = [];
  for (const id of ids) calls.push(await store.recordedCall(KEY, id));
  return { loaded, pages, calls, removed: await store.removedSteps(KEY, ids) };
}

describe('Memory and SQLite over a long history', () => {
  it('[DP.80] agree on the whole log, every call and every removal after hundreds of commits', async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 150, maxLength: 250 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 6 }),
      async (steps, pageSize, mostRemoved) => {
        const folder = new SqliteFolder();
        const memory = createMemoryStore();
        const limits = { ...SMALL_LIMITS, mostRemoved };
        const another = folder.open({}, limits);
        let sqlite = folder.open({}, limits);
        let generation = 0;
        try {
          for (const given of steps) {
            const commit = commitOf(given, generation);
            const expected = await memory.append(KEY, generation, commit);
            const writer = given.then === 'another writes' ? another : sqlite;
            assert.deepEqual(await writer.append(KEY, generation, commit), expected);
            if (expected.kind === 'appended') ({ generation } = expected);
            if (given.then !== 'reopen') continue;
            await sqlite.close();
            sqlite = folder.open({}, limits);
          }
          const stored = await everythingIn(memory, pageSize);
          for (const store of [sqlite, another, folder.open()])
            assert.deepEqual(await everythingIn(store, pageSize), stored);
        } finally {
          await folder.dispose();
        }
      },
    );
    // A failure names the seed and the path; a found one becomes a test of its own.
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  });
});
