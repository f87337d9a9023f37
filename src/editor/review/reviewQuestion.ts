import { l10n } from 'vscode';
import { describedSteps, markdownLines, planLines } from '../../domain/planMarkdown';
import type { PlanDocument } from '../../domain/plan';
import type { ReviewAnswer } from '../../domain/planReview';
import type { ReviewOutcome } from '../../domain/planEvent';

/** After so many rejections in a row the person is shown a way out, too. */
export const REJECTIONS_IN_A_ROW = 3;

export interface ReviewQuestion {
  readonly plan: PlanDocument;
}

/** Null: nobody answered. Undefined: nobody could be asked in this way. */
export type Asked = ReviewAnswer | null | undefined;

export interface ReviewChoice {
  readonly outcome: ReviewOutcome;
  readonly label: string;
  readonly description: string;
}

/** What a person can answer; approving and leaving are never one button (FC.40). */
export function reviewChoices(): readonly ReviewChoice[] {
  return [
    {
      outcome: 'approved',
      label: l10n.t('Approve and start'),
      description: l10n.t('Leaves plan mode; the agent starts on this plan.'),
    },
    {
      outcome: 'left',
      label: l10n.t('Leave plan mode without approving'),
      description: l10n.t('Plan mode ends; the plan stays unapproved.'),
    },
    {
      outcome: 'kept_planning',
      label: l10n.t('Keep planning'),
      description: l10n.t('Plan mode stays on; what you write goes to the agent.'),
    },
  ];
}

export function reviewTitle({ plan }: ReviewQuestion): string {
  return l10n.t('Start on this plan? (revision {0})', plan.revision);
}

/** Explanation and steps, as text whatever a model wrote in them. */
export function reviewContent({ plan }: ReviewQuestion): string {
  return markdownLines(planLines('', plan, describedSteps));
}
