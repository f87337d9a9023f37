import * as vscode from 'vscode';
import type { Log } from '../service/ports';
import { registerCommands } from './commandRegistration';
import { issueFacts, type IssueFactsDeps, manifestSchema } from './issueFacts';
import { issueReport } from './issueReport';
import type { RecentErrors } from './recentErrors';

/** The page takes no longer addresses; a longer report goes over the clipboard. */
const MAX_URL_LENGTH = 7_000;

/** It has no form in an address. */
const LONE_SURROGATE = /\p{Cs}/gu;

export interface IssueCommandDeps extends Omit<IssueFactsDeps, 'manifest'> {
  /** Parsed only when it is needed. */
  readonly packageJson: unknown;
  readonly errors: RecentErrors;
  readonly log: Log;
}

export function registerIssueCommand(deps: IssueCommandDeps): vscode.Disposable {
  return registerCommands({ reportIssue: () => reportIssue(deps) }, deps.log);
}

/** The person reads and edits the report, and sends it on the page of the repository, or does not. */
async function reportIssue(deps: IssueCommandDeps): Promise<void> {
  const { t } = vscode.l10n;
  const manifest = manifestSchema.parse(deps.packageJson);
  const content = issueReport(await issueFacts({ ...deps, manifest }), deps.errors.counts());
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
