import assert from 'node:assert/strict';
import type { PlanStep } from '../../src/domain/plan';
import {
  given,
  planAt,
  PLAIN,
  statuses,
  step,
  stored,
  SUBTASKS,
  update,
  type StepInput,
} from './planFixtures';

const FAMILY = [
  stored('a', { status: 'in_progress' }),
  stored('b', { status: 'blocked', depends_on: ['a', 'x'], active_form: 'Doing b' }),
  stored('c', { parent_id: 'a' }),
  stored('x', { status: 'completed' }),
];

const on = (before: readonly PlanStep[], steps: readonly StepInput[], mode = SUBTASKS) =>
  given(planAt(4, before), { mode }).when(update(4, steps));

describe('update_plan over steps with parents and prerequisites', () => {
  it('keeps for a surviving id what it cannot say: active form, parent and prerequisites', () => {
    for (const mode of [SUBTASKS, PLAIN]) {
      const run = on(FAMILY, [step('x'), step('c'), step('b'), step('a')], mode);
      assert.deepEqual(run.then({ revision: 5 }).steps, [
        stored('x'),
        stored('c', { parent_id: 'a' }),
        stored('b', { status: 'blocked', depends_on: ['a', 'x'], active_form: 'Doing b' }),
        stored('a'),
      ]);
      assert.match(run.text, /\nb: blocked\n/);
    }
  });

  it('drops the links to ids that the new list has not', () => {
    const next = on(FAMILY, [step('b'), step('c')]).then({});
    assert.deepEqual(next.steps, [stored('b', { active_form: 'Doing b' }), stored('c')]);
    const one = on(FAMILY, [step('b'), step('a')]).then({});
    assert.deepEqual(one.steps[0]?.depends_on, ['a']);
  });

  it('frees what waits for nothing any more, and blocks what has to wait', () => {
    const done = on(FAMILY, [
      step('a', { status: 'completed' }),
      step('b'),
      step('x', { status: 'completed' }),
    ]);
    assert.equal(statuses(done.then({})), 'a:completed b:pending x:completed');
    const open = on(FAMILY, [step('a', { status: 'completed' }), step('b'), step('x')]);
    assert.equal(statuses(open.then({})), 'a:completed b:blocked x:pending');
  });

  it('refuses to start a step that waits, naming what for', () => {
    const list = [step('a'), step('b', { status: 'in_progress' }), step('x')];
    assert.match(
      on(FAMILY, list).thenRefused('blocked_step_started'),
      /- Step 2: .*waits for a, x/,
    );
    const freed = [step('a', { status: 'completed' }), step('b', { status: 'in_progress' })];
    assert.equal(statuses(on(FAMILY, freed).then({})), 'a:completed b:in_progress');
  });

  it('tells of a start that waits after everything else that is wrong', () => {
    const text = on(FAMILY, [
      step('a', { description: '' }),
      step('b', { status: 'in_progress' }),
      step('c', { status: 'in_progress' }),
    ]).thenRefused('blank_description');
    assert.match(
      text,
      /description is blank[^]*Steps 2, 3 are in_progress[^]*Step 2: it cannot be in_progress/,
    );
  });

  it('blocks it without subtasks and says so', () => {
    const run = on(FAMILY, [step('a'), step('b', { status: 'in_progress' })], PLAIN);
    assert.equal(statuses(run.then({})), 'a:pending b:blocked');
    assert.match(run.text, /Note: "Do b" \[b\] is blocked: it waits for a\./);
  });

  it('names the steps that are gone and were cancelled or blocked, and no others', () => {
    const before = [
      stored('off', { status: 'cancelled' }),
      stored('wait', { status: 'blocked' }),
      stored('open'),
      stored('done', { status: 'completed' }),
      stored('kept', { status: 'cancelled' }),
    ];
    const { text, outcome } = on(before, [step('kept')]);
    assert.equal(statuses(outcome.plan), 'kept:pending');
    assert.equal(
      text,
      [
        'Plan revision 5: 1 step, 0 completed.',
        'kept: pending',
        'Removed, status was cancelled:',
        '- "Do off" [off]',
        'Removed, status was blocked:',
        '- "Do wait" [wait]',
      ].join('\n'),
    );
    assert.doesNotMatch(on(before.slice(2, 4), []).text, /Removed/);
  });
});
