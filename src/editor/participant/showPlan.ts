import * as vscode from 'vscode';
import { planMarkdown } from '../../domain/planMarkdown';
import type { PlanChat } from './planChat';

/** The plan in the chat, without a model. */
export async function showPlan({ deps, session, stream }: PlanChat): Promise<void> {
  const snapshot = await deps.service.snapshot(session);
  const plan = snapshot?.plan;
  if (!snapshot || !plan) {
    stream.markdown(vscode.l10n.t('No plan was written in this chat yet.'));
    return;
  }
  const { title, planMode, approved } = snapshot;
  stream.markdown(planMarkdown(title, plan));
  if (planMode?.active) stream.markdown(`\n${vscode.l10n.t('Plan mode is on.')}\n`);
  if (approved !== null) {
    stream.markdown(`\n${vscode.l10n.t('You approved revision {0}.', approved)}\n`);
  }
  const label = vscode.l10n.t('Show in the Panel');
  stream.button({ command: 'sessionPlans.openPlan', title: label, arguments: [{ session }] });
}
