import * as vscode from 'vscode';
import { planMarkdown } from '../../domain/planMarkdown';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { showPlanDocument } from './planDocuments';
import { planLink } from './planLinks';
import { shownSession } from '../commands/sessionPick';
import { knownRevision, storedPlan } from '../commands/storedPlan';

/** How long a confirmation stays in the status bar, in milliseconds. */
const SAID_MS = 5_000;

export async function openMarkdown(command: MaintenanceCommand): Promise<void> {
  const session = await shownSession(command, vscode.l10n.t('Open a plan as Markdown'));
  if (!session) return;
  const revision = knownRevision(session, command.target.revision);
  await showPlanDocument(session, revision);
}

export async function copyMarkdown(command: MaintenanceCommand): Promise<void> {
  const session = await shownSession(command, vscode.l10n.t('Copy a plan as Markdown'));
  if (!session) return;
  const { title, plan } = await storedPlan(command.reader, session.key, command.target.revision);
  if (!plan) {
    tellOfNothing();
    return;
  }
  await copied(planMarkdown(title, plan), vscode.l10n.t('The plan is on the clipboard.'));
}

export async function copyLink(command: MaintenanceCommand): Promise<void> {
  const session = await shownSession(command, vscode.l10n.t('Copy the link to a plan'));
  if (!session) return;
  const revision = knownRevision(session, command.target.revision);
  const link = planLink({ session: session.key, ...(revision !== undefined && { revision }) });
  await copied(link, vscode.l10n.t('The link to the plan is on the clipboard.'));
}

function tellOfNothing(): void {
  const text = vscode.l10n.t('No plan was written in this chat yet.');
  void vscode.window.showInformationMessage(text);
}

async function copied(text: string, said: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`$(check) ${said}`, SAID_MS);
}
