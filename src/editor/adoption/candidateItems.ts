import * as vscode from 'vscode';
import type { SessionSummary } from '../../service/planStore';
import { sessionItem } from '../commands/sessionPick';

interface CandidateItem extends vscode.QuickPickItem {
  /** Absent: a heading. */
  readonly summary?: SessionSummary;
}

/** Plans to go on with, and first of all those that nobody goes on with. */
export function candidateItems(
  plans: readonly SessionSummary[],
  stranded: readonly SessionSummary[],
): CandidateItem[] {
  const { t } = vscode.l10n;
  const others = plans.filter((plan) => !stranded.includes(plan));
  return [
    ...group(t('Open steps, not used for a while'), stranded),
    ...group(t('Other plans'), others),
  ];
}

function group(label: string, plans: readonly SessionSummary[]): CandidateItem[] {
  if (plans.length === 0) return [];
  const heading = { label, kind: vscode.QuickPickItemKind.Separator };
  return [heading, ...plans.map((summary) => ({ ...sessionItem(summary), summary }))];
}
