import { descendantsOf } from './dependencies';
import type { PlanDocument, PlanStep } from './plan';

/**
 * The step to name when there is room for one: the first in progress that has none in progress below
 * it, else the first still open.
 */
export function currentStep(plan: PlanDocument | null): PlanStep | undefined {
  const steps = plan?.steps ?? [];
  const started = steps.filter((step) => step.status === 'in_progress');
  const isInnermost = ({ id }: PlanStep): boolean => {
    const below = descendantsOf(steps, id);
    return !started.some((other) => below.has(other.id));
  };
  return started.find(isInnermost) ?? started[0] ?? steps.find((step) => step.status === 'pending');
}
