import { availableSteps } from '../dependencies';
import { fitSteps } from '../resultRoom';
import { stepLine } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { unchanged } from './changedPlan';

/** The steps that could be worked on now, in plan order; those already in progress are among them (PT.54). */
export function getAvailableTasks({ plan }: Situation): ToolOutcome {
  const available = availableSteps(plan?.steps ?? []);
  if (available.length === 0) {
    return unchanged(
      plan,
      'No step can be worked on now: all are done, blocked, or there are none.',
    );
  }
  const text = fitSteps((cut) =>
    ['Can be worked on now:', ...available.map((step, at) => stepLine(cut(step), at + 1))].join(
      '\n',
    ),
  );
  return unchanged(plan, text);
}
