import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../src/domain/planError';
import { removedBetween } from '../../src/domain/planHistory';
import type { PlanStore } from '../../src/service/planStore';
import { createMemoryStore } from '../../src/stores/memoryStore';
import {
  aCall,
  aFullRecord,
  aPlan,
  aPlanCommit,
  aRecord,
  everyEvent,
} from '../support/storeFixtures';

/** More than the store keeps open, so that sessions are closed and opened again. */
const KEYS = ['srv:1', 'srv:2', 'mcp:ä', '\ufeff', 'a\u0000b', 'chat://x#y'];

/** Few, so that steps come and go and come again. */
const STEP_IDS = [
  '',
  'a',
  'b',
  'c',
  'd',
  '__proto__',
  '\ufeff',
  'a\u0000b',
  '\ud83d',
  'é',
  'e\u0301',
];

const text = fc.string({ unit: 'binary', maxLength: 12 });
const status = fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled', 'blocked');
const steps = fc.uniqueArray(fc.constantFrom(...STEP_IDS), { maxLength: 6 }).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record(
        {
          id: fc.constant(id),
          description: text,
          status,
          active_form: text,
          parent_id: fc.constantFrom(...ids),
          depends_on: fc.subarray(ids),
        },
        { requiredKeys: ['id', 'description', 'status'] },
      ),
    ),
  ),
);

const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('append' as const),
      key: fc.constantFrom(...KEYS),
      /** How far the writer's knowledge is from the truth. */
      late: fc.constantFrom(0, 0, 0, 0, -1, 1),
      steps: fc.option(steps),
      title: text,
      minute: fc.integer({ min: 10, max: 12 }),
      callId: fc.option(fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', '__proto__')),
      events: fc.array(fc.constantFrom(...everyEvent()), { maxLength: 3 }),
      /** The plan's own event too. */
      logged: fc.boolean(),
      /** Turn, whole configuration, origin. */
      full: fc.boolean(),
      cancelled: fc.constantFrom(false, false, false, true),
    }),
  },
  fc.record({ do: fc.constant('remove' as const), key: fc.constantFrom(...KEYS) }),
  fc.record({ do: fc.constant('reopen' as const) }),
  fc.record({
    do: fc.constant('append together' as const),
    key: fc.constantFrom(...KEYS),
    title: text,
  }),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

/** What a command answers, failures as their code, so that two stores can be compared. */
async function perform(store: PlanStore, given: Command): Promise<unknown> {
  switch (given.do) {
    case 'reopen':
      return undefined;
    case 'remove':
      return store.remove(given.key);
    case 'append together': {
      const generation = (await store.load(given.key))?.generation ?? 0;
      const record = aRecord(given.key, { title: given.title });
      const one = () => store.append(given.key, generation, { record, events: [] });
      return Promise.all([one(), one()]);
    }
    case 'append': {
      const before = await store.load(given.key);
      const generation = (before?.generation ?? 0) + given.late;
      const plan = given.steps && aPlan(generation + 2, given.steps);
      const updated = `2030-01-01T00:${String(given.minute)}:00.000Z`;
      const more = { title: given.title, updated, plan };
      return store.append(
        given.key,
        generation,
        {
          record: given.full ? aFullRecord(given.key, more) : aRecord(given.key, more),
          events: [
            ...given.events,
            ...(given.logged ? aPlanCommit(given.key, 1, more).events : []),
          ],
          ...(given.callId === null ? {} : { call: aCall(given.callId, given.title) }),
          ...(plan && { removedSteps: removedBetween(before?.record.plan ?? null, plan) }),
        },
        { cancelled: given.cancelled },
      );
    }
  }
}

async function outcomeOf(job: Promise<unknown>): Promise<unknown> {
  try {
    return await job;
  } catch (error) {
    if (PlanError.is(error)) return error.code;
    throw error;
  }
}

async function everythingIn(store: PlanStore): Promise<unknown> {
  const sessions = [];
  for (const key of KEYS) {
    const loaded = await store.load(key);
    const version = loaded?.version ?? 0;
    const pages = [0, Math.floor(version / 2), version, version + 1].map((after) =>
      store.events(key, after, 3),
    );
    const calls = ['c1', 'c2', 'c3', 'c4', 'c5', '__proto__'].map((id) =>
      store.recordedCall(key, id),
    );
    const removed = await store.removedSteps(key, STEP_IDS);
    const read = { pages: await Promise.all(pages), calls: await Promise.all(calls) };
    sessions.push({ loaded, removed, ...read });
  }
  const first = await store.list({}, { limit: 3 });
  const second =
    first.next === undefined ? undefined : await store.list({}, { limit: 3, after: first.next });
  return { sessions, first, second };
}

/** Where one history is kept. */
export interface FuzzedPlace {
  /** Another store over the same data. */
  open(): PlanStore;
  dispose(): Promise<void>;
}

/** Random commands on memory and on another store, compared after every step. */
export function describeFuzz(name: string, runs: number, place: () => FuzzedPlace): void {
  it(`agrees with memory after every command of ${String(runs)} random histories: ${name}`, async function () {
    this.timeout(180_000);
    const property = fc.asyncProperty(
      fc.array(command, { minLength: 1, maxLength: 25 }),
      async (commands) => {
        const other = place();
        const memory = createMemoryStore();
        let store = other.open();
        /** Knows only what is stored; the writer may answer from memory. */
        const reader = other.open();
        const heard = { memory: [] as string[], store: [] as string[] };
        const listen = () => store.watch((key) => void heard.store.push(key));
        memory.watch((key) => void heard.memory.push(key));
        listen();
        try {
          for (const [at, given] of commands.entries()) {
            if (given.do === 'reopen') {
              await store.close();
              store = other.open();
              listen();
            }
            const expected = await outcomeOf(perform(memory, given));
            assert.deepEqual(
              await outcomeOf(perform(store, given)),
              expected,
              `command ${String(at)}`,
            );
            const stored = await everythingIn(memory);
            assert.deepEqual(await everythingIn(store), stored, `after command ${String(at)}`);
            assert.deepEqual(await everythingIn(reader), stored, `stored after ${String(at)}`);
            assert.deepEqual(heard.store, heard.memory);
          }
        } finally {
          await Promise.all([store.close(), reader.close()]);
          await other.dispose();
        }
      },
    );
    // A failure names the seed and the path; a found one becomes a test of its own.
    await fc.assert(property, { numRuns: runs });
  });
}
