import assert from 'node:assert/strict';
import { createPlanning, type Planning, type RunContext } from '../../src/agent/planning';
import { PlanError } from '../../src/domain/planError';
import { createMemoryStore } from '../../src/stores/memoryStore';
import type { LoadedSession, PlanStore } from '../../src/service/planStore';
import { rejectsWith } from '../service/serviceFixtures';
import { fakeFaultyStore } from '../support/fakeFaultyStore';
import {
  added,
  asked,
  begunTurn,
  called,
  fakeRuntime,
  requestOf,
  sent,
  textOf,
} from './agentFixtures';

const runtime = fakeRuntime();
const unreachable = (): never => {
  throw new PlanError('store_unavailable', 'The network is gone.');
};

/** Runs by number, so that a resolver can tell them apart. */
interface NumberedRun extends RunContext {
  readonly number: number;
}

async function reminded(planning: Planning<RunContext>, run: RunContext): Promise<string> {
  return textOf(await sent(planning, run));
}

describe('The store of a run', () => {
  it('[PT.59][PT.103] is a fresh one in memory where none was given', async () => {
    const planning = createPlanning({}, runtime);
    const [one, other] = [{}, {}];
    await planning.forRun(one);
    await planning.forRun(other);
    await added(planning, one, 'Read');
    assert.match(await reminded(planning, one), /1\. \[ \] \[\w{8}\] Read/);
    assert.doesNotMatch(await reminded(planning, other), /Read/);
    await added(planning, other, 'Write');
    assert.doesNotMatch(await reminded(planning, one), /Write/);
    assert.notEqual(await planning.resolveStore(one), await planning.resolveStore(other));
  });

  it('[PT.60] is the one that was given, for every run', async () => {
    const store = createMemoryStore();
    const planning = createPlanning({ store }, runtime);
    const [one, other] = [{}, {}];
    await added(planning, one, 'Read');
    await planning.forRun(other);
    assert.match(await reminded(planning, other), /Read/);
    assert.equal(await planning.resolveStore(other), store);
  });

  it('[PT.67] is chosen by the resolver before any store, once for a run', async () => {
    const stores = [createMemoryStore(), createMemoryStore()];
    const asks: number[] = [];
    const storeResolver = async ({ number }: NumberedRun): Promise<PlanStore> => {
      asks.push(number);
      return stores[number]!;
    };
    const planning = createPlanning<NumberedRun>(
      { store: createMemoryStore(), storeResolver },
      runtime,
    );
    for (const number of [0, 1]) {
      const run = { number };
      // Also where two ask at the same moment.
      const [copy] = await Promise.all([planning.forRun(run), planning.forRun(run)]);
      for (const content of ['Read', 'Write']) {
        const call = {
          call_id: content,
          name: 'add_task',
          input: { content: `${content} ${number}` },
        };
        await planning.toolset().call(run, call);
      }
      const request = await copy.wrapRequest(run, requestOf(asked('Go on')), async (it) => it);
      assert.match(textOf(request), new RegExp(`Read ${number}[^]*Write ${number}`));
      assert.equal(await planning.resolveStore(run), stores[number]);
    }
    assert.deepEqual(asks, [0, 1]);
    const [first] = await Promise.all(stores.map((store) => store.load('default')));
    assert.deepEqual(
      first?.record.plan?.steps.map(({ description }) => description),
      ['Read 0', 'Write 0'],
    );
  });

  it('[PT.111][PT.112] is kept in the copy of the run; without a run it is resolved each time', async () => {
    let asks = 0;
    const storeResolver = (): PlanStore => {
      asks++;
      return createMemoryStore();
    };
    const planning = createPlanning({ storeResolver }, runtime);
    const run = {};
    const copy = await planning.forRun(run);
    assert.notEqual(copy, planning);
    assert.equal(await copy.resolveStore(run), await copy.resolveStore(run));
    assert.equal(await planning.resolveStore(run), await copy.resolveStore(run));
    // The copy is of this run, whatever object the loop hands it by now.
    await added(planning, run, 'Read');
    assert.equal(await copy.resolveStore({}), await copy.resolveStore(run));
    assert.match(await reminded(copy, {}), /Read/);
    assert.equal(asks, 1);
    const stranger = {};
    assert.notEqual(await planning.resolveStore(stranger), await planning.resolveStore(stranger));
    assert.equal(asks, 3);
  });

  it('is asked for again by the next run after a resolver failed', async () => {
    let isDown = true;
    const storeResolver = (): PlanStore => (isDown ? unreachable() : createMemoryStore());
    const planning = createPlanning({ storeResolver }, runtime);
    const run = {};
    await rejectsWith('store_unavailable', planning.forRun(run));
    isDown = false;
    await planning.forRun(run);
    await added(planning, run, 'Read');
  });

  it('is the same for the reminder and for the tools, and its session is that of the context', async () => {
    const store = createMemoryStore();
    const planning = createPlanning({ store, session: 'mine' }, runtime);
    const [mine, named] = [{}, { session: 'chat-7' }];
    await added(planning, mine, 'Read');
    await added(planning, named, 'Write');
    assert.match(await reminded(planning, {}), /Read/);
    assert.match(await reminded(planning, { session: 'chat-7' }), /Write/);
    const { sessions } = await store.list({}, { limit: 10 });
    assert.deepEqual(sessions.map(({ key }) => key).sort(), ['chat-7', 'mine']);
  });

  it('[PT.70] is read for every request, and not again for one that is sent again', async () => {
    const store = fakeFaultyStore(createMemoryStore());
    const planning = createPlanning({ store }, runtime);
    const turn_id = await begunTurn(runtime.serviceOver(store));
    const [run, beside] = [{ turn_id }, { turn_id }];
    await planning.forRun(run);
    await added(planning, run, 'Read');
    store.asked.load = 0;
    for (const at of [1, 2, 3]) {
      await reminded(planning, run);
      assert.equal(store.asked.load, at);
    }
    // What somebody else wrote meanwhile is there.
    await added(createPlanning({ store }, runtime), beside, 'Write');
    assert.match(await reminded(planning, run), /Write/);
    store.asked.load = 0;
    const request = { ...requestOf(asked('Go on')), id: 'request-1' };
    await Promise.all([sent(planning, run, request), sent(planning, run, request)]);
    await added(planning, run, 'Later');
    assert.doesNotMatch(textOf(await sent(planning, run, request)), /Later/);
  });

  it('[PT.71][PT.72] that fails ends the run: nothing is sent, and nobody tries again or makes something up', async () => {
    const store = fakeFaultyStore(createMemoryStore());
    const planning = createPlanning({ store }, runtime);
    const run = {};
    await planning.forRun(run);
    await added(planning, run, 'Read');
    store.faults.beforeLoad = unreachable;
    store.asked.load = 0;
    let isSent = false;
    const send = planning.wrapRequest(run, requestOf(asked('Go on')), async () => (isSent = true));
    await rejectsWith('store_unavailable', send);
    assert.deepEqual([isSent, store.asked.load], [false, 1]);
    for (const [call_id, name, input] of [
      ['c1', 'add_task', { content: 'Write' }],
      ['c2', 'read_plan', {}],
    ] as const) {
      store.asked.load = 0;
      await rejectsWith('store_unavailable', called(planning, run, call_id, name, input));
      assert.equal(store.asked.load, 1);
    }
    // The model's next attempt is a new one, also under the id of a request that failed.
    const request = { ...requestOf(asked('Go on')), id: 'request-1' };
    await rejectsWith('store_unavailable', sent(planning, run, request));
    delete store.faults.beforeLoad;
    assert.match(textOf(await sent(planning, run, request)), /Read/);
    store.faults.beforeAppend = unreachable;
    store.asked.append = 0;
    await rejectsWith('store_unavailable', added(planning, run, 'Write'));
    assert.equal(store.asked.append, 1);
    store.faults.beforeAppend = () => undefined;
    assert.doesNotMatch(await reminded(planning, run), /Write/);
  });

  it('[PT.73] may be wrapped by an application in a fallback of its own', async () => {
    const inner = fakeFaultyStore(createMemoryStore());
    let last: LoadedSession | undefined;
    const lastGood: PlanStore = {
      ...inner,
      load: async (session) => {
        try {
          return (last = await inner.load(session));
        } catch (error) {
          if (!last || !PlanError.is(error, 'store_unavailable')) throw error;
          return last;
        }
      },
    };
    const planning = createPlanning({ store: lastGood }, runtime);
    const run = {};
    await planning.forRun(run);
    await added(planning, run, 'Read');
    const before = await reminded(planning, run);
    inner.faults.beforeLoad = unreachable;
    assert.equal(await reminded(planning, run), before);
    assert.match(before, /Read/);
    await rejectsWith('store_unavailable', sent(createPlanning({ store: inner }, runtime), {}));
    delete inner.faults.beforeLoad;
    await added(planning, run, 'Write');
    assert.match(await reminded(planning, run), /Write/);
  });
});
