import { reconcileBlocks, withoutDanglingLinks } from '../blocking';
import { stepsById, waits } from '../dependencies';
import { revisionOf, toPlanStep, type PlanDocument, type PlanStep } from '../plan';
import type { UpdatePlanInput } from '../planCommand';
import { planViolations, type PlanViolation } from '../planRules';
import { named, revisionText, waitingFor } from '../planText';
import { bulleted, fitSteps, type Cut } from '../resultRoom';
import { flatLines } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { toolRefusal } from '../toolResult';
import { accepted, nextPlan } from './changedPlan';

/** Replaces the whole list (DP.15) when the writer saw the current revision and the list keeps the rules. */
export function updatePlan(situation: Situation, input: UpdatePlanInput): ToolOutcome {
  const { plan, mode } = situation;
  if (input.expected_revision !== revisionOf(plan))
    return staleRefusal(plan, input.expected_revision);
  const steps = carriedOver(plan, input.steps);
  const violations = [...planViolations(input), ...(mode.subtasks ? startedTooEarly(steps) : [])];
  const [first] = violations;
  if (first) return invalidRefusal(first, violations, revisionOf(plan));

  const reconciled = reconcileBlocks(steps);
  const next = nextPlan(situation, reconciled, input.explanation ?? '');
  const notes = [nowBlocked(steps, reconciled), removedUnseen(plan, next)];
  return accepted(next, answerText(next, notes));
}

/** A surviving id keeps what this tool cannot say: active form, parent and prerequisites (C17). */
function carriedOver(plan: PlanDocument | null, steps: UpdatePlanInput['steps']): PlanStep[] {
  const before = stepsById(plan?.steps ?? []);
  return withoutDanglingLinks(
    steps.map(({ id, description, status }) => {
      const { active_form, parent_id, depends_on } = before.get(id) ?? {};
      return toPlanStep({ id, description, status, active_form, parent_id, depends_on });
    }),
  );
}

function startedTooEarly(steps: readonly PlanStep[]): PlanViolation[] {
  const byId = stepsById(steps);
  return steps.flatMap((step, index) =>
    step.status === 'in_progress' && waits(step, byId)
      ? [
          {
            code: 'blocked_step_started' as const,
            message: `Step ${index + 1}: it cannot be in_progress, because it waits${waitingFor(step, byId)}.`,
          },
        ]
      : [],
  );
}

/** What the list asked for and the prerequisites of a step did not allow. */
function nowBlocked(asked: readonly PlanStep[], stored: readonly PlanStep[]): Note {
  const byId = stepsById(stored);
  return (cut) =>
    stored.flatMap((step, index) =>
      step.status === 'blocked' && asked[index]?.status === 'in_progress'
        ? [`Note: ${named(cut(step))} is blocked: it waits${waitingFor(step, byId)}.`]
        : [],
    );
}

/** Steps that are gone and whose status this tool cannot name: their end does not go unsaid. */
function removedUnseen(before: PlanDocument | null, after: PlanDocument): Note {
  const kept = new Set(after.steps.map(({ id }) => id));
  const gone = (before?.steps ?? []).filter(({ id }) => !kept.has(id));
  return (cut) =>
    (['cancelled', 'blocked'] as const).flatMap((status) => {
      const steps = gone.filter((step) => step.status === status);
      return steps.length === 0
        ? []
        : [`Removed, status was ${status}:`, ...steps.map((step) => `- ${named(cut(step))}`)];
    });
}

/** Lines about steps. */
type Note = (cut: Cut) => string[];

function answerText(plan: PlanDocument, notes: readonly Note[]): string {
  return fitSteps((cut) => [revisionText(plan), ...notes.flatMap((note) => note(cut))].join('\n'));
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
      : fitSteps((cut) =>
          [
            opening,
            'Current plan:',
            ...flatLines(plan.steps.map(cut)),
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
  const text = [
    `The plan was not updated and stays at revision ${revision}.`,
    ...bulleted(violations.map(({ message }) => message)),
  ].join('\n');
  return { result: toolRefusal(text, { error: first.code, revision }) };
}
