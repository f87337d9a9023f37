import assert from 'node:assert/strict';
import { currentStep } from '../../src/domain/currentStep';
import type { PlanStep } from '../../src/domain/plan';
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
