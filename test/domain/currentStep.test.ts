import assert from 'node:assert/strict';
import { currentStep, currentText } from '../../src/domain/currentStep';
import { isComplete, openSteps, planProgress, type PlanStep } from '../../src/domain/plan';
import { utf8Bytes } from '../../src/domain/textLimits';
import { planAt, stored } from './planFixtures';

const IN_PROGRESS = { status: 'in_progress' } as const;

function named(...steps: readonly PlanStep[]): string | undefined {
  return currentStep(planAt(1, steps))?.id;
}

describe('the current step', () => {
  it('is the innermost one in progress, also past steps that are not', () => {
    const steps = [
      stored('root', IN_PROGRESS),
      stored('middle', { parent_id: 'root' }),
      stored('leaf', { ...IN_PROGRESS, parent_id: 'middle' }),
      stored('other', IN_PROGRESS),
    ];
    assert.equal(named(...steps), 'leaf');
    assert.equal(named(...steps.toReversed()), 'other');
    assert.equal(named(...steps.slice(0, 2)), 'root');
  });

  it('is the first one still open where none is in progress', () => {
    assert.equal(named(stored('a', { status: 'completed' }), stored('b'), stored('c')), 'b');
    assert.equal(named(stored('a', { status: 'cancelled' })), undefined);
    assert.equal(currentStep(null), undefined);
  });

  it('is the first one in progress where parents run in a circle', () => {
    const circle = [
      stored('a', { ...IN_PROGRESS, parent_id: 'b' }),
      stored('b', { ...IN_PROGRESS, parent_id: 'a' }),
    ];
    assert.equal(named(...circle), 'a');
  });
});

describe('what a list says of a plan', () => {
  const planOf = (...steps: readonly PlanStep[]) => planAt(1, steps);

  it('is the step to name, in the words for a step in progress where it has them', () => {
    const doing = stored('b', { ...IN_PROGRESS, active_form: 'Doing b' });
    assert.equal(currentText(planOf(stored('a'), doing)), 'Doing b');
    assert.equal(currentText(planOf(stored('b', IN_PROGRESS))), 'Do b');
    assert.equal(currentText(planOf(stored('b', { active_form: 'Doing b' }))), 'Do b');
    assert.equal(currentText(planOf(stored('a', { status: 'completed' }))), '');
    assert.equal(currentText(null), '');
  });

  it('[FC.51] is cut to 120 bytes, between graphemes', () => {
    const of = (description: string) => currentText(planOf(stored('a', { description })));
    assert.equal(of('é'.repeat(60)), 'é'.repeat(60));
    assert.equal(of('é'.repeat(61)), `${'é'.repeat(58)}…`);
    assert.ok(utf8Bytes(of('👩‍👩‍👧‍👦'.repeat(9))) <= 120);
  });

  it('counts what is marked complete, of all, and what is open: neither that nor cancelled', () => {
    const statuses = ['completed', 'cancelled', 'pending', 'in_progress', 'blocked'] as const;
    const plan = planOf(...statuses.map((status) => stored(status, { status })));
    assert.deepEqual([planProgress(plan), openSteps(plan)], [{ completed: 1, total: 5 }, 3]);
    assert.deepEqual([planProgress(null), openSteps(null)], [{ completed: 0, total: 0 }, 0]);
  });

  it('is complete only where every step is marked complete and there is one', () => {
    const done = stored('a', { status: 'completed' });
    assert.equal(isComplete(planOf(done)), true);
    assert.equal(isComplete(planOf(done, stored('b', { status: 'cancelled' }))), false);
    assert.equal(isComplete(planOf()), false);
    assert.equal(isComplete(null), false);
  });
});
