import assert from 'node:assert/strict';
import fc from 'fast-check';
import { reconcileBlocks, withoutDanglingLinks } from '../../src/domain/blocking';
import { isResolved, type PlanStep, type StepStatus } from '../../src/domain/plan';
import { anyGraph } from './planArbitraries';
import { stored } from './planFixtures';

const ALL: readonly StepStatus[] = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'];

function outcome(
  prerequisites: readonly StepStatus[],
  dependent: StepStatus,
): StepStatus | undefined {
  const before = prerequisites.map((status, at) => stored(`p${at}`, { status }));
  const step = stored('d', { status: dependent, depends_on: before.map(({ id }) => id) });
  return reconcileBlocks([step, ...before])[0]?.status;
}

describe('blocks are reconciled', () => {
  it('[PT.48] what waits for an open step is blocked, from pending and from in progress', () => {
    for (const open of ['pending', 'in_progress', 'blocked'] as const) {
      assert.equal(outcome([open], 'pending'), 'blocked');
      assert.equal(outcome([open], 'in_progress'), 'blocked');
      assert.equal(outcome(['completed', open], 'pending'), 'blocked');
      assert.equal(outcome(['completed', open], 'blocked'), 'blocked');
    }
  });

  it('[PT.49][PT.50] what waits for nothing any more is pending, never in progress again', () => {
    for (const done of ['completed', 'cancelled'] as const) {
      assert.equal(outcome([done], 'blocked'), 'pending');
      assert.equal(outcome([done, 'cancelled'], 'blocked'), 'pending');
      assert.equal(outcome([done], 'in_progress'), 'in_progress');
    }
  });

  it('a completed or cancelled step is never moved', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      for (const other of ALL) assert.equal(outcome([other], status), status);
    }
  });

  it('[PTx.6] a step without prerequisites is never moved', () => {
    for (const status of ALL) {
      for (const step of [stored('a', { status }), stored('a', { status, depends_on: [] })]) {
        assert.deepEqual(reconcileBlocks([step]), [step]);
      }
    }
  });

  it('a prerequisite that is not in the plan counts as met', () => {
    const step = stored('a', { status: 'blocked', depends_on: ['gone'] });
    assert.equal(reconcileBlocks([step])[0]?.status, 'pending');
  });

  it('freeing one step does not free what waits for it', () => {
    const chain = [
      stored('a', { status: 'completed' }),
      stored('b', { status: 'blocked', depends_on: ['a'] }),
      stored('c', { status: 'blocked', depends_on: ['b'] }),
    ];
    assert.deepEqual(
      reconcileBlocks(chain).map(({ status }) => status),
      ['completed', 'pending', 'blocked'],
    );
  });

  it('one pass is enough for any graph, changes nothing but statuses, and leaves its input', () => {
    fc.assert(
      fc.property(anyGraph, (steps) => {
        const before = structuredClone(steps);
        const once = reconcileBlocks(steps);
        assert.deepEqual(steps, before);
        assert.deepEqual(reconcileBlocks(once), once);
        once.forEach((step, at) => {
          const old = steps[at];
          assert.deepEqual({ ...step, status: '' }, { ...old, status: '' });
          assert.equal(step.status, old && judged(old, steps));
        });
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The rule again, as the specification words it. */
function judged(step: PlanStep, steps: readonly PlanStep[]): StepStatus {
  if (!step.depends_on || step.depends_on.length === 0) return step.status;
  const open = step.depends_on
    .map((id) => steps.find((each) => each.id === id))
    .some((prerequisite) => prerequisite && !isResolved(prerequisite.status));
  if (open && (step.status === 'pending' || step.status === 'in_progress')) return 'blocked';
  return !open && step.status === 'blocked' ? 'pending' : step.status;
}

describe('links to steps that are not there', () => {
  it('are dropped, and everything else stays, in its order', () => {
    const whole = stored('c', { parent_id: 'a', depends_on: ['b', 'a'], active_form: 'Doing c' });
    const steps = [
      stored('a', { parent_id: 'gone' }),
      stored('b', { depends_on: ['gone'], active_form: 'Doing b' }),
      whole,
      stored('d', { depends_on: ['c', 'gone', 'a'], parent_id: 'gone' }),
      stored('e', { depends_on: ['gone'], parent_id: 'a' }),
      stored('f', { depends_on: ['a'], parent_id: 'gone' }),
    ];
    assert.deepEqual(withoutDanglingLinks(steps), [
      stored('a'),
      stored('b', { active_form: 'Doing b' }),
      whole,
      stored('d', { depends_on: ['c', 'a'] }),
      stored('e', { parent_id: 'a' }),
      stored('f', { depends_on: ['a'] }),
    ]);
  });
});
