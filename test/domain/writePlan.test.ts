import assert from 'node:assert/strict';
import { call, given, manySteps, planAt, statuses, stored, step, SUBTASKS } from './planFixtures';
import type { PlanInput } from '../../src/domain/planCommand';

type Items = PlanInput<'write_plan'>['items'];
const write = (items: Items) => call('write_plan', { items });

describe('write_plan replaces the whole list', () => {
  it('[PT.23] makes a plan where there was none', () => {
    const next = given(null)
      .when(write([{ content: 'One' }, { content: 'Two', status: 'in_progress' }]))
      .then({ revision: 1, turn_id: 'turn-1', call_id: 'call-1', explanation: '' });
    assert.deepEqual(next.steps, [
      { id: 'new1', description: 'One', status: 'pending' },
      { id: 'new2', description: 'Two', status: 'in_progress' },
    ]);
  });

  it('[PT.24][PT.117] keeps of the plan before only what is passed again, the explanation neither', () => {
    const before = planAt(
      4,
      [
        stored('a', { status: 'completed' }),
        stored('b', { active_form: 'Doing b' }),
        stored('c', { status: 'cancelled' }),
      ],
      'Why',
    );
    given(before)
      .when(write([{ id: 'b', content: 'Do b' }]))
      .then({ revision: 5, explanation: '', steps: [stored('b')] });
    const all: Items = [
      { id: 'a', content: 'Do a', status: 'completed' },
      { id: 'b', content: 'Do b', active_form: 'Doing b' },
      { id: 'c', content: 'Do c', status: 'cancelled' },
    ];
    given(before).when(write(all)).then({ revision: 5, steps: before.steps });
  });

  it('[PT.33][PT.34] stores content, active form and each of the four statuses as given', () => {
    const items = (['pending', 'in_progress', 'completed', 'cancelled'] as const).map((status) => ({
      id: status,
      content: `Do ${status}`,
      status,
      active_form: `Doing ${status}`,
    }));
    const next = given(null).when(write(items)).then({});
    assert.deepEqual(
      next.steps,
      items.map(({ content, ...rest }) => ({ ...rest, description: content })),
    );
  });

  it('clears with an empty list, as a revision of its own', () => {
    const run = given(planAt(2, [stored('a')])).when(write([]));
    run.then({ revision: 3, steps: [] });
    assert.match(run.text, /revision 3 .*0 steps[^]*No plan/);
  });

  it('takes the same list as a new revision', () => {
    const before = planAt(2, [stored('a')]);
    given(before)
      .when(write([{ id: 'a', content: 'Do a' }]))
      .then({ revision: 3, steps: before.steps });
  });

  it('[PTx.17] keeps no part of the input', () => {
    const items: Items = [
      { id: 'a', content: 'Do a' },
      { id: 'b', content: 'Do b', depends_on: ['a'] },
    ];
    const next = given(null, { mode: SUBTASKS }).when(write(items)).then({});
    const copy = structuredClone(next);
    items[1]?.depends_on?.push('x');
    Object.assign(items[0] ?? {}, { content: 'changed afterwards' });
    assert.deepEqual(next, copy);
  });
});

describe('what write_plan answers', () => {
  it('says how many steps there are and shows them without ids', () => {
    const { text, outcome } = given(null).when(
      write([
        { id: 'aa', content: 'First', status: 'completed' },
        { id: 'bb', content: 'Second', status: 'in_progress' },
        { id: 'cc', content: 'Third' },
        { id: 'dd', content: 'Fourth', status: 'cancelled' },
      ]),
    );
    assert.equal(
      text,
      [
        'Plan revision 1 written: 4 steps.',
        '',
        '1. [x] First',
        '2. [~] Second',
        '3. [ ] Third',
        '4. [-] Fourth',
        '(1/4 completed)',
      ].join('\n'),
    );
    assert.deepEqual(outcome.result.structuredContent, { revision: 1, step_count: 4 });
  });

  it('[PTx.29] shows what is stored and not what was asked', () => {
    const { text, outcome } = given(null, { mode: SUBTASKS }).when(
      write([
        { id: 'a', content: 'First', status: 'completed' },
        { id: 'b', content: 'Second' },
        { id: 'c', content: 'Waits', status: 'in_progress', depends_on: ['b'] },
        { id: 'd', content: 'Free', status: 'blocked', depends_on: ['a'] },
      ]),
    );
    assert.equal(statuses(outcome.plan), 'a:completed b:pending c:blocked d:pending');
    assert.match(
      text,
      /: 4 steps\.\n\n1\. \[x\] First\n2\. \[ \] Second\n3\. \[!\] Waits\n4\. \[ \] Free\n\(1\/4/,
    );
    assert.doesNotMatch(text, /in progress/);
  });

  it('[PT.36] asks for one step at a time where more are in progress, and only there', () => {
    const two = given(null).when(
      write([
        { content: 'One', status: 'in_progress' },
        { content: 'Two', status: 'in_progress' },
      ]),
    );
    two.then({ revision: 1 });
    assert.match(two.text, /\nNote: 2 steps are in progress; keep one at a time\.$/);
    const one = given(null).when(write([{ content: 'One', status: 'in_progress' }]));
    assert.doesNotMatch(one.text, /Note/);
  });

  it('[FC.6] a list for a new goal starts at nothing done, and says what is gone and which revision holds it', () => {
    const before = planAt(7, [
      stored('a', { status: 'completed' }),
      stored('b', { status: 'in_progress' }),
      stored('c', { status: 'cancelled' }),
      stored('d', { status: 'blocked', depends_on: ['b'] }),
      stored('e'),
    ]);
    const run = given(before).when(
      write([{ content: 'Other goal' }, { id: 'e', content: 'Do e' }]),
    );
    const next = run.then({ revision: 8 });
    assert.equal(statuses(next), 'new1:pending e:pending');
    assert.match(
      run.text,
      /\(0\/2 completed\)\nNote: 2 unfinished steps [^\n]*revision 7 still holds them:\n- Do b\n- Do d$/,
    );
  });

  it('[FC.6] names one in the singular, eight at most, and nothing where only finished steps are gone', () => {
    const one = given(planAt(3, [stored('a')])).when(write([]));
    assert.match(
      one.text,
      /1 unfinished step .* is not in this one; revision 3 still holds it:\n- Do a$/,
    );
    const many = given(planAt(3, manySteps(11))).when(write([]));
    assert.match(many.text, /11 unfinished steps .* are not in this one; .* holds them:\n/);
    assert.match(many.text, /\n- Do s8\n- and 3 more$/);
    const eight = given(planAt(3, manySteps(8))).when(write([]));
    assert.match(eight.text, /\n- Do s8$/);
    const done = given(planAt(3, [step('a', { status: 'completed' })])).when(write([]));
    assert.doesNotMatch(done.text, /Note/);
  });

  it('leaving the ids out makes other steps of the same words', () => {
    const before = planAt(1, [stored('a')]);
    const run = given(before).when(write([{ content: 'Do a' }]));
    assert.equal(statuses(run.outcome.plan), 'new1:pending');
    assert.match(run.text, /1 unfinished step/);
  });
});
