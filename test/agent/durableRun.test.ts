import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPlanning } from '../../src/agent/planning';
import type { PlanStore } from '../../src/service/planStore';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { added, asked, fakeRuntime, requestOf, sent, textOf } from './agentFixtures';
import { durableRun, type RunStep } from './durableRun';
import { JournalEngine } from './journalEngine';

const OPERATIONS = ['load', 'append', 'recordedCall', 'removedSteps', 'events', 'list'] as const;

/** The store with a look at every operation, before it happens. */
function watched(inner: PlanStore, onCall: (operation: string) => void): PlanStore {
  const store = {
    ...{ remove: inner.remove.bind(inner), watch: inner.watch.bind(inner) },
    close: inner.close.bind(inner),
  };
  const operations = OPERATIONS.map((name) => [
    name,
    (...args: unknown[]) => {
      onCall(name);
      return (inner[name] as (...given: unknown[]) => unknown).apply(inner, args);
    },
  ]);
  return { ...store, ...Object.fromEntries(operations) } as PlanStore;
}

function noStore(): PlanStore {
  return watched(createMemoryStore(), (operation) => {
    throw new Error(`${operation} was called during a replay.`);
  });
}

async function contentsIn(store: PlanStore): Promise<string[]> {
  const loaded = await store.load('default');
  return loaded?.record.plan?.steps.map(({ description }) => description) ?? [];
}

const PROGRAM: readonly RunStep[] = [
  { kind: 'request' },
  { kind: 'round', contents: ['Read', 'Write'] },
  { kind: 'request' },
  { kind: 'round', contents: ['Test'] },
];

const anyProgram: fc.Arbitrary<readonly RunStep[]> = fc
  .array(fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 3 })), { maxLength: 6 })
  .map((rounds) => {
    let made = 0;
    return rounds.map((count): RunStep => {
      if (count === null) return { kind: 'request' };
      return { kind: 'round', contents: Array.from({ length: count }, () => `Step ${++made}`) };
    });
  });

describe('A run under a durable engine', () => {
  it('[PT.92] calls the store only inside of journaled operations', async () => {
    const engine = new JournalEngine();
    const outside: string[] = [];
    let calls = 0;
    const store = watched(createMemoryStore(), (operation) => {
      calls++;
      if (!engine.isRecording) outside.push(operation);
    });
    await durableRun(engine, store, PROGRAM, 1);
    assert.deepEqual(outside, []);
    assert.ok(calls > 5);
    assert.deepEqual(
      engine.order.filter((entry) => entry.startsWith('planning')),
      [
        'planning: reminder request-0',
        'planning: add_task call-1-0',
        'planning: add_task call-1-1',
        'planning: reminder request-2',
        'planning: add_task call-3-0',
        'planning: end',
      ],
    );
  });

  it('[PT.93] is replayed from what was recorded, without the store', async () => {
    const engine = new JournalEngine();
    const store = createMemoryStore();
    const first = await durableRun(engine, store, PROGRAM, 1);
    const before = JSON.stringify(await store.load('default'));
    const again = await durableRun(new JournalEngine(engine.cut(Infinity)), noStore(), PROGRAM, 2);
    assert.deepEqual(again, first);
    assert.equal(JSON.stringify(await store.load('default')), before);
    assert.deepEqual(await contentsIn(store), ['Read', 'Write', 'Test']);
  });

  it('[PT.96] asks for the same operations in the same order on replay, those of event handlers too', async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, async (program) => {
        const engine = new JournalEngine();
        const first = await durableRun(engine, createMemoryStore(), program, 1);
        const replayed = new JournalEngine(engine.cut(Infinity));
        assert.deepEqual(await durableRun(replayed, noStore(), program, 2), first);
        assert.deepEqual(replayed.order, engine.order);
      }),
      { numRuns: 25 },
    );
  });

  it('[PT.93] goes on after a crash at any moment, in another process, and appends no step twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, fc.nat(), fc.boolean(), async (program, moment, isLost) => {
        // The process ends once so many operations were kept.
        const whole = new JournalEngine();
        await durableRun(whole, createMemoryStore(), program, 1);
        const count = moment % whole.entries.length;
        const store = createMemoryStore();
        const dying = new JournalEngine([], count);
        await assert.rejects(durableRun(dying, store, program, 1), /process has ended/);
        const recovered = new JournalEngine(dying.cut(count, isLost));
        await durableRun(recovered, store, program, 2);
        const expected = program.flatMap((step) => (step.kind === 'round' ? step.contents : []));
        assert.deepEqual(await contentsIn(store), expected);
        if (!isLost) assert.deepEqual(recovered.order, whole.order);
      }),
      { numRuns: 30 },
    );
  });

  it('[PT.94] lets no two of its operations overlap, and says that its tools run alone', async () => {
    const engine = new JournalEngine();
    const round: RunStep = { kind: 'round', contents: ['Read', 'Write', 'Test', 'Ship'] };
    await durableRun(engine, createMemoryStore(), [round], 1);
    assert.equal(engine.mostAtOnce, 1);
    assert.equal(createPlanning({}, fakeRuntime()).toolset().runsAlone, true);
  });

  it('[PT.95] tells of steps after the last store operation of the call and before its answer', async () => {
    const order: string[] = [];
    const store = watched(createMemoryStore(), (operation) => order.push(operation));
    const planning = createPlanning({ store }, fakeRuntime({ journal: new JournalEngine() }));
    const context = {};
    const run = await planning.forRun(context);
    run.onDidChangeSteps((changed) => {
      assert.ok(Object.isFrozen(changed.events));
      order.push(`told of ${changed.call_id}`);
    });
    for (const content of ['Read', 'Write']) {
      order.length = 0;
      await added(planning, context, content, content);
      order.push('answered');
      assert.equal(order.at(-3), 'append');
      assert.deepEqual(order.slice(-2), [`told of ${content}`, 'answered']);
    }
  });

  it('[PT.97] is known to the engine by the id of its planning', async () => {
    for (const id of ['planning', 'kitchen']) {
      const engine = new JournalEngine();
      const planning = createPlanning({ id }, fakeRuntime({ journal: engine }));
      await added(planning, {}, 'Read');
      assert.deepEqual([...new Set(engine.entries.map(({ owner }) => owner))], [id]);
    }
  });

  it('reads once for a request that is sent again under its id', async () => {
    const engine = new JournalEngine();
    const planning = createPlanning({}, fakeRuntime({ journal: engine }));
    const context = {};
    await planning.forRun(context);
    await added(planning, context, 'Read');
    const request = { ...requestOf(asked('Go on')), id: 'request-1' };
    for (let times = 0; times < 3; times++) await sent(planning, context, request);
    assert.equal(engine.order.filter((entry) => entry.includes('reminder')).length, 1);
  });

  it('[PT.98] in another worker resolves its store for each call: only a plan in a lasting store survives', async () => {
    const store = createMemoryStore();
    let asks = 0;
    const storeResolver = (): PlanStore => {
      asks++;
      return store;
    };
    const lasting = createPlanning({ storeResolver }, fakeRuntime());
    const passing = createPlanning({}, fakeRuntime());
    for (const content of ['Read', 'Write']) {
      // The context comes over a wire: another object each time.
      await added(lasting, {}, content);
      await added(passing, {}, content);
    }
    assert.equal(asks, 2);
    assert.match(textOf(await sent(lasting, {})), /Read[^]*Write/);
    assert.doesNotMatch(textOf(await sent(passing, {})), /Read|Write/);
    // Nothing is left running where nobody would end it.
    assert.equal((await store.load('default'))?.record.turn, undefined);
  });
});
