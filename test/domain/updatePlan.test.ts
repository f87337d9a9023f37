import assert from 'node:assert/strict';
import type { PlanStep } from '../../src/domain/plan';
import { given, manySteps, planAt, readPlan, step, update } from './planFixtures';

describe('update_plan decides on a whole list', () => {
  it('[DP.15] the new list replaces the old one: what it does not hold is gone', () => {
    const steps = [step('c'), step('a', { status: 'completed' })];
    given(planAt(1, manySteps(5)))
      .when(update(1, steps))
      .then({ steps });
  });

  it('[DP.16] an id that stays keeps denoting its step, whatever becomes of its text and place', () => {
    const carried: PlanStep = { ...step('build'), active_form: 'Building' };
    const next = given(planAt(3, [carried, step('test')]))
      .when(
        update(3, [step('test'), step('build', { description: 'Build all', status: 'completed' })]),
      )
      .then({ revision: 4 });
    assert.deepEqual(next.steps, [
      step('test'),
      {
        ...step('build', { description: 'Build all', status: 'completed' }),
        active_form: 'Building',
      },
    ]);
  });

  it('[DP.16] a step under a new id inherits nothing from one with the same text', () => {
    const carried: PlanStep = { ...step('old', { description: 'Same' }), active_form: 'Doing' };
    const steps = [step('new', { description: 'Same' })];
    given(planAt(1, [carried]))
      .when(update(1, steps))
      .then({ steps });
  });

  for (const [row, status] of [
    ['DP.17', 'pending'],
    ['DP.18', 'in_progress'],
    ['DP.19', 'completed'],
  ] as const) {
    it(`[${row}] the status ${status} is stored as given`, () => {
      const steps = [step('a', { status })];
      given(null).when(update(0, steps)).then({ steps });
    });
  }

  it('[DP.17][DP.18][DP.19] all three statuses stand in one list', () => {
    const steps = [
      step('a', { status: 'completed' }),
      step('b', { status: 'in_progress' }),
      step('c', { status: 'pending' }),
    ];
    given(null).when(update(0, steps)).then({ steps });
  });

  it('[DP.22] no step has to be in progress', () => {
    const steps = [step('a'), step('b', { status: 'completed' })];
    given(null).when(update(0, steps)).then({ steps });
  });

  it('[DP.33] an empty list clears the plan and leaves a document', () => {
    const { outcome } = given(planAt(2, manySteps(3))).when(update(2, []));
    assert.deepEqual(outcome.plan?.steps, []);
    assert.deepEqual(outcome.result.structuredContent, { revision: 3, step_count: 0 });
  });

  it('[DP.34] clearing takes the next revision, and so does writing after it', () => {
    const cleared = given(planAt(2, manySteps(3)))
      .when(update(2, []))
      .then({ revision: 3 });
    given(cleared)
      .when(update(3, [step('a')]))
      .then({ revision: 4 });
    given(cleared)
      .when(update(0, [step('a')]))
      .thenRefused('stale_revision');
  });

  it('[DP.35] before the first write the revision is 0, for the reader and for the writer', () => {
    const read = given(null).when(readPlan).thenAnswers();
    assert.deepEqual(read.structuredContent, { revision: 0, step_count: 0 });
    given(null)
      .when(update(1, [step('a')]))
      .thenRefused('stale_revision');
    given(null)
      .when(update(0, [step('a')]))
      .then({ revision: 1 });
  });

  it('[DP.36] each accepted list adds exactly one, also when it is the same list again', () => {
    const steps = manySteps(2);
    const first = given(null).when(update(0, steps)).then({ revision: 1 });
    const second = given(first).when(update(1, steps)).then({ revision: 2, steps });
    given(second).when(update(2, steps)).then({ revision: 3, steps });
  });

  it('[DP.37][DP.38] the document names the turn and the call that wrote it', () => {
    given(planAt(1, manySteps(2)))
      .when(update(1, manySteps(1)), { turn_id: 'turn-9', call_id: 'call-7' })
      .then({ turn_id: 'turn-9', call_id: 'call-7' });
  });

  it('[DP.51] the document has its five fields, and the steps theirs, in the order given', () => {
    const next = given(null)
      .when(update(0, [step('b'), step('a')], 'Why'))
      .then({});
    assert.deepEqual(next, {
      revision: 1,
      turn_id: 'turn-1',
      call_id: 'call-1',
      explanation: 'Why',
      steps: [
        { id: 'b', description: 'Do b', status: 'pending' },
        { id: 'a', description: 'Do a', status: 'pending' },
      ],
    });
    assert.deepEqual(Object.keys(next), ['revision', 'turn_id', 'call_id', 'explanation', 'steps']);
  });

  it('an explanation that is left out is stored as empty, not kept from before', () => {
    given(planAt(1, manySteps(1), 'Old reason'))
      .when(update(1, manySteps(1)))
      .then({ explanation: '' });
  });

  it('an accepted list is answered with its counts and one line per step', () => {
    const { text, outcome } = given(null).when(
      update(0, [step('a', { status: 'completed' }), step('b', { status: 'in_progress' })]),
    );
    assert.equal(text, 'Plan revision 1: 2 steps, 1 completed.\na: completed\nb: in_progress');
    assert.deepEqual(outcome.result.structuredContent, { revision: 1, step_count: 2 });
    assert.match(
      given(null).when(update(0, [step('a')])).text,
      /^Plan revision 1: 1 step, 0 completed\./,
    );
  });

  it('the stored list is no alias of the input', () => {
    const steps = [step('a')];
    const next = given(null).when(update(0, steps)).then({});
    Object.assign(steps[0] ?? {}, { description: 'changed afterwards' });
    assert.deepEqual(next.steps, [step('a')]);
  });
});

describe('update_plan refuses a stale revision', () => {
  const plan = planAt(4, [
    step('a', { status: 'completed' }),
    step('b', { status: 'in_progress' }),
  ]);

  it('[DP.39][DP.40] it is an error that changes nothing and shows what is current', () => {
    for (const expected of [0, 3, 5, Number.MAX_SAFE_INTEGER]) {
      const text = given(plan)
        .when(update(expected, [step('x')]))
        .thenRefused('stale_revision');
      assert.match(text, /revision 4/);
      assert.match(text, /[Nn]othing was changed/);
      assert.match(text, /\nCurrent plan:\n.*\[x\] \[a\] Do a\n.*\[~\] \[b\] Do b/);
      assert.doesNotMatch(text, /no plan yet|no steps/);
    }
  });

  it('[DP.39] with no plan, and with a cleared one, the revision to pass is named', () => {
    assert.match(
      given(null).when(update(2, [])).thenRefused('stale_revision'),
      /must be 0, not 2\. Nothing was changed\.$/,
    );
    assert.match(
      given(planAt(7, [])).when(update(2, [])).thenRefused('stale_revision'),
      /at revision 7\. Nothing was changed\. The plan has no steps; .* expected_revision 7\.$/,
    );
  });

  it('[DP.39] a list that is stale and invalid at once is only called stale', () => {
    const text = given(plan)
      .when(update(3, [step('', { description: '' })]))
      .thenRefused('stale_revision');
    assert.doesNotMatch(text, /blank|must be 1 to 64/);
  });

  it('[FC.16] of two lists on one base the second meets a conflict that shows the first', () => {
    const first = given(plan)
      .when(update(4, [step('mine')]))
      .then({ revision: 5 });
    const text = given(first)
      .when(update(4, [step('other')]))
      .thenRefused('stale_revision');
    assert.match(text, /\[mine\] Do mine/);
    assert.match(text, /pass expected_revision 5/);
  });
});

describe('a step is known by its id alone', () => {
  it('[FC.23] of two steps with the same title only the one that was meant is finished', () => {
    const twins = [
      step('a', { description: 'Run tests' }),
      step('b', { description: 'Run tests' }),
    ];
    const next = given(planAt(1, twins))
      .when(
        update(1, [
          step('a', { description: 'Run tests' }),
          step('b', { description: 'Run tests', status: 'completed' }),
        ]),
      )
      .then({ revision: 2 });
    assert.deepEqual(
      next.steps.map(({ id, status }) => [id, status]),
      [
        ['a', 'pending'],
        ['b', 'completed'],
      ],
    );
  });

  it('[FC.23] a renamed step keeps its id', () => {
    const next = given(planAt(1, [step('a')]))
      .when(update(1, [step('a', { description: 'Quite another title' })]))
      .then({});
    assert.deepEqual(next.steps, [step('a', { description: 'Quite another title' })]);
  });
});
