import * as z from 'zod/mini';
import { changeSummary } from './changeSummary';
import { revisionOf, type PlanDocument } from './plan';
import { planDiff } from './planDiff';
import type { ReviewOutcome } from './planEvent';
import type { PlanModeRecord } from './planMode';
import { toolRefusal, toolSuccess, type ToolResult } from './toolResult';

export const EXIT_PLAN_MODE = 'exit_plan_mode';

const ENDS = 'Plan mode ends before your next request.';

export const exitPlanModeInputSchema = z.lazy(() =>
  z.strictObject({
    expected_revision: z.int().check(z.minimum(0)),
  }),
);
export type ExitPlanModeInput = z.infer<typeof exitPlanModeInputSchema>;

/** What a person answered; feedback goes back to the model. */
export interface ReviewAnswer {
  readonly outcome: ReviewOutcome;
  readonly feedback?: string;
}

/** The answer to a call that asks nobody; undefined where a person has to decide (PMx.11, PMx.12). */
export function answerWithoutAsking(
  mode: PlanModeRecord,
  plan: PlanDocument | null,
  { expected_revision }: ExitPlanModeInput,
): ToolResult | undefined {
  const revision = revisionOf(plan);
  if (!mode.active) {
    return toolSuccess('Plan mode is not active; there is nothing to leave. Go on with the work.', {
      revision,
    });
  }
  if (isBeingLeft(mode)) {
    return toolSuccess(
      'Plan mode is being left already; it ends before your next request. Go on with the work then.',
      { revision },
    );
  }
  if (plan === null || plan.steps.length === 0) {
    return toolRefusal(
      'There is no plan to show to the user, so nobody was asked. Write the plan first, then call again.',
      { error: 'no_plan', revision },
    );
  }
  if (expected_revision !== revision) {
    return toolRefusal(
      `The plan is at revision ${String(revision)}, not ${String(expected_revision)}, so nobody was asked. Read the plan, then call again with its revision.`,
      { error: 'stale_revision', revision },
    );
  }
  return undefined;
}

/** Somebody else's question is open in this session: one at a time. */
export function alreadyAsked(revision: number): ToolResult {
  return toolRefusal('The user is being asked about this plan already. Wait for that answer.', {
    error: 'review_open',
    revision,
  });
}

/** No answer came, whatever the reason: that approves nothing (FC.36). */
export function notReviewed(mode: PlanModeRecord, revision: number): ToolResult {
  const next = isBeingLeft(mode) ? '' : ' You can ask again.';
  return toolRefusal(`The user did not answer, so nothing was approved. ${goesOn(mode)}${next}`, {
    error: 'not_reviewed',
    revision,
  });
}

/** The plan that the person saw is no longer the plan. */
export function changedMeanwhile(
  mode: PlanModeRecord,
  shown: PlanDocument,
  plan: PlanDocument | null,
): ToolResult {
  const changes = changeSummary(planDiff(shown, plan));
  const words = changes.map(({ kind, count }) => `${String(count)} ${kind}`).join(', ');
  const revision = revisionOf(plan);
  const next = isBeingLeft(mode) ? '' : ` Call again with revision ${String(revision)}.`;
  return toolRefusal(
    `The plan changed from revision ${String(shown.revision)} to ${String(revision)} while the user was asked (${words || 'same steps'}), so nothing was approved. ${goesOn(mode)}${next}`,
    { error: 'stale_revision', revision },
  );
}

/** A person's answer in words for the model. */
export function reviewedResult(
  mode: PlanModeRecord,
  revision: number,
  { outcome, feedback = '' }: ReviewAnswer,
): ToolResult {
  const said = feedback.trim() === '' ? '' : ` The user says: ${feedback.trim()}`;
  const facts = { revision, outcome };
  switch (outcome) {
    case 'approved':
      return toolSuccess(
        `The user approved revision ${String(revision)} of the plan. ${ENDS} Then start on it.${said}`,
        facts,
      );
    case 'left':
      return toolSuccess(
        `The user left plan mode without approving the plan. ${ENDS}${said}`,
        facts,
      );
    case 'kept_planning':
      return toolSuccess(
        `The user did not approve revision ${String(revision)} and wants to keep planning. ${goesOn(mode)}${said}`,
        facts,
      );
  }
}

/** A person switched it off elsewhere, perhaps while the question was open. */
function isBeingLeft({ intent }: PlanModeRecord): boolean {
  return intent === false;
}

function goesOn(mode: PlanModeRecord): string {
  return isBeingLeft(mode) ? ENDS : 'Plan mode stays active.';
}
