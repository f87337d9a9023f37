import { withoutDanglingLinks } from '../blocking';
import { descendantsOf, stepsById, waits } from '../dependencies';
import type { PlanStep } from '../plan';
import type { PlanInput } from '../planCommand';
import { named, progressText } from '../planText';
import { counted } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { accepted, nextPlan } from './changedPlan';
import { refused, unknownStep } from './stepRefusals';

/**
 * Removes a step, takes it out of the prerequisites of others, and frees those that waited for nothing
 * else. Steps blocked by hand stay so (planning 3.7, PTx.10, PTx.11). Where the caller knows subtasks,
 * all below it goes too; a caller who sees a flat list loses just the one, and children move up.
 */
export function removeTask(situation: Situation, input: PlanInput<'remove_task'>): ToolOutcome {
  const steps = situation.plan?.steps ?? [];
  const step = stepsById(steps).get(input.task_id);
  if (!step) return refused(situation, unknownStep(input.task_id, situation));
  const below = situation.mode.subtasks ? descendantsOf(steps, step.id) : new Set<string>();
  const left = steps.filter(({ id }) => id !== step.id && !below.has(id));
  const next = nextPlan(situation, freed(left, withoutDanglingLinks(left)));
  const subtasks = below.size > 0 ? ` and ${counted(below.size, 'subtask')} of it` : '';
  return accepted(
    next,
    progressText(next, (cut) => [`Removed ${named(cut(step))}${subtasks}.`]),
    { task_id: step.id },
  );
}

/** Only a step that lost a prerequisite and is blocked goes back to pending, when nothing else holds it. */
function freed(before: readonly PlanStep[], stripped: readonly PlanStep[]): PlanStep[] {
  const byId = stepsById(stripped);
  return stripped.map((step, index) => {
    const lostOne = step.depends_on?.length !== before[index]?.depends_on?.length;
    if (!lostOne || step.status !== 'blocked' || waits(step, byId)) return step;
    return { ...step, status: 'pending' };
  });
}
