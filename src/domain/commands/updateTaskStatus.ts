import { reconcileBlocks } from '../blocking';
import { stepsById } from '../dependencies';
import type { PlanStep } from '../plan';
import type { StatusUpdate } from '../planCommand';
import { inProgressNotes, progressText } from '../planText';
import type { Cut } from '../resultRoom';
import type { LinkView } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { accepted, nextPlan, unchanged } from './changedPlan';
import { statusProblem, storedText, strictProblem, withStatus } from './statusRules';
import { refused } from './stepRefusals';

/** Moves one step; what waits for it, or for what it waits, is blocked or freed in the same change (PT.29). */
export function updateTaskStatus(situation: Situation, update: StatusUpdate): ToolOutcome {
  const before = situation.plan?.steps ?? [];
  const after = reconcileBlocks(withStatus(before, update));
  const problem =
    statusProblem(before, update, situation) ?? strictProblem(before, after, situation);
  if (problem) return refused(situation, problem);
  const byId = stepsById(after);
  return answered(situation, after, (cut, links) => [storedText(byId, update, cut, links)]);
}

/** The next plan, or the same where no status moved (FC.34); the answer tells what is stored. */
export function answered(
  situation: Situation,
  after: readonly PlanStep[],
  done: (cut: Cut, links: LinkView) => readonly string[],
): ToolOutcome {
  const { plan } = situation;
  if (plan === null) throw new Error('There is no plan whose steps could have moved.');
  const notes = inProgressNotes(after);
  const moved = after.some((step, index) => step.status !== plan.steps[index]?.status);
  if (!moved)
    return unchanged(
      plan,
      progressText(plan, (cut, links) => [...done(cut, links), 'Nothing changed.'], notes),
    );
  const next = nextPlan(situation, after);
  return accepted(next, progressText(next, done, notes));
}
