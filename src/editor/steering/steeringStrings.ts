import { l10n } from 'vscode';
import type { ViewStringKey } from '../../protocol/viewStringKeys';

/** The texts of the view about drafts and about going back. */
export function steeringStrings() {
  return {
    askForChange: l10n.t('Ask for a Change…'),
    draftBegin: l10n.t('Draft what is to change.'),
    draftHelp: l10n.t(
      'Enter edits a step, Insert adds one, Delete cancels it, Space marks it as done, Alt and an arrow move it. The agent is asked when you send.',
    ),
    draftOne: l10n.t('1 change drafted'),
    draftMany: l10n.t('{0} changes drafted'),
    draftPart: l10n.t('{0} of {1} in the plan'),
    draftSent: l10n.t('Sent. Waiting for the agent.'),
    draftAnswered: l10n.t('Sent. Not in the plan yet: {0} of {1} changes.'),
    draftSend: l10n.t('Send'),
    draftSendAgain: l10n.t('Send Again'),
    draftAdd: l10n.t('Add Step'),
    draftDismiss: l10n.t('Dismiss'),
    draftDismissed: l10n.t('The draft is dismissed.'),
    draftClose: l10n.t('Close'),
    draftDone: l10n.t('Your changes are in revision {0}.'),
    draftChanged: l10n.t(
      'You drafted about this step, and the agent changed it since. Now it is: {0}',
    ),
    draftGone: l10n.t('You drafted about this step, and it is not in the plan any more: {0}'),
    draftConflict: l10n.t('changed by the agent since'),
    draftFull: l10n.t('A plan has at most {0} steps.'),
    draftSteps: l10n.t('Steps, with your draft'),
    drafted: l10n.t('drafted'),
    keepMine: l10n.t('Keep Mine'),
    takeTheirs: l10n.t('Take Theirs'),
    stepText: l10n.t('Text of the step'),
    textTooLong: l10n.t('This text is too long for a step.'),
    backAt: l10n.t('back at {0}'),
    goBackTo: l10n.t('Ask to Go Back to {0}'),
    updateStatuses: l10n.t('Bring Up to Date'),
  } satisfies Partial<Record<ViewStringKey, string>>;
}
