import { reconcileBlocks } from '../blocking';
import { dependencyPath, stepsById } from '../dependencies';
import { isResolved, type PlanStep } from '../plan';
import type { PlanInput } from '../planCommand';
import { named, progressText } from '../planText';
import type { Cut } from '../resultRoom';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { accepted, nextPlan } from './changedPlan';
import { cyclePath, refused, unknownStep, type StepProblem } from './stepRefusals';

/** Makes one step wait for another (planning 3.9). */
export function setDependency(
  situation: Situation,
  { task_id, depends_on_id }: PlanInput<'set_dependency'>,
): ToolOutcome {
  const steps = situation.plan?.steps ?? [];
  const byId = stepsById(steps);
  const dependent = byId.get(task_id);
  if (!dependent) return refused(situation, unknownStep(task_id, situation));
  const prerequisite = byId.get(depends_on_id);
  if (!prerequisite) {
    return refused(situation, unknownStep(depends_on_id, situation, 'unknown_prerequisite'));
  }
  const problem = linkProblem(steps, dependent, prerequisite);
  if (problem) return refused(situation, problem);

  const linked = { ...dependent, depends_on: [...(dependent.depends_on ?? []), depends_on_id] };
  const withLink = steps.map((step) => (step === dependent ? linked : step));
  const blocks =
    !isResolved(dependent.status) &&
    !isResolved(prerequisite.status) &&
    dependent.status !== 'blocked';
  const next = nextPlan(
    situation,
    blocks
      ? withLink.map((step) => (step === linked ? { ...linked, status: 'blocked' } : step))
      : reconcileBlocks(withLink),
  );
  const stored = stepsById(next.steps).get(task_id) ?? linked;
  const outcome = consequence(dependent, stored, blocks);
  const done = (cut: Cut) => [
    `${named(cut(dependent))} now depends on ${named(cut(prerequisite))}${outcome}`,
  ];
  return accepted(next, progressText(next, done), { task_id });
}

/** What became of the dependent, beside the link. */
function consequence(before: PlanStep, after: PlanStep, blocked: boolean): string {
  if (blocked) return ' and was blocked automatically until that is completed or cancelled.';
  if (before.status !== after.status)
    return `; it was ${before.status} and is ${after.status} now.`;
  return `; it stays ${after.status}.`;
}

function linkProblem(
  steps: readonly PlanStep[],
  dependent: PlanStep,
  prerequisite: PlanStep,
): StepProblem | undefined {
  if (dependent === prerequisite) {
    const message = `A step cannot depend on itself: ${cyclePath([dependent.id, dependent.id])}.`;
    return { error: 'self_dependency', message };
  }
  const back = dependencyPath(steps, prerequisite.id, dependent.id);
  if (back) {
    const message = `This would make the prerequisites a cycle: ${cyclePath([dependent.id, ...back])}.`;
    return { error: 'dependency_cycle', message };
  }
  if (!dependent.depends_on?.includes(prerequisite.id)) return undefined;
  const message = `${named(dependent)} already depends on ${named(prerequisite)}.`;
  return { error: 'duplicate_dependency', message };
}
