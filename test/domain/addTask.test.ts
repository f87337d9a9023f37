import assert from 'node:assert/strict';
import { call, given, manySteps, planAt, stored, SUBTASKS } from './planFixtures';

const BEFORE = planAt(
  2,
  [stored('a', { status: 'completed' }), stored('b', { status: 'in_progress' })],
  'Why',
);

describe('add_task', () => {
  it('[PT.27] appends one pending step at the end and leaves the others and the explanation', () => {
    const run = given(BEFORE).when(call('add_task', { content: 'One more' }));
    run.then({
      revision: 3,
      turn_id: 'turn-1',
      call_id: 'call-1',
      explanation: 'Why',
      steps: [...BEFORE.steps, { id: 'new1', description: 'One more', status: 'pending' }],
    });
    assert.match(run.text, /"One more" \[new1\]/);
    assert.deepEqual(run.outcome.result.structuredContent, {
      revision: 3,
      step_count: 3,
      task_id: 'new1',
    });
  });

  it('[PT.27] begins a plan where there is none', () => {
    given(null)
      .when(call('add_task', { content: 'First' }))
      .then({ revision: 1, steps: [stored('new1', { description: 'First' })] });
  });

  it('[PT.28] keeps an active form, and none where it is left out or empty', () => {
    const added = (active_form?: string) =>
      given(null)
        .when(
          call('add_task', {
            content: 'Run tests',
            ...(active_form !== undefined && { active_form }),
          }),
        )
        .then({}).steps[0];
    assert.deepEqual(added('Running tests'), {
      ...stored('new1', { description: 'Run tests' }),
      active_form: 'Running tests',
    });
    assert.deepEqual(added(''), stored('new1', { description: 'Run tests' }));
    assert.deepEqual(added(), stored('new1', { description: 'Run tests' }));
  });

  it('refuses what breaks the bounds of a text, and says that nothing was changed', () => {
    const long = 'é'.repeat(121);
    for (const [code, content, active_form] of [
      ['blank_description', ' ', ''],
      ['description_too_long', long, ''],
      ['control_character', 'a\tb', ''],
      ['active_form_too_long', 'a', long],
      ['control_character', 'a', '\ud800'],
    ] as const) {
      const run = given(BEFORE).when(call('add_task', { content, active_form }));
      assert.match(run.thenRefused(code), /not added; nothing was changed/);
    }
    const longest = 'é'.repeat(120);
    given(BEFORE)
      .when(call('add_task', { content: longest, active_form: longest }))
      .then({ revision: 3 });
  });

  it('refuses the 33rd step and says when the 32nd was taken', () => {
    const add = call('add_task', { content: 'One more' });
    const full = given(planAt(1, manySteps(31))).when(add);
    assert.match(full.text, /Note: the plan is full now\.$/);
    assert.match(
      given(full.then({ revision: 2 }))
        .when(add)
        .thenRefused('too_many_steps'),
      /33.*32/,
    );
    assert.doesNotMatch(given(planAt(1, manySteps(30))).when(add).text, /full/);
  });

  it('[FC.32] answers with the first eight open steps, and how many more there are', () => {
    for (const [before, told] of [
      [7, /\n8\. \[ \] \[new1\] One more$/],
      [8, /\n8\. \[ \] \[s8\] Do s8\nand 1 more$/],
    ] as const) {
      const run = given(planAt(1, manySteps(before)));
      assert.match(run.when(call('add_task', { content: 'One more' })).text, told);
    }
  });

  it('looks at the text before it counts, and tells of both', () => {
    const run = given(planAt(1, manySteps(32))).when(call('add_task', { content: ' ' }));
    assert.match(run.thenRefused('blank_description'), /blank\.\n- .*33.*32/);
  });
});

describe('add_subtask', () => {
  const under = (parent_id: string, content = 'Part') =>
    call('add_subtask', { parent_id, content });

  it('[PT.46] appends a pending child at the end of the list and names its parent', () => {
    const run = given(BEFORE, { mode: SUBTASKS }).when(
      call('add_subtask', { parent_id: 'a', content: 'Part', active_form: 'Parting' }),
    );
    run.then({
      revision: 3,
      explanation: 'Why',
      steps: [
        ...BEFORE.steps,
        {
          id: 'new1',
          description: 'Part',
          status: 'pending',
          active_form: 'Parting',
          parent_id: 'a',
        },
      ],
    });
    assert.match(run.text, /"Part" \[new1\] under "Do a" \[a\]/);
    assert.equal(run.outcome.result.structuredContent?.['task_id'], 'new1');
  });

  it('[PT.46] at any depth, and below any status, which stays as it is', () => {
    for (const status of ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const) {
      const parent = stored('p', { status, parent_id: 'root' });
      const steps = [stored('root'), parent, stored('last')];
      const next = given(planAt(1, steps), { mode: SUBTASKS }).when(under('p')).then({});
      assert.deepEqual(next.steps, [
        ...steps,
        stored('new1', { description: 'Part', parent_id: 'p' }),
      ]);
    }
  });

  it('refuses a parent that is not there before it looks at anything else', () => {
    const run = given(planAt(1, manySteps(32)), { mode: SUBTASKS }).when(under('gone', ''));
    assert.match(run.thenRefused('unknown_parent'), /"gone"/);
    given(null, { mode: SUBTASKS }).when(under('a')).thenRefused('unknown_parent');
  });

  it('refuses what breaks a bound', () => {
    given(BEFORE, { mode: SUBTASKS }).when(under('a', ' ')).thenRefused('blank_description');
    given(planAt(1, manySteps(32)), { mode: SUBTASKS })
      .when(under('s1'))
      .thenRefused('too_many_steps');
  });
});
