import * as vscode from 'vscode';
import { planProgress, type PlanDocument, type StepStatus } from '../../domain/plan';
import type { PlanReader } from '../../service/planReader';
import type { SessionSummary } from '../../service/planStore';
import { noticeText } from '../plainText';
import { planUri } from '../documents/planDocuments';
import { localTime } from '../commands/sessionPick';
import { storedPlan } from '../commands/storedPlan';

export interface PlanAtRevision {
  readonly summary: SessionSummary;
  readonly revision: number;
}

/**
 * A plan that is there already is not replaced without a word: a person sees it beside the other one and
 * chooses (FC.25). It stays in the history of its chat. True: the other one is gone on with.
 */
export async function mayReplace(
  reader: PlanReader,
  own: SessionSummary | undefined,
  other: PlanAtRevision,
  token?: vscode.CancellationToken,
): Promise<boolean> {
  if (!own || own.total === 0) return true;
  const { t } = vscode.l10n;
  const mine = { summary: own, revision: own.revision };
  const plan = await planOf(reader, mine);
  const otherPlan = await planOf(reader, other);
  const keep = {
    label: t('Keep the plan of this chat: {0}', noticeText(own.title)),
    ...stateOf(mine, plan),
  };
  const replace = {
    label: t('Go on with: {0}', noticeText(other.summary.title)),
    ...stateOf(other, otherPlan),
  };
  const stays = t('The plan of this chat stays in its history, at revision {0}.', own.revision);
  const options = {
    title: `${t('This chat has a plan already')}. ${stays}`,
    placeHolder:
      textsOf(plan) === textsOf(otherPlan)
        ? t(
            'Both have the same texts, but they are two plans. Which one does this chat go on with?',
          )
        : t('Both are shown side by side. Which one does this chat go on with?'),
    // Both can be looked at before one is chosen.
    ignoreFocusOut: true,
  };
  const close = await showBoth(mine, other);
  try {
    return (await vscode.window.showQuickPick([keep, replace], options, token)) === replace;
  } finally {
    await close();
  }
}

/** What tells plans apart, also where all their texts are the same; a short plan is whole in it. */
function stateOf({ summary, revision }: PlanAtRevision, plan: PlanDocument | null) {
  const { t } = vscode.l10n;
  const { completed, total } = plan ? planProgress(plan) : summary;
  const isLatest = revision === summary.revision;
  const state = isLatest
    ? t('Revision {0}, updated {1}', revision, localTime(summary.updated))
    : t('Revision {0}', revision);
  const steps = (plan?.steps ?? []).map(
    ({ status, description }) => `${MARKS[status] ?? '○'} ${noticeText(description)}`,
  );
  return {
    description: `${t('{0} of {1} steps', completed, total)} · ${state}`,
    detail: steps.join('  '),
  };
}

/** Of steps that are not open any more. */
const MARKS: Partial<Record<StepStatus, string>> = { completed: '✓', cancelled: '✗' };

async function planOf(reader: PlanReader, { summary, revision }: PlanAtRevision) {
  return (await storedPlan(reader, summary.key, revision)).plan;
}

function textsOf(plan: PlanDocument | null): string {
  return JSON.stringify(plan?.steps.map(({ description }) => description));
}

/** Resolves to what takes them away again. */
async function showBoth(...both: PlanAtRevision[]): Promise<() => Promise<unknown>> {
  const [left, right] = both.map(({ summary, revision }) =>
    planUri(summary.title, { session: summary.key, revision, comparable: true }),
  );
  const label = vscode.l10n.t('Plan of this chat ↔ plan to go on with');
  await vscode.commands.executeCommand('vscode.diff', left, right, label);
  return async () => {
    const { tabGroups } = vscode.window;
    const shown = tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        ({ input }) =>
          input instanceof vscode.TabInputTextDiff &&
          input.original.toString() === left?.toString() &&
          input.modified.toString() === right?.toString(),
      );
    await tabGroups.close(shown);
  };
}
