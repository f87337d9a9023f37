import assert from 'node:assert/strict';
import { removedBetween } from '../../src/domain/planHistory';
import type { PlanDocument } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { lookUpIds } from '../../src/service/stepIds';
import { call, decided, given, planAt, statuses, stored, SUBTASKS } from './planFixtures';

/** A session with its memory of removed steps and a maker of ids, and nothing else of a service. */
function session(uuids: readonly string[]) {
  const made = uuids[Symbol.iterator]();
  const removed = new Map<string, number>();
  let plan: PlanDocument | null = null;
  return {
    async run(command: PlanCommand) {
      const store = {
        removedSteps: (_: string, ids: readonly string[]) =>
          Promise.resolve(new Map([...removed].filter(([id]) => ids.includes(id)))),
      };
      const maker = { uuid: () => made.next().value ?? assert.fail('no more ids') };
      const ids = await lookUpIds(store, 's', plan, command, maker);
      const outcome = decided(plan, command, { mode: SUBTASKS, ...ids });
      if (outcome.plan) {
        for (const id of removedBetween(plan, outcome.plan)) removed.set(id, outcome.plan.revision);
        plan = outcome.plan;
      }
      return { text: outcome.result.content[0]?.text ?? '', statuses: statuses(plan) };
    },
  };
}

const uuid = (eight: string) => `${eight}-0000-4000-8000-000000000000`;

describe('the ids of steps', () => {
  it('[PTx.1] a generated one is the first 8 characters of a UUID', async () => {
    const { run } = session([uuid('0a1b2c3d'), uuid('99999999'), uuid('deadbeef')]);
    assert.equal((await run(call('add_task', { content: 'x' }))).statuses, '0a1b2c3d:pending');
    const written = await run(
      call('write_plan', {
        items: [{ content: 'x' }, { id: 'own', content: 'y' }, { content: 'z' }],
      }),
    );
    assert.equal(written.statuses, '99999999:pending own:pending deadbeef:pending');
  });

  it('[FC.24] one that was removed is not made again, and whoever names it hears which revision removed it', async () => {
    const { run } = session(['77777777', '77777777', '88888888', '99999999'].map(uuid));
    await run(call('add_task', { content: 'Seven' }));
    await run(call('remove_task', { task_id: '77777777' }));
    const again = await run(call('add_task', { content: 'Eight' }));
    assert.equal(again.statuses, '88888888:pending');
    for (const command of [
      call('update_task_status', { task_id: '77777777', status: 'completed' }),
      call('update_task_statuses', { updates: [{ task_id: '77777777', status: 'completed' }] }),
      call('remove_task', { task_id: '77777777' }),
      call('add_subtask', { parent_id: '77777777', content: 'x' }),
      call('set_dependency', { task_id: '77777777', depends_on_id: '88888888' }),
      call('set_dependency', { task_id: '88888888', depends_on_id: '77777777' }),
    ]) {
      assert.match(
        (await run(command)).text,
        /^ERROR: .*"77777777" was removed in revision 2\b/s,
        command.name,
      );
    }
    const never = await run(call('remove_task', { task_id: 'never' }));
    assert.match(never.text, /no step with the id "never"/);
  });

  it('[FC.24] the refusal has the code of an unknown step', () => {
    given(planAt(5, [stored('a')]), { removedIn: new Map([['b', 3]]) })
      .when(call('update_task_status', { task_id: 'b', status: 'completed' }))
      .thenRefused('unknown_step');
  });

  it('those that one revision removed are told in their old order', () => {
    const before = planAt(1, [stored('c'), stored('a'), stored('b')]);
    assert.deepEqual(removedBetween(before, planAt(2, [stored('a'), stored('d')])), ['c', 'b']);
    assert.deepEqual(removedBetween(before, null), ['c', 'a', 'b']);
    assert.deepEqual(removedBetween(null, before), []);
  });
});

describe('a plan from the first call to the last', () => {
  it('[PT.1] is made, followed, changed and finished by its tools alone', async () => {
    const { run } = session(['1', '2', '3', '4'].map((digit) => uuid(digit.repeat(8))));
    await run(
      call('write_plan', {
        items: [{ content: 'Read' }, { content: 'Write' }, { content: 'Drop me' }],
      }),
    );
    await run(call('update_task_status', { task_id: '11111111', status: 'in_progress' }));
    await run(
      call('update_task_statuses', {
        updates: [
          { task_id: '11111111', status: 'completed' },
          { task_id: '22222222', status: 'in_progress' },
        ],
      }),
    );
    await run(call('add_task', { content: 'Check' }));
    await run(call('remove_task', { task_id: '33333333' }));
    const open = await run(call('read_plan', {}));
    assert.match(
      open.text,
      /1\. \[x\] \[11111111\] Read\n2\. \[~\] \[22222222\] Write\n3\. \[ \] \[44444444\] Check\n\nSummary: 1 completed, 1 in progress, 1 pending$/,
    );
    await run(call('update_task_status', { task_id: '22222222', status: 'completed' }));
    await run(call('update_task_status', { task_id: '44444444', status: 'completed' }));
    assert.match(
      (await run(call('read_plan', {}))).text,
      /revision 7[^]*3 completed[^]*Every step is done/,
    );
  });
});
