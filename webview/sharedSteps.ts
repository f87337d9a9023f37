import type { PlanDocument, PlanStep } from '../src/protocol/planView';

/** The plan with the steps that are as they were before being the same objects. */
export function withSharedSteps(plan: PlanDocument, before: PlanDocument | null): PlanDocument {
  const known = new Map(before?.steps.map((step) => [step.id, step]));
  const steps = plan.steps.map((step) => {
    const old = known.get(step.id);
    return old && isSame(old, step) ? old : step;
  });
  return { ...plan, steps };
}

/** Steps from one schema have their keys in one order. */
function isSame(left: PlanStep, right: PlanStep): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
