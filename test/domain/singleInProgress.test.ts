import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import { planningMode } from '../../src/domain/toolset';
import { call, given, planAt, statuses, step, stored, update } from './planFixtures';

const CONVENTION = planningMode({ planning: true, subtasks: true });
const STRICT = planningMode({ planning: true, subtasks: true, single_in_progress: 'strict' });
const RUNNING = stored('a', { status: 'in_progress' });
const BEFORE = planAt(5, [RUNNING, stored('b')]);
const running = (id: string) => step(id, { status: 'in_progress' });

/** Each way to put a second step in progress. */
const second: readonly (readonly [string, PlanCommand])[] = [
  [
    'write_plan',
    call('write_plan', {
      items: ['a', 'b'].map((id) => ({ id, content: `Do ${id}`, status: 'in_progress' })),
    }),
  ],
  ['update_task_status', call('update_task_status', { task_id: 'b', status: 'in_progress' })],
  [
    'update_task_statuses',
    call('update_task_statuses', { updates: [{ task_id: 'b', status: 'in_progress' }] }),
  ],
];

describe('one step in progress', () => {
  it('[FC.30] is a rule of update_plan, whatever the setting is', () => {
    for (const mode of [CONVENTION, STRICT]) {
      const text = given(BEFORE, { mode })
        .when(update(5, [running('a'), running('b')]))
        .thenRefused('multiple_in_progress');
      assert.match(text, /Steps 1, 2 /);
    }
  });

  for (const [name, command] of second) {
    it(`[FC.30][PT.36] ${name} stores a second one and asks for one at a time`, () => {
      const run = given(BEFORE, { mode: CONVENTION }).when(command);
      assert.equal(statuses(run.then({ revision: 6 })), 'a:in_progress b:in_progress');
      assert.match(run.text, /\nNote: 2 steps are in progress; keep one at a time\.$/);
    });

    it(`[FC.30] ${name} refuses a second one when the setting is strict, and takes the first`, () => {
      const text = given(BEFORE, { mode: STRICT })
        .when(command)
        .thenRefused('multiple_in_progress');
      assert.match(text, /[Nn]o changes|not updated|Nothing was changed/);
      assert.match(text, /\ba\b[^]*\bb\b/);
      if (name === 'write_plan') return;
      const free = planAt(5, [stored('a'), stored('b')]);
      given(free, { mode: STRICT }).when(command).then({ revision: 6 });
    });
  }

  it('[FC.30] strict judges a batch by what it comes to', () => {
    const batch = (...ids: [string, 'completed' | 'in_progress'][]) =>
      given(BEFORE, { mode: STRICT }).when(
        call('update_task_statuses', {
          updates: ids.map(([task_id, status]) => ({ task_id, status })),
        }),
      );
    assert.equal(
      statuses(batch(['b', 'in_progress'], ['a', 'completed']).then({})),
      'a:completed b:in_progress',
    );
    const text = batch(['gone', 'completed'], ['b', 'in_progress']).thenRefused('unknown_step');
    assert.match(text, /"gone"[^]*At most one step may be in_progress; it would be a, b/);
  });

  it('strict stands in no way of a plan that has two already: it may be read, finished and restated', () => {
    const two = planAt(5, [RUNNING, stored('b', { status: 'in_progress' }), stored('c')]);
    const on = given(two, { mode: STRICT });
    on.when(call('update_task_status', { task_id: 'a', status: 'completed' })).then({
      revision: 6,
    });
    on.when(call('update_task_status', { task_id: 'a', status: 'in_progress' })).thenAnswers();
    on.when(call('add_task', { content: 'More' })).then({ revision: 6 });
    on.when(call('update_task_status', { task_id: 'c', status: 'in_progress' })).thenRefused(
      'multiple_in_progress',
    );
  });

  it('none in progress is always right', () => {
    for (const mode of [CONVENTION, STRICT]) {
      const run = given(BEFORE, { mode }).when(
        call('write_plan', { items: [{ content: 'One' }, { content: 'Two' }] }),
      );
      run.then({ revision: 6 });
      assert.doesNotMatch(run.text, /in progress/);
    }
  });
});
