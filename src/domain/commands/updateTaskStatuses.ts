import { reconcileBlocks } from '../blocking';
import { stepsById } from '../dependencies';
import { PLAN_LIMITS, revisionOf, type PlanStep } from '../plan';
import type { PlanInput } from '../planCommand';
import { MOST_EXAMINED } from '../planRules';
import { bulleted } from '../resultRoom';
import { counted } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { toolRefusal } from '../toolResult';
import { unchanged } from './changedPlan';
import { statusProblem, storedText, strictProblem, withStatus } from './statusRules';
import type { StepProblem } from './stepRefusals';
import { answered } from './updateTaskStatus';

/**
 * Several statuses as one change or none: each entry is judged with the earlier ones applied, and all
 * problems are told together (planning 3.6, PTx.8, PTx.9).
 */
export function updateTaskStatuses(
  situation: Situation,
  { updates }: PlanInput<'update_task_statuses'>,
): ToolOutcome {
  const { plan } = situation;
  if (updates.length === 0) return unchanged(plan, 'There is nothing to do: updates is empty.');
  const before = plan?.steps ?? [];
  let projected: readonly PlanStep[] = before;
  const problems: StepProblem[] = [];
  for (const [index, update] of updates.entries()) {
    const problem = statusProblem(projected, update, situation);
    if (!problem) projected = withStatus(projected, update);
    else problems.push({ ...problem, message: `Entry ${index + 1}: ${problem.message}` });
    if (problems.length === MOST_EXAMINED) break;
  }
  const after = reconcileBlocks(projected);
  const tooMany = strictProblem(before, after, situation);
  if (tooMany) problems.push(tooMany);
  const [first] = problems;
  if (first) return refusedWhole(situation, first, problems);

  // Of several entries for one step the last one counts, and every line tells what it came to.
  const last = new Map(updates.map((update) => [update.task_id, update]));
  const byId = stepsById(after);
  const shown = updates
    .slice(0, PLAN_LIMITS.steps)
    .map((update) => last.get(update.task_id) ?? update);
  const more = updates.length - shown.length;
  return answered(situation, after, (cut, links) => [
    `${counted(updates.length, 'entry', 'entries')}:`,
    ...shown.map((update) => `- ${storedText(byId, update, cut, links)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]);
}

function refusedWhole(
  { plan }: Situation,
  first: StepProblem,
  problems: readonly StepProblem[],
): ToolOutcome {
  const revision = revisionOf(plan);
  const text = [
    `No changes: the plan stays at revision ${revision}.`,
    ...bulleted(problems.map(({ message }) => message)),
  ].join('\n');
  return { result: toolRefusal(text, { error: first.error, revision }) };
}
