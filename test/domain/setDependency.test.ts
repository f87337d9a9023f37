import assert from 'node:assert/strict';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import { call, given, planAt, statuses, stored, SUBTASKS } from './planFixtures';

const link = (task_id: string, depends_on_id: string) =>
  call('set_dependency', { task_id, depends_on_id });
const on = (steps: readonly PlanStep[] | null) =>
  given(steps && planAt(4, steps, 'Why'), { mode: SUBTASKS });

describe('set_dependency', () => {
  it('[PT.47][PT.48] makes one step wait for another and blocks it, and says so', () => {
    for (const status of ['pending', 'in_progress'] as const) {
      const run = on([stored('a'), stored('b', { status })]).when(link('b', 'a'));
      run.then({
        revision: 5,
        explanation: 'Why',
        steps: [stored('a'), stored('b', { status: 'blocked', depends_on: ['a'] })],
      });
      assert.match(run.text, /"Do b" \[b\].*"Do a" \[a\].*blocked automatically/);
    }
  });

  it('[PT.47] appends to what the step waits for already', () => {
    const steps = [stored('a'), stored('x'), stored('b', { status: 'blocked', depends_on: ['x'] })];
    const run = on(steps).when(link('b', 'a'));
    assert.deepEqual(run.then({}).steps[2]?.depends_on, ['x', 'a']);
    assert.match(run.text, /stays blocked/);
    assert.doesNotMatch(run.text, /automatically/);
  });

  it('[PT.47][PT.49] a resolved prerequisite holds nobody, only the link is stored', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      for (const dependent of ['pending', 'in_progress', 'completed'] as const) {
        const run = on([stored('a', { status }), stored('b', { status: dependent })]).when(
          link('b', 'a'),
        );
        const next = run.then({ revision: 5 });
        assert.equal(statuses(next), `a:${status} b:${dependent}`);
        assert.deepEqual(next.steps[1]?.depends_on, ['a']);
        assert.match(run.text, new RegExp(`stays ${dependent}`));
        assert.doesNotMatch(run.text, /automatically/);
      }
    }
  });

  it('[PTx.14] a cancelled or completed dependent keeps its status and gets the link', () => {
    for (const status of ['cancelled', 'completed'] as const) {
      const next = on([stored('a'), stored('b', { status })])
        .when(link('b', 'a'))
        .then({});
      assert.deepEqual(next.steps[1], stored('b', { status, depends_on: ['a'] }));
    }
  });

  it('[PTx.15] a step blocked by hand that gains a resolved prerequisite is freed, and the answer says so', () => {
    const run = on([stored('a', { status: 'completed' }), stored('b', { status: 'blocked' })]).when(
      link('b', 'a'),
    );
    assert.equal(statuses(run.then({})), 'a:completed b:pending');
    assert.match(run.text, /was blocked and is pending now/);
  });

  it('reconciles the whole list only where the link blocks nobody', () => {
    // b waits for nothing open any more; another agent left it blocked.
    const stale = [
      stored('done', { status: 'completed' }),
      stored('b', { status: 'blocked', depends_on: ['done'] }),
      stored('c'),
      stored('d'),
    ];
    assert.equal(
      statuses(on(stale).when(link('c', 'done')).then({})),
      'done:completed b:pending c:pending d:pending',
    );
    assert.equal(
      statuses(on(stale).when(link('c', 'd')).then({})),
      'done:completed b:blocked c:blocked d:pending',
    );
  });

  it('[PT.51][FC.28] refuses a step that would wait for itself', () => {
    assert.match(
      on([stored('a')])
        .when(link('a', 'a'))
        .thenRefused('self_dependency'),
      /a -> a/,
    );
  });

  it('[PT.52][FC.28] refuses a circle of two, of three and a long one, naming the way', () => {
    const chain = (count: number): PlanStep[] =>
      Array.from({ length: count }, (_, at) =>
        at === 0
          ? stored('s0')
          : stored(`s${at}`, { status: 'blocked', depends_on: [`s${at - 1}`] }),
      );
    const refusal = (count: number) =>
      on(chain(count))
        .when(link('s0', `s${count - 1}`))
        .thenRefused('dependency_cycle');
    assert.match(refusal(2), /: s0 -> s1 -> s0\./);
    assert.match(refusal(3), /: s0 -> s2 -> s1 -> s0\./);
    assert.match(refusal(32), /: s0 -> s31 -> .* -> s1 -> s0\./);
  });

  it('[PT.52] refuses a circle whatever the statuses are', () => {
    for (const status of ['completed', 'cancelled', 'pending'] as const satisfies StepStatus[]) {
      on([stored('a', { status }), stored('b', { status, depends_on: ['a'] })])
        .when(link('a', 'b'))
        .thenRefused('dependency_cycle');
    }
  });

  it('takes a child that waits for its parent, and a parent that waits for its child', () => {
    const steps = [stored('p'), stored('c', { parent_id: 'p' })];
    on(steps).when(link('c', 'p')).then({ revision: 5 });
    on(steps).when(link('p', 'c')).then({ revision: 5 });
  });

  it('[PT.53] refuses a prerequisite that is there already', () => {
    for (const status of ['completed', 'pending'] as const) {
      const steps = [stored('a', { status }), stored('b', { depends_on: ['a'] })];
      assert.match(
        on(steps).when(link('b', 'a')).thenRefused('duplicate_dependency'),
        /"Do b" \[b\] already depends on "Do a" \[a\]/,
      );
    }
  });

  it('looks for the step, then for the prerequisite, then at itself, circle and repetition', () => {
    const steps = [stored('a', { depends_on: ['a', 'b'] }), stored('b', { depends_on: ['a'] })];
    assert.match(on(steps).when(link('x', 'y')).thenRefused('unknown_step'), /"x"/);
    on(steps).when(link('x', 'x')).thenRefused('unknown_step');
    assert.match(on(steps).when(link('a', 'y')).thenRefused('unknown_prerequisite'), /"y"/);
    on(steps).when(link('a', 'a')).thenRefused('self_dependency');
    on(steps).when(link('a', 'b')).thenRefused('dependency_cycle');
    on(null).when(link('a', 'b')).thenRefused('unknown_step');
  });
});

describe('get_available_tasks', () => {
  const available = (steps: readonly PlanStep[] | null) =>
    on(steps).when(call('get_available_tasks', {}));

  it('[PT.54] lists in plan order what is open and waits for nothing, with those in progress', () => {
    const run = available([
      stored('done', { status: 'completed' }),
      stored('waits', { depends_on: ['open'] }),
      stored('run', { status: 'in_progress' }),
      stored('hand', { status: 'blocked' }),
      stored('off', { status: 'cancelled' }),
      stored('free', { depends_on: ['done', 'off', 'missing'] }),
      stored('open'),
    ]);
    run.thenAnswers();
    assert.match(
      run.text,
      /:\n1\. \[~\] \[run\] Do run\n2\. \[ \] \[free\] Do free\n3\. \[ \] \[open\] Do open$/,
    );
  });

  it('[PT.54] says so where there is none', () => {
    for (const steps of [
      null,
      [],
      [stored('a', { status: 'completed' })],
      [stored('a', { status: 'blocked' })],
    ]) {
      const run = available(steps);
      run.thenAnswers();
      assert.match(run.text, /^No step can be worked on now/);
    }
  });

  it('[FC.28] a circle that is already in the data hides no other step, and a done prerequisite holds nobody', () => {
    const { text } = available([
      stored('a', { depends_on: ['b'] }),
      stored('b', { depends_on: ['a'] }),
      stored('self', { depends_on: ['self'] }),
      stored('done', { status: 'completed', depends_on: ['a'] }),
      stored('free', { depends_on: ['done'] }),
    ]);
    assert.match(text, /:\n1\. \[ \] \[free\] Do free$/);
  });
});
