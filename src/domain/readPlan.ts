import { revisionOf, type PlanDocument } from './plan';
import { planText } from './planText';
import type { ToolOutcome } from './toolOutcome';
import { toolSuccess } from './toolResult';

/** The plan with ids, statuses and the revision that the next write has to name. Changes nothing. */
export function readPlan(plan: PlanDocument | null): ToolOutcome {
  const revision = revisionOf(plan);
  const text =
    plan !== null && plan.steps.length > 0
      ? planText(plan)
      : plan === null
        ? 'There is no plan yet. To write one, call update_plan with expected_revision 0.'
        : `The plan was cleared and has no steps. To write one, call update_plan with expected_revision ${revision}.`;
  return { result: toolSuccess(text, { revision, step_count: plan?.steps.length ?? 0 }) };
}
