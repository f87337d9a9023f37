import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inTreeOrder } from '../../../src/domain/dependencies';
import type { PlanDocument, PlanStep } from '../../../src/domain/plan';
import type { Draft } from '../../../src/domain/steering/draft';
import {
  draftAdd,
  draftMove,
  draftStatus,
  draftText,
} from '../../../src/domain/steering/draftOperations';
import { draftedSteps, siblingsOf } from '../../../src/domain/steering/draftedSteps';
import { anyStatus } from '../planArbitraries';
import { anyOperations, anyPlan, drafted, obeyed } from './draftFixtures';

/** A draft, and the plan that the agent has made meanwhile: of a part of the draft, or of nothing known. */
const anySituation = fc
  .record({
    plan: anyPlan,
    operations: anyOperations,
    other: fc.option(anyPlan),
    made: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ plan, operations, other, made }) => {
    const draft = drafted(plan, operations);
    const part = { changes: draft.changes.filter((_, at) => made[at]) };
    return { draft, now: other ?? halfObeyed(part, plan) };
  });

/** A line about a step that is not there yet cannot be obeyed: then nothing was. */
function halfObeyed(part: Draft, plan: PlanDocument): PlanDocument {
  try {
    return obeyed(part, plan);
  } catch {
    return plan;
  }
}

function shown(draft: Draft, plan: PlanDocument): string[] {
  return inTreeOrder(draftedSteps(plan, draft.changes)).map(
    ({ step, depth }) => `${String(depth)} ${step.id} ${step.status} ${step.description}`,
  );
}

function seen(look: (draft: Draft, now: PlanDocument, step: PlanStep) => void): void {
  fc.assert(
    fc.property(anySituation, fc.nat(), ({ draft, now }, nth) => {
      const steps = draftedSteps(now, draft.changes);
      const step = steps[nth % Math.max(steps.length, 1)];
      if (step) look(draft, now, step);
    }),
  );
}

/** What was shown, with the one step as it is wished now. */
function lines(draft: Draft, now: PlanDocument, wished: PlanStep): string[] {
  return shown(draft, now).map((line) => {
    const [depth = '', id] = line.split(' ');
    return id === wished.id ? `${depth} ${wished.id} ${wished.status} ${wished.description}` : line;
  });
}

describe('what a person does to one step while the agent writes', () => {
  it('[FC.33] a new text is seen at once, and nothing else is another', () => {
    seen((draft, now, step) => {
      const next = draftText(draft, now, step.id, 'Something else');
      const wished = { ...step, description: 'Something else' };
      assert.deepEqual(shown(next, now), lines(draft, now, wished));
    });
  });

  it('[FC.33] a new status is seen at once, and nothing else is another', () => {
    fc.assert(
      fc.property(anySituation, fc.nat(), anyStatus, ({ draft, now }, nth, status) => {
        const steps = draftedSteps(now, draft.changes);
        const step = steps[nth % Math.max(steps.length, 1)];
        if (!step || status === 'cancelled') return;
        const next = draftStatus(draft, now, step.id, status);
        assert.deepEqual(shown(next, now), lines(draft, now, { ...step, status }));
      }),
    );
  });

  it('[FC.33] a step that is moved has changed places with the one beside it', () => {
    seen((draft, now, step) => {
      const ids = (of: Draft) =>
        siblingsOf(draftedSteps(now, of.changes), step.id).map(({ id }) => id);
      const before = ids(draft);
      const at = before.indexOf(step.id);
      const swapped = before.toSpliced(at, 1).toSpliced(at + 1, 0, step.id);
      assert.deepEqual(ids(draftMove(draft, now, step.id, 1)), swapped);
    });
  });

  it('[FC.33] a new step comes right behind the one it was added at', () => {
    seen((draft, now, step) => {
      const parent = step.parent_id ?? null;
      const added = { id: 'fresh', text: 'Fresh', parent, after: step.id };
      const next = draftAdd(draft, now, added);
      const ids = (of: Draft) =>
        siblingsOf(draftedSteps(now, of.changes), step.id).map(({ id }) => id);
      const before = ids(draft);
      assert.deepEqual(ids(next), before.toSpliced(before.indexOf(step.id) + 1, 0, 'fresh'));
    });
  });
});
