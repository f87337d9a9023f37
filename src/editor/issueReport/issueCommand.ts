import * as vscode from 'vscode';
import { issueFacts, manifestSchema } from './issueFacts';
import { issueReport } from './issueReport';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';

/** The page takes no longer addresses; a longer report goes over the clipboard. */
const MAX_URL_LENGTH = 7_000;

/** It has no form in an address. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** The person reads and edits the report, and sends it on the page of the repository, or does not. */
export async function reportIssue(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const manifest = manifestSchema.parse(command.packageJson);
  const content = issueReport(await issueFacts({ ...command, manifest }), command.errors.counts());
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
  const open = t('Open the Issue Page');
  const text = t(
    'Complete this report and take out what you do not want to tell. Nothing is sent before you submit it on the page.',
  );
  if ((await vscode.window.showInformationMessage(text, open)) !== open) return;
  const report = document.getText();
  const page = `${manifest.bugs.url}/new?body=`;
  const url = page + encodeURIComponent(report.replace(LONE_SURROGATE, '\ufffd'));
  if (url.length <= MAX_URL_LENGTH) {
    await openPage(url);
    return;
  }
  await vscode.env.clipboard.writeText(report);
  await openPage(page + encodeURIComponent(t('Please paste the report here.')));
  const long = t(
    'The report is too long for the address of the page. It is on the clipboard: paste it there.',
  );
  void vscode.window.showInformationMessage(long);
}

/** As a text: the editor would take a Uri apart and encode its query again. */
async function openPage(url: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', url);
}
