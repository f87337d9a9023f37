import { revisionOf, type PlanDocument } from '../plan';
import { planBeginner, type PlanInput, type PlanToolName } from '../planCommand';
import { fitSteps } from '../resultRoom';
import { flatLines, NO_LINKS, summaryText, treeLines } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { subtasksDisabled, refused } from './stepRefusals';
import { unchanged } from './changedPlan';

/** The plan with ids, statuses and the revision that the next write has to name. Changes nothing. */
export function readPlan(
  situation: Situation,
  { hierarchical = false }: PlanInput<'read_plan'>,
): ToolOutcome {
  const { plan, mode } = situation;
  if (hierarchical && !mode.subtasks) {
    return refused(situation, subtasksDisabled('The hierarchical view'));
  }
  if (plan === null || plan.steps.length === 0)
    return unchanged(plan, noPlanText(plan, mode.tools));
  const text = fitSteps((cut, links) =>
    [
      ...(hierarchical
        ? [
            `Plan revision ${plan.revision}.`,
            'Current plan (hierarchical view):',
            ...treeLines(plan.steps.map(cut), links),
          ]
        : [
            `Current plan (revision ${plan.revision}):`,
            ...flatLines(plan.steps.map(cut), mode.subtasks ? links : NO_LINKS),
          ]),
      '',
      summaryText(plan.steps),
    ].join('\n'),
  );
  return unchanged(plan, text);
}

/** Names a tool that writes, among those that the reader has. */
function noPlanText(plan: PlanDocument | null, tools: readonly PlanToolName[]): string {
  const opening =
    plan === null ? 'There is no plan yet.' : 'The plan was cleared and has no steps.';
  const name = planBeginner(tools);
  if (name === undefined) return opening;
  const revision = name === 'update_plan' ? ` with expected_revision ${revisionOf(plan)}` : '';
  return `${opening} To write one, call ${name}${revision}.`;
}
