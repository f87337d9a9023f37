import { revisionOf, type PlanDocument, type PlanStep } from '../plan';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { toolSuccess } from '../toolResult';

/**
 * The next revision with these steps, on behalf of the caller. Tools that change single steps keep the
 * explanation; whole lists bring their own.
 */
export function nextPlan(
  { plan, caller }: Situation,
  steps: readonly PlanStep[],
  explanation = plan?.explanation ?? '',
): PlanDocument {
  const { turn_id, call_id } = caller;
  return { revision: revisionOf(plan) + 1, turn_id, call_id, explanation, steps: [...steps] };
}

export function accepted(
  plan: PlanDocument,
  text: string,
  structured: Readonly<Record<string, unknown>> = {},
): ToolOutcome {
  return { plan, result: toolSuccess(text, { ...numbersOf(plan), ...structured }) };
}

/** A success that changes nothing: no revision, no `plan_updated` (FC.34). */
export function unchanged(plan: PlanDocument | null, text: string): ToolOutcome {
  return { result: toolSuccess(text, numbersOf(plan)) };
}

function numbersOf(plan: PlanDocument | null): { revision: number; step_count: number } {
  return { revision: revisionOf(plan), step_count: plan?.steps.length ?? 0 };
}
