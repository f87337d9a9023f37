import assert from 'node:assert/strict';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import { call, given, planAt, PLAIN, statuses, stored, SUBTASKS } from './planFixtures';

const set = (task_id: string, status: StepStatus) =>
  call('update_task_status', { task_id, status });
const waiting = (id: string, on: readonly string[], status: StepStatus = 'blocked') =>
  stored(id, { status, depends_on: [...on] });

function after(steps: readonly PlanStep[], id: string, status: StepStatus, mode = SUBTASKS) {
  const run = given(planAt(5, steps), { mode }).when(set(id, status));
  return { text: run.text, statuses: statuses(run.then({ revision: 6 })) };
}

describe('update_task_status', () => {
  it('[PT.29] moves the one step with this id and nothing else', () => {
    const steps = [stored('a', { description: 'Same' }), stored('b', { description: 'Same' })];
    const run = given(planAt(5, steps, 'Why')).when(set('b', 'in_progress'));
    run.then({
      revision: 6,
      turn_id: 'turn-1',
      explanation: 'Why',
      steps: [steps[0] ?? stored('a'), stored('b', { description: 'Same', status: 'in_progress' })],
    });
    assert.match(run.text, /^"Same" \[b\] is in_progress\.\n/);
  });

  it('[PT.34] gives each of the four statuses, and takes a finished step up again', () => {
    for (const from of ['pending', 'in_progress', 'completed', 'cancelled'] as const) {
      for (const to of ['pending', 'in_progress', 'completed', 'cancelled'] as const) {
        if (from === to) continue;
        assert.equal(after([stored('a', { status: from })], 'a', to, PLAIN).statuses, `a:${to}`);
      }
    }
  });

  it('refuses blocked without subtasks, also for an unknown id', () => {
    const text = given(planAt(5, [stored('a')]))
      .when(set('gone', 'blocked'))
      .thenRefused('subtasks_disabled');
    assert.match(text, /^ERROR: The status blocked needs subtasks, which are switched off here/);
  });

  it('lists what is open behind the counts, and nothing where all is done', () => {
    const last = given(planAt(5, [stored('a')])).when(set('a', 'completed'));
    assert.match(last.text, /\nPlan revision 6: 1 step, 1 completed\.$/);
    const one = given(planAt(5, [stored('a'), stored('b')])).when(set('a', 'completed'));
    assert.match(one.text, /\nOpen:\n2\. \[ \] \[b\] Do b$/);
  });

  it('refuses an id that is not there, and tells which', () => {
    for (const plan of [null, planAt(5, []), planAt(5, [stored('a')])]) {
      assert.match(
        given(plan).when(set('gone', 'completed')).thenRefused('unknown_step'),
        /"gone"/,
      );
    }
  });

  it('refuses to start what waits, naming what for; without subtasks it blocks it and says so', () => {
    const steps = [stored('a'), stored('x'), waiting('b', ['x', 'a'], 'pending')];
    const refusal = given(planAt(5, steps), { mode: SUBTASKS })
      .when(set('b', 'in_progress'))
      .thenRefused('blocked_step_started');
    assert.match(refusal, /"Do b" \[b\].*x, a/);
    const plain = after(steps, 'b', 'in_progress', PLAIN);
    assert.equal(plain.statuses, 'a:pending x:pending b:blocked');
    assert.match(plain.text, /"Do b" \[b\] is blocked, not in_progress: it waits for x, a/);
  });

  it('[PTx.4] answers with the stored status, not with the one that was asked for', () => {
    const steps = [stored('a'), waiting('b', ['a'], 'completed')];
    const run = after(steps, 'b', 'pending');
    assert.equal(run.statuses, 'a:pending b:blocked');
    assert.match(run.text, /^"Do b" \[b\] is blocked, not pending: it waits for a\.\n/);
  });

  it('[PTx.5] refuses to block by hand what would be freed at once', () => {
    for (const on of [['a'], ['a', 'gone']]) {
      const steps = [stored('a', { status: 'completed' }), waiting('b', on, 'pending')];
      const text = given(planAt(5, steps), { mode: SUBTASKS })
        .when(set('b', 'blocked'))
        .thenRefused('nothing_to_wait_for');
      assert.match(text, /"Do b" \[b\] cannot be blocked: everything it depends on is completed/);
    }
    const open = [stored('a'), waiting('b', ['a'], 'completed')];
    assert.equal(after(open, 'b', 'blocked').statuses, 'a:pending b:blocked');
  });

  it('[PTx.6] what is blocked by hand and waits for nothing stays so until it is changed by hand', () => {
    const blocked = given(planAt(5, [stored('a'), stored('b')]), { mode: SUBTASKS })
      .when(set('a', 'blocked'))
      .then({ revision: 6 });
    const later = given(blocked, { mode: SUBTASKS }).when(set('b', 'completed')).then({});
    assert.equal(statuses(later), 'a:blocked b:completed');
    assert.equal(after(later.steps, 'a', 'pending').statuses, 'a:pending b:completed');
  });

  it('completes and cancels a blocked step directly', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      const run = after([stored('a'), waiting('b', ['a'])], 'b', status);
      assert.equal(run.statuses, `a:pending b:${status}`);
    }
  });
});

describe('what a status does to the steps that wait', () => {
  it('[PT.49] the last prerequisite completed frees the dependent', () => {
    const steps = [waiting('b', ['a']), stored('a', { status: 'in_progress' })];
    assert.equal(after(steps, 'a', 'completed').statuses, 'b:pending a:completed');
  });

  it('[PT.50] so does the last one cancelled', () => {
    assert.equal(
      after([stored('a'), waiting('b', ['a'])], 'a', 'cancelled').statuses,
      'a:cancelled b:pending',
    );
  });

  it('one of two prerequisites resolved leaves it blocked', () => {
    const steps = [stored('a'), stored('x'), waiting('b', ['a', 'x'])];
    assert.equal(after(steps, 'a', 'completed').statuses, 'a:completed x:pending b:blocked');
  });

  it('only the next in a chain is freed', () => {
    const steps = [stored('a'), waiting('b', ['a']), waiting('c', ['b'])];
    assert.equal(after(steps, 'a', 'completed').statuses, 'a:completed b:pending c:blocked');
  });

  it('[PTx.16] a prerequisite that is taken up again blocks a dependent that is pending or in progress', () => {
    for (const status of ['pending', 'in_progress'] as const) {
      for (const again of ['pending', 'in_progress'] as const) {
        const steps = [stored('a', { status: 'completed' }), waiting('b', ['a'], status)];
        assert.equal(after(steps, 'a', again).statuses, `a:${again} b:blocked`);
      }
    }
  });

  it('never moves a dependent that is completed or cancelled', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      const steps = [stored('a', { status: 'completed' }), waiting('b', ['a'], status)];
      assert.equal(after(steps, 'a', 'pending').statuses, `a:pending b:${status}`);
    }
  });

  it('a parent may be completed with open children, which stay as they are', () => {
    const steps = [stored('p'), stored('c', { parent_id: 'p' })];
    assert.equal(after(steps, 'p', 'completed').statuses, 'p:completed c:pending');
  });

  it('[PTx.12] links that another agent stored count also for a caller without subtasks', () => {
    const steps = [
      stored('a'),
      waiting('b', ['a']),
      stored('c', { status: 'completed' }),
      waiting('d', ['c'], 'pending'),
    ];
    assert.equal(
      after(steps, 'a', 'completed', PLAIN).statuses,
      'a:completed b:pending c:completed d:pending',
    );
    assert.equal(
      after(steps, 'c', 'pending', PLAIN).statuses,
      'a:pending b:blocked c:pending d:blocked',
    );
  });
});
