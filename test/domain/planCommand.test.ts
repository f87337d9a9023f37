import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { inputSchemas, PLAN_TOOL_NAMES, type PlanToolName } from '../../src/domain/planCommand';
import { call, given, planAt, readPlan, statuses, stored, SUBTASKS } from './planFixtures';

const parses = (name: PlanToolName, mode: 'plain' | 'subtasks', input: unknown) =>
  inputSchemas[name][mode].safeParse(input).success;

const jsonSchemaOf = (name: PlanToolName, mode: 'plain' | 'subtasks') =>
  z.toJSONSchema(inputSchemas[name][mode] as z.ZodMiniType, { io: 'input' });

const bothModes = PLAN_TOOL_NAMES.flatMap((name) =>
  (['plain', 'subtasks'] as const).map((mode) => ({ name, mode })),
);

describe('the input schemas', () => {
  it('[PT.33][PT.28] take content alone, and with active form and status', () => {
    for (const mode of ['plain', 'subtasks'] as const) {
      const write = (item: object) => parses('write_plan', mode, { items: [item] });
      assert.ok(write({ content: 'x' }));
      assert.ok(write({ content: 'x', id: 'a', status: 'cancelled', active_form: 'xing' }));
      assert.ok(!write({ id: 'a' }));
      assert.ok(!write({ content: 'x', description: 'x' }));
      assert.ok(!write({ content: 1 }));
      assert.ok(parses('add_task', mode, { content: 'x' }));
      assert.ok(parses('add_task', mode, { content: 'x', active_form: 'xing' }));
      assert.ok(!parses('add_task', mode, { active_form: 'xing' }));
    }
  });

  it('[PT.34] know pending, in_progress, completed and cancelled, in both modes, and no other words', () => {
    const accepted = (mode: 'plain' | 'subtasks', status: string) => [
      parses('write_plan', mode, { items: [{ content: 'x', status }] }),
      parses('update_task_status', mode, { task_id: 'a', status }),
      parses('update_task_statuses', mode, { updates: [{ task_id: 'a', status }] }),
    ];
    for (const mode of ['plain', 'subtasks'] as const) {
      for (const status of ['pending', 'in_progress', 'completed', 'cancelled']) {
        assert.deepEqual(accepted(mode, status), [true, true, true]);
      }
      for (const status of ['done', 'COMPLETED', 'in-progress', '']) {
        assert.deepEqual(accepted(mode, status), [false, false, false]);
      }
    }
    assert.deepEqual(accepted('subtasks', 'blocked'), [true, true, true]);
  });

  it('[PT.55][PT.56][PT.57] have without subtasks no parent, no prerequisites and no blocked', () => {
    for (const extra of [{ parent_id: 'a' }, { depends_on: [] }, { status: 'blocked' }]) {
      const input = { items: [{ content: 'x', ...extra }] };
      assert.ok(!parses('write_plan', 'plain', input));
      assert.ok(parses('write_plan', 'subtasks', input));
    }
    for (const name of ['update_task_status', 'update_task_statuses'] as const) {
      const one = { task_id: 'a', status: 'blocked' };
      assert.ok(!parses(name, 'plain', name === 'update_task_status' ? one : { updates: [one] }));
    }
    assert.ok(!parses('read_plan', 'plain', { hierarchical: true }));
    assert.ok(parses('read_plan', 'subtasks', { hierarchical: true }));
  });

  it('allow no field that they do not name, and no session', () => {
    for (const { name, mode } of bothModes) {
      const schema = jsonSchemaOf(name, mode);
      assert.equal(schema.additionalProperties, false, name);
      assert.ok(!Object.keys(schema.properties ?? {}).some((key) => key.includes('session')), name);
    }
  });

  it('[PT.89] have no integer anywhere beside the revision: steps are named by id', () => {
    for (const { name, mode } of bothModes) {
      const text = JSON.stringify(jsonSchemaOf(name, mode));
      const numbers = text.match(/"type":"(?:integer|number)"/g) ?? [];
      assert.equal(numbers.length, name === 'update_plan' ? 1 : 0, `${name} ${mode}`);
      assert.doesNotMatch(text, /index|position/i);
    }
  });

  it('[PT.90] the ids that read_plan shows are the ones that the other tools take', () => {
    const plan = planAt(1, [stored('k7f'), stored('m2x'), stored('q9z')]);
    const { text } = given(plan).when(readPlan);
    const shown = [...text.matchAll(/\[(\w+)\] Do/g)].map(([, id]) => id ?? '');
    assert.deepEqual(shown, ['k7f', 'm2x', 'q9z']);
    const [first = '', second = '', third = ''] = shown;
    const on = given(plan, { mode: SUBTASKS });
    const moved = on.when(call('update_task_status', { task_id: second, status: 'completed' }));
    assert.equal(statuses(moved.then({})), 'k7f:pending m2x:completed q9z:pending');
    assert.equal(
      statuses(on.when(call('remove_task', { task_id: first })).then({})),
      'm2x:pending q9z:pending',
    );
    on.when(call('set_dependency', { task_id: third, depends_on_id: first })).then({ revision: 2 });
    on.when(call('add_subtask', { parent_id: third, content: 'x' })).then({ revision: 2 });
    // A place in the list is no name.
    on.when(call('update_task_status', { task_id: '2', status: 'completed' })).thenRefused(
      'unknown_step',
    );
  });
});
