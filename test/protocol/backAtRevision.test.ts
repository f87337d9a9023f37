import assert from 'node:assert/strict';
import type { PlanStep } from '../../src/domain/plan';
import { KnownSteps } from '../../src/domain/steering/knownSteps';
import { toRevisionHeaders } from '../../src/protocol/planView';
import { updatePlanEvent } from './revisionFixtures';

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => {
  return { id, description: `Do ${id}`, status: 'pending', ...more };
};
const A = [step('a')];
const B = [step('a'), step('b')];
const C = [step('c')];

function eventsOf(...lists: PlanStep[][]) {
  return lists.map((steps, at) => updatePlanEvent(at + 1, { steps }));
}

/** Newest first. */
function backOf(...lists: PlanStep[][]): (number | undefined)[] {
  return toRevisionHeaders(eventsOf(...lists), null).map(({ back }) => back);
}

describe('a plan that is back at an earlier revision', () => {
  it('is known by its steps, however it came there, and the latest that had them is named', () => {
    assert.deepEqual(backOf(A, B, A), [1, undefined, undefined]);
    assert.deepEqual(backOf(A, B, A, C, A), [3, undefined, 1, undefined, undefined]);
    assert.deepEqual(backOf(A, B, C), [undefined, undefined, undefined]);
  });

  it('is not back where nothing was in between, nor where only the list is empty again', () => {
    assert.deepEqual(backOf(A, A), [undefined, undefined]);
    assert.deepEqual(backOf([], A, []), [undefined, undefined, undefined]);
  });

  it('is back although cancelled steps are missing, which many agents cannot write', () => {
    const cancelled = [step('a'), step('x', { status: 'cancelled' })];
    assert.deepEqual(backOf(cancelled, B, A), [1, undefined, undefined]);
    assert.deepEqual(backOf(A, B, [step('a', { status: 'completed' })])[0], undefined);
  });

  it('is found when revisions are told one by one, and by whoever goes on from there', () => {
    const [one, two, three, four] = eventsOf(A, B, A, B);
    assert.ok(one && two && three && four);
    const known = new KnownSteps();
    const first = toRevisionHeaders([one, two], null, known);
    const copy = new KnownSteps(known);
    const [third] = toRevisionHeaders(
      [three],
      two.type === 'plan_updated' ? two.data.plan : null,
      known,
    );
    assert.deepEqual([first.map(({ back }) => back), third?.back], [[undefined, undefined], 1]);
    const plan = three.type === 'plan_updated' ? three.data.plan : null;
    assert.equal(toRevisionHeaders([four], plan, known)[0]?.back, 2);
    assert.equal(toRevisionHeaders([four], plan, copy)[0]?.back, 2);
  });
});
