import type { PlanDocument } from './plan';
import { TITLE_BYTES } from './session';
import { cutAtGrapheme, utf8Bytes } from './textLimits';

/** The title that a plan gives its session: the explanation, else the first step; empty when it has neither. */
export function titleFromPlan(plan: PlanDocument): string {
  const text = plan.explanation.trim() || plan.steps[0]?.description.trim() || '';
  return cutAtGrapheme(text, (candidate) => utf8Bytes(candidate) <= TITLE_BYTES);
}
