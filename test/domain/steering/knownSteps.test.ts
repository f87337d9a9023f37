import assert from 'node:assert/strict';
import { KnownSteps } from '../../../src/domain/steering/knownSteps';
import { planOf, step } from './draftFixtures';

const one = [step('a')];
const two = [step('a'), step('b')];

describe('steps that a plan had before', () => {
  it('a plan is back at the latest revision that had its steps, with others since', () => {
    const known = new KnownSteps();
    assert.equal(known.add(planOf(one, 1)), undefined);
    assert.equal(known.add(planOf(one, 2)), undefined, 'nothing was otherwise since');
    assert.equal(known.add(planOf(two, 3)), undefined);
    assert.equal(known.add(planOf(one, 4)), 2);
    assert.equal(known.add(planOf(two, 5)), 3);
  });

  it('a plan that was cleared again is not back anywhere', () => {
    const known = new KnownSteps();
    const told = [[], one, []].map((steps, at) => known.add(planOf(steps, at + 1)));
    assert.deepEqual(told, [undefined, undefined, undefined]);
  });

  it('who goes on from what others know learns without telling them', () => {
    const known = new KnownSteps();
    known.add(planOf(one, 1));
    const own = new KnownSteps(known);
    assert.equal(own.add(planOf(one, 2)), undefined);
    own.add(planOf(two, 3));
    assert.equal(own.add(planOf(one, 4)), 2);
    assert.equal(known.add(planOf(two, 3)), undefined);
  });
});
