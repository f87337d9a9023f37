import assert from 'node:assert/strict';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import { call, given, manySteps, planAt, PLAIN, statuses, stored, SUBTASKS } from './planFixtures';

type Entry = readonly [id: string, status: StepStatus];

function batch(steps: readonly PlanStep[], entries: readonly Entry[], mode = SUBTASKS) {
  const updates = entries.map(([task_id, status]) => ({ task_id, status }));
  return given(planAt(5, steps), { mode }).when(call('update_task_statuses', { updates }));
}

const CHAIN = [
  stored('a', { status: 'in_progress' }),
  stored('b', { status: 'blocked', depends_on: ['a'] }),
];

describe('update_task_statuses', () => {
  it('[PT.30] applies several as one revision and answers with a line for each', () => {
    const run = batch(
      manySteps(3),
      [
        ['s1', 'completed'],
        ['s3', 'in_progress'],
      ],
      PLAIN,
    );
    assert.equal(statuses(run.then({ revision: 6 })), 's1:completed s2:pending s3:in_progress');
    assert.match(
      run.text,
      /^2 entries:\n- "Do s1" \[s1\] is completed\.\n- "Do s3" \[s3\] is in_progress\.\nPlan revision 6: 3 steps, 1 completed\.\n/,
    );
  });

  it('counts a single entry in the singular', () => {
    assert.match(batch(manySteps(2), [['s1', 'completed']]).text, /^1 entry:\n- /);
  });

  it('[PT.31][PTx.9] applies none when one cannot be, and lists every problem', () => {
    const run = batch(CHAIN, [
      ['a', 'pending'],
      ['gone', 'completed'],
      ['b', 'in_progress'],
      ['other', 'pending'],
    ]);
    const text = run.thenRefused('unknown_step');
    assert.match(text, /No changes: the plan stays at revision 5/);
    assert.match(text, /Entry 2: .*"gone"/);
    assert.match(text, /Entry 3: .*"Do b" \[b\].*waits for a/);
    assert.match(text, /Entry 4: .*"other"/);
    assert.doesNotMatch(text, /Entry 1/);
  });

  it('[PTx.8] judges each entry with the earlier ones applied', () => {
    const good = batch(CHAIN, [
      ['a', 'completed'],
      ['b', 'in_progress'],
    ]);
    assert.equal(statuses(good.then({ revision: 6 })), 'a:completed b:in_progress');
    batch(CHAIN, [
      ['b', 'in_progress'],
      ['a', 'completed'],
    ]).thenRefused('blocked_step_started');
    // Not reconciled in between: b is still as it was when the last entry is judged.
    const reopened = batch(CHAIN, [
      ['a', 'completed'],
      ['b', 'completed'],
      ['a', 'pending'],
    ]);
    assert.equal(statuses(reopened.then({})), 'a:pending b:completed');
    batch(CHAIN, [
      ['a', 'completed'],
      ['b', 'blocked'],
    ]).thenRefused('nothing_to_wait_for');
  });

  it('reconciles once, at the end, and says what came of an entry', () => {
    const run = batch(CHAIN, [
      ['b', 'blocked'],
      ['a', 'cancelled'],
    ]);
    assert.equal(statuses(run.then({})), 'a:cancelled b:pending');
    assert.match(run.text, /- "Do b" \[b\] is pending, not blocked: it waits for nothing\./);
    const undone = batch(CHAIN, [
      ['a', 'completed'],
      ['b', 'in_progress'],
      ['a', 'in_progress'],
    ]);
    undone.thenAnswers();
    assert.match(undone.text, /- "Do b" \[b\] is blocked, not in_progress: it waits for a\./);
  });

  it('of two entries for one step the last wins, and both lines show what is stored', () => {
    const run = batch(manySteps(1), [
      ['s1', 'completed'],
      ['s1', 'cancelled'],
    ]);
    assert.equal(statuses(run.then({})), 's1:cancelled');
    assert.equal(run.text.match(/^- "Do s1" \[s1\] is cancelled\.$/gm)?.length, 2);
  });

  it('has nothing to do for an empty list, with and without a plan', () => {
    for (const plan of [null, planAt(5, CHAIN)]) {
      const run = given(plan).when(call('update_task_statuses', { updates: [] }));
      run.thenAnswers();
      assert.match(run.text, /nothing to do/);
    }
  });

  it('names every entry also where all 32 texts are as long as can be', () => {
    const steps = manySteps(32).map((each) => ({ ...each, description: 'word '.repeat(48) }));
    const run = batch(
      steps,
      steps.map(({ id }) => [id, 'completed'] as const),
      PLAIN,
    );
    for (const { id } of steps)
      assert.match(run.text, new RegExp(`^- "word [^\\n]* \\[${id}\\] is completed\\.$`, 'm'));
  });

  it('shows the first 32 entries and counts the others', () => {
    const run = batch(
      manySteps(1),
      Array.from({ length: 40 }, () => ['s1', 'completed'] as const),
    );
    assert.equal(run.text.match(/^- "Do s1"/gm)?.length, 32);
    assert.match(run.text, /^40 entries:[^]*\n- and 8 more\n/);
  });
});

describe('a status that a step already has', () => {
  it('[FC.34] makes no revision, alone and in a batch, and the answer still shows the plan', () => {
    const plan = planAt(5, [stored('a', { status: 'in_progress' }), stored('b')]);
    for (const command of [
      call('update_task_status', { task_id: 'a', status: 'in_progress' }),
      call('update_task_statuses', { updates: [{ task_id: 'a', status: 'in_progress' }] }),
      call('update_task_statuses', {
        updates: [
          { task_id: 'b', status: 'completed' },
          { task_id: 'b', status: 'pending' },
        ],
      }),
    ]) {
      const run = given(plan).when(command);
      assert.deepEqual(run.thenAnswers().structuredContent, { revision: 5, step_count: 2 });
      assert.match(run.text, /Nothing changed\.\nPlan revision 5: 2 steps, 0 completed\.\nOpen:/);
    }
  });

  it('[FC.34] nor does asking for a start that comes to what was stored', () => {
    const plan = planAt(5, CHAIN);
    given(plan, { mode: PLAIN })
      .when(call('update_task_status', { task_id: 'b', status: 'in_progress' }))
      .thenAnswers();
  });
});
