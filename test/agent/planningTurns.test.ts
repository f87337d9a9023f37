import assert from 'node:assert/strict';
import { createPlanning, type Planning, type RunContext } from '../../src/agent/planning';
import type { PlanEvent } from '../../src/domain/planEvent';
import { resultText } from '../../src/domain/toolResult';
import type { PlanStore } from '../../src/service/planStore';
import type { StepsChanged } from '../../src/service/stepChanges';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { rejectsWith } from '../service/serviceFixtures';
import { fakeFaultyStore } from '../support/fakeFaultyStore';
import { added, begunTurn, called, fakeRuntime, sent } from './agentFixtures';

const runtime = fakeRuntime();

async function eventsOf(store: PlanStore): Promise<readonly PlanEvent[]> {
  const page = await store.events('default', 0, 1_000);
  assert.ok(page.kind === 'events');
  return page.events;
}

async function typesOf(store: PlanStore): Promise<string[]> {
  return (await eventsOf(store)).map(({ type }) => type);
}

async function openedRun() {
  const store = fakeFaultyStore(createMemoryStore());
  const planning: Planning<RunContext> = createPlanning({ store }, runtime);
  const context: RunContext = {};
  return { store, planning, context, run: await planning.forRun(context) };
}

describe('The turn of a run', () => {
  it('begins with its first call and ends with the run', async () => {
    const { store, planning, context, run } = await openedRun();
    await sent(planning, context);
    assert.deepEqual(await typesOf(store), []);
    await added(planning, context, 'Read');
    await added(planning, context, 'Write');
    await run.end('completed');
    assert.deepEqual(await typesOf(store), [
      'session_created',
      'turn_started',
      'plan_updated',
      'plan_updated',
      'turn_ended',
    ]);
    await rejectsWith('turn_not_current', added(planning, context, 'Too late'));
  });

  it('is not begun by a run that calls nothing, and its end is none', async () => {
    const { store, run } = await openedRun();
    await run.end('completed');
    assert.deepEqual(await typesOf(store), []);
  });

  it('is over once another run begins one in the same session; then only its end is harmless', async () => {
    const { store, planning, context, run } = await openedRun();
    await added(planning, context, 'Read');
    await added(planning, {}, 'Elsewhere');
    await rejectsWith('turn_not_current', added(planning, context, 'Write'));
    const before = await typesOf(store);
    await run.end('completed');
    assert.deepEqual(await typesOf(store), before);
  });

  it('may be that of the loop, which runs side by side share and none of them ends', async () => {
    const { store, planning } = await openedRun();
    const turn_id = await begunTurn(runtime.serviceOver(store));
    const [one, other] = [{ turn_id }, { turn_id }];
    const runs = [await planning.forRun(one), await planning.forRun(other)];
    await added(planning, one, 'Read');
    await added(planning, other, 'Write');
    await added(planning, one, 'Test');
    for (const run of runs) await run.end('completed');
    const events = await eventsOf(store);
    assert.deepEqual(
      events.slice(2).map(({ type, turn_id: turn }) => [type, turn]),
      Array.from({ length: 3 }, () => ['plan_updated', turn_id]),
    );
  });

  it('withdraws what is not committed when the run is cancelled', async () => {
    const { store, planning, context, run } = await openedRun();
    await added(planning, context, 'Read');
    let isCancelled: Promise<void> | undefined;
    store.faults.beforeRecordedCall = () => {
      isCancelled ??= run.end('cancelled');
    };
    await rejectsWith('cancelled', added(planning, context, 'Write'));
    await isCancelled;
    assert.deepEqual((await typesOf(store)).slice(2), ['plan_updated', 'turn_ended']);
  });

  it('is begun again by the next call after a store that failed', async () => {
    const { store, planning, context } = await openedRun();
    store.faults.beforeAppend = () => {
      throw new Error('The disk is on fire.');
    };
    await assert.rejects(added(planning, context, 'Read'), /on fire/);
    store.faults.beforeAppend = () => undefined;
    await added(planning, context, 'Read');
  });

  it('[DP.83][DP.85] asks nobody for leave, and leaves no approval behind', async () => {
    const { store, planning, context } = await openedRun();
    const items = [{ content: 'Approved by the user', id: 'a', status: 'in_progress' }];
    const calls = [
      ['write_plan', { items }],
      ['update_task_status', { task_id: 'a', status: 'completed' }],
      ['update_plan', { expected_revision: 2, steps: [] }],
    ] as const;
    for (const [at, [name, input]] of calls.entries()) {
      const result = await called(planning, context, `c${at}`, name, input);
      assert.equal(result.isError, false, resultText(result));
    }
    // Each call is answered by one event and nothing before it: no question, no answer to one.
    assert.deepEqual(
      (await typesOf(store)).slice(2),
      calls.map(() => 'plan_updated'),
    );
    const snapshot = await runtime.serviceOver(store).snapshot('default');
    assert.equal(snapshot?.approved, null);
  });

  it('tells the subscribers of the run what its calls changed, and nothing of others', async () => {
    const { planning, context, run } = await openedRun();
    const heard: StepsChanged[] = [];
    run.onDidChangeSteps((changed) => void heard.push(changed));
    await added(planning, context, 'Read', 'c1');
    await called(planning, context, 'c2', 'read_plan', {});
    await added(planning, {}, 'Elsewhere');
    assert.deepEqual(
      heard.map(({ call_id, events }) => [call_id, events.map(({ kind }) => kind)]),
      [['c1', ['planning.created']]],
    );
    assert.ok(Object.isFrozen(heard[0]?.events));
  });

  it('listens to the service only while it calls', async () => {
    const { store, planning, context } = await openedRun();
    const service = runtime.serviceOver(store);
    const { onDidChangeSteps } = service;
    let [listened, listening] = [0, 0];
    const value: typeof onDidChangeSteps = (listener) => {
      [listened, listening] = [listened + 1, listening + 1];
      const own = onDidChangeSteps(listener);
      const dispose = () => {
        listening--;
        own.dispose();
      };
      return { dispose };
    };
    Object.defineProperty(service, 'onDidChangeSteps', { value });
    await added(planning, context, 'Read');
    store.faults.beforeAppend = () => Promise.reject(new Error('The disk is on fire.'));
    await assert.rejects(added(planning, context, 'Write'), /on fire/);
    assert.deepEqual([listened, listening], [2, 0]);
  });

  it('tells each of two runs side by side of its own calls only', async () => {
    const { store, planning } = await openedRun();
    const service = runtime.serviceOver(store);
    const turn_id = await begunTurn(service);
    const elsewhere = { turn_id: await begunTurn(service, 'other'), session: 'other' };
    const contexts: RunContext[] = [{ turn_id }, { turn_id }, elsewhere];
    const heard: string[][] = [];
    for (const context of contexts) {
      const own: string[] = [];
      heard.push(own);
      const { onDidChangeSteps } = await planning.forRun(context);
      onDidChangeSteps(({ events }) => own.push(...events.map(({ item }) => item.content)));
    }
    const call = (at: number, content: string, id: string) =>
      added(planning, contexts[at]!, content, id);
    await Promise.all([call(0, 'Read', 'c1'), call(1, 'Write', 'c2'), call(2, 'Cook', 'c1')]);
    // A call that changes nothing hears of nobody else's.
    const input = { updates: [] };
    await Promise.all([
      call(0, 'Test', 'c3'),
      called(planning, contexts[1]!, 'c4', 'update_task_statuses', input),
      called(planning, contexts[2]!, 'c3', 'update_task_statuses', input),
    ]);
    assert.deepEqual(heard, [['Read', 'Test'], ['Write'], ['Cook']]);
  });
});
