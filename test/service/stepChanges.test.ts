import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import { readPlan, step, update } from '../domain/planFixtures';
import { openBench, openPlanned, rejectsWith, SESSION, type Bench } from './serviceFixtures';

const moved = (status: 'pending' | 'in_progress' | 'completed'): PlanCommand => ({
  name: 'update_task_status',
  input: { task_id: 'a', status },
});

/** Kind and step of everything that was told. */
function told(bench: Bench): string[] {
  return bench.steps.flatMap(({ events }) => events.map(({ kind, item }) => `${kind} ${item.id}`));
}

describe('step events', () => {
  it('[PT.78] are told to subscribers after the commit, call by call and in order', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    const seen: number[] = [];
    const listening = bench.service.onDidChangeSteps(({ revision }) => {
      // Durable before it is told: whoever reads now finds it.
      void bench.plan().then((plan) => seen.push((plan?.revision ?? 0) - revision));
    });
    await bench.asHosted('call-1', update(0, [step('a'), step('b')]));
    await bench.asHosted('call-2', moved('completed'));
    await bench.asHosted('call-3', { name: 'remove_task', input: { task_id: 'b' } });
    assert.deepEqual(told(bench), [
      'planning.created a',
      'planning.created b',
      'planning.updated a',
      'planning.status_changed a',
      'planning.completed a',
      'planning.deleted b',
    ]);
    assert.deepEqual(
      bench.steps.map(({ session, turn_id, call_id, revision }) => [
        session,
        turn_id,
        call_id,
        revision,
      ]),
      [1, 2, 3].map((call) => [SESSION, turn, `call-${call}`, call]),
    );
    assert.deepEqual(bench.steps[1]?.events[2], {
      kind: 'planning.completed',
      item: {
        id: 'a',
        content: 'Do a',
        status: 'completed',
        active_form: '',
        parent_id: null,
        depends_on: [],
      },
      previous_state: {
        id: 'a',
        content: 'Do a',
        status: 'pending',
        active_form: '',
        parent_id: null,
        depends_on: [],
      },
    });
    assert.deepEqual(seen, [0, 0, 0]);
    listening.dispose();
    await bench.asHosted('call-4', moved('pending'));
    assert.equal(seen.length, 3);
    assert.equal(bench.steps.length, 4);
  });

  it('[PT.78] are none for refusals, readings, turns, calls that change nothing, and another order', async () => {
    const { bench, turn } = await openPlanned();
    await bench.asHosted('call-1', update(1, [step('a'), step('b')]));
    const before = bench.steps.length;
    await bench.asHosted('stale', update(9, []));
    await bench.asHosted('read', readPlan);
    await bench.asHosted('same', moved('pending'));
    await bench.asGuest('guest-same', moved('pending'));
    await bench.asHosted('nothing', { name: 'update_task_statuses', input: { updates: [] } });
    await bench.asHosted('order', update(2, [step('b'), step('a')]));
    await bench.asHosted('words', update(3, [step('b'), step('a')], 'Another explanation'));
    await bench.asHosted('order', update(2, [step('b'), step('a')]));
    await bench.beginTurn();
    await rejectsWith(
      'turn_not_current',
      bench.asHosted('late', moved('completed'), { turn_id: turn }),
    );
    const signal = { cancelled: true };
    await rejectsWith('cancelled', bench.asHosted('off', moved('completed'), { signal }));
    bench.store.faults.beforeAppend = () => {
      throw new PlanError('store_unavailable', 'The disk is full.');
    };
    await rejectsWith('store_unavailable', bench.asHosted('failed', moved('completed')));
    assert.equal(bench.steps.length, before);
    assert.equal((await bench.plan())?.revision, 4);
  });

  it('[PT.87] are none for what an application changes in the store itself', async () => {
    const { bench } = await openPlanned();
    const before = bench.steps.length;
    const loaded = await bench.store.load(SESSION);
    assert.ok(loaded?.record.plan);
    const { record, generation } = loaded;
    const plan = { ...loaded.record.plan, revision: 2, steps: [step('b')] };
    await bench.store.append(SESSION, generation, { record: { ...record, plan }, events: [] });
    assert.deepEqual((await bench.service.snapshot(SESSION))?.plan, plan);
    assert.equal(bench.steps.length, before);
    // The next call tells of its own change only.
    await bench.asHosted('call-1', { name: 'add_task', input: { content: 'Do c' } });
    assert.deepEqual(
      bench.steps.slice(before).flatMap(({ events }) => events.map(({ item }) => item.content)),
      ['Do c'],
    );
  });

  it('[PTx.17] and all else that is handed out can change nothing that others get', async () => {
    const bench = openBench();
    const configuration = { planning: true, subtasks: false, tools: ['update_plan', 'read_plan'] };
    await bench.openTurn(SESSION, configuration);
    const frozen: unknown[] = [];
    const deface = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      frozen.push(Object.isFrozen(value));
      for (const part of Object.values(value)) deface(part);
    };
    bench.service.onDidChangeSteps(deface);
    bench.service.onDidCommit(deface);
    const input = { expected_revision: 0, steps: [step('a')] };
    const result = await bench.asHosted('call-1', { name: 'update_plan', input });
    assert.ok(frozen.length > 20 && frozen.every((is) => is === true));

    const before = structuredClone(await bench.stored());
    const heard = structuredClone(bench.heard);
    const recorded = structuredClone(await bench.store.recordedCall(SESSION, 'call-1'));
    // What the caller gave and got is its own: not frozen, and of no consequence.
    input.steps.push(step('b'));
    input.steps[0] = step('c');
    configuration.tools.push('write_plan');
    result.content.length = 0;
    Object.assign(result, { isError: true });
    const snapshot = await bench.service.snapshot(SESSION);
    snapshot?.plan?.steps.pop();
    const page = await bench.service.events(SESSION, 0, 10);
    if (page.kind === 'events') for (const event of page.events) Object.assign(event, { at: '' });
    assert.deepEqual(await bench.stored(), before);
    assert.deepEqual(bench.heard, heard);
    assert.deepEqual(await bench.store.recordedCall(SESSION, 'call-1'), recorded);
  });

  it('[PT.78] reach every subscriber, also when one throws, and no answer is lost by that', async () => {
    const bench = openBench();
    await bench.openTurn();
    const failure = new Error('listener');
    bench.service.onDidChangeSteps(() => {
      throw failure;
    });
    const later: number[] = [];
    bench.service.onDidChangeSteps(({ revision }) => later.push(revision));
    const result = await bench.asHosted('call-1', update(0, [step('a')]));
    assert.equal(result.isError, false);
    assert.equal((await bench.asHosted('call-2', moved('completed'))).isError, false);
    assert.deepEqual(later, [1, 2]);
    assert.deepEqual(
      bench.log.entries.map(({ error }) => error),
      [failure, failure],
    );
    await bench.service.dispose();
    await bench.asHosted('call-3', moved('pending'));
    assert.deepEqual(later, [1, 2]);
  });
});

describe('a call that changes nothing', () => {
  it('[FC.34] of a single step is a success: tool_finished, no plan_updated and no revision', async () => {
    const { bench } = await openPlanned();
    const before = await bench.plan();
    const calls: PlanCommand[] = [
      moved('pending'),
      { name: 'update_task_statuses', input: { updates: [{ task_id: 'a', status: 'pending' }] } },
      {
        name: 'update_task_statuses',
        input: {
          updates: [
            { task_id: 'a', status: 'completed' },
            { task_id: 'a', status: 'pending' },
          ],
        },
      },
      { name: 'update_task_statuses', input: { updates: [] } },
    ];
    for (const [index, command] of calls.entries()) {
      const result = await bench.asHosted(`call-${index + 1}`, command);
      assert.equal(result.isError, false);
      assert.equal(result.structuredContent?.['revision'], 1);
      const last = (await bench.events()).at(-1);
      assert.deepEqual(last?.type === 'tool_finished' && last.data, {
        name: command.name,
        call_id: `call-${index + 1}`,
        result,
      });
    }
    assert.deepEqual(await bench.plan(), before);
    assert.equal(bench.steps.length, 1);
  });
});
