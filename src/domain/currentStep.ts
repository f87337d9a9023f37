import { descendantsOf } from './dependencies';
import type { PlanDocument, PlanStep } from './plan';
import { cutAtGrapheme, utf8Bytes } from './textLimits';

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

/** So much of it is kept for lists, in UTF-8 bytes. */
const CURRENT_BYTES = 120;

/** What the step to name is about, in the words for a step in progress where it has them; may be empty. */
export function currentText(plan: PlanDocument | null): string {
  const step = currentStep(plan);
  const text = (step?.status === 'in_progress' && step.active_form) || (step?.description ?? '');
  return cutAtGrapheme(text, (candidate) => utf8Bytes(candidate) <= CURRENT_BYTES);
}
