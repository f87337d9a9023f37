import { planProgress, revisionOf, type PlanDocument, type PlanStep } from './plan';
import type { UpdatePlanInput } from './planCommand';
import { planViolations, type PlanViolation } from './planRules';
import { fitDescriptions, flatLines, revisionText } from './planText';
import type { Caller, ToolOutcome } from './toolOutcome';
import { toolRefusal, toolSuccess } from './toolResult';

const VIOLATIONS_SHOWN = 20;

/** Replaces the whole list (DP.15) when the writer saw the current revision and the list keeps the rules. */
export function updatePlan(
  plan: PlanDocument | null,
  input: UpdatePlanInput,
  caller: Caller,
): ToolOutcome {
  if (input.expected_revision !== revisionOf(plan))
    return staleRefusal(plan, input.expected_revision);
  const violations = planViolations(input);
  const [first] = violations;
  if (first) return invalidRefusal(first, violations, revisionOf(plan));

  const next: PlanDocument = {
    revision: revisionOf(plan) + 1,
    turn_id: caller.turn_id,
    call_id: caller.call_id,
    explanation: input.explanation ?? '',
    steps: carriedOver(plan, input.steps),
  };
  const result = toolSuccess(revisionText(next), {
    revision: next.revision,
    step_count: planProgress(next).total,
  });
  return { plan: next, result };
}

/** A surviving id keeps the active form that another writer gave it. */
function carriedOver(plan: PlanDocument | null, steps: UpdatePlanInput['steps']): PlanStep[] {
  const before = new Map(plan?.steps.map((step) => [step.id, step]));
  return steps.map(({ id, description, status }) => {
    const activeForm = before.get(id)?.active_form;
    return activeForm === undefined
      ? { id, description, status }
      : { id, description, status, active_form: activeForm };
  });
}

function staleRefusal(plan: PlanDocument | null, expected: number): ToolOutcome {
  const current = revisionOf(plan);
  const opening =
    current === 0
      ? `There is no plan yet, so expected_revision must be 0, not ${expected}. Nothing was changed.`
      : `expected_revision ${expected} is not current: the plan is at revision ${current}. Nothing was changed.`;
  const text =
    plan === null || plan.steps.length === 0
      ? plan === null
        ? opening
        : `${opening} The plan has no steps; to write it, pass expected_revision ${current}.`
      : fitDescriptions(plan.steps, (steps) =>
          [
            opening,
            'Current plan:',
            ...flatLines(steps),
            `To replace it, start from this list and pass expected_revision ${current}.`,
          ].join('\n'),
        );
  return { result: toolRefusal(text, { error: 'stale_revision', revision: current }) };
}

function invalidRefusal(
  first: PlanViolation,
  violations: readonly PlanViolation[],
  revision: number,
): ToolOutcome {
  const shown = violations.slice(0, VIOLATIONS_SHOWN).map((violation) => `- ${violation.message}`);
  const more = violations.length - shown.length;
  const text = [
    `The plan was not updated and stays at revision ${revision}.`,
    ...shown,
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n');
  return { result: toolRefusal(text, { error: first.code, revision }) };
}
