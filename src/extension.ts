import { join } from 'node:path';
import * as vscode from 'vscode';
import { registerEditorParts } from './editor/editorParts';
import { listProgress } from './editor/commands/listProgress';
import { registerMaintenanceCommands } from './editor/commands/maintenanceCommands';
import { RecentErrors } from './editor/issueReport/recentErrors';
import { readSettings } from './editor/settings/settings';
import { StoreChoice } from './editor/storeChoice/storeChoice';
import { ClaimFolder } from './host/claimFolder';
import { checkServer } from './host/hostStore';
import { createPlanHost, type PlanHost } from './host/planHost';
import { SecretTexts } from './host/secretTexts';
import type { SessionPlansApi } from './protocol/extensionApi';

let host: PlanHost | undefined;

export function activate(context: vscode.ExtensionContext): SessionPlansApi {
  const channel = vscode.window.createOutputChannel('Session Plans', { log: true });
  const errors = new RecentErrors();
  const secrets = new SecretTexts();
  const log = errors.of(secrets.outOf(channel));
  const clock = { now: () => Date.now() };
  const choice = new StoreChoice({
    secrets: context.secrets,
    folder: vscode.Uri.joinPath(context.globalStorageUri, 'sessions').fsPath,
    learn: (url) => {
      secrets.learn(url);
    },
  });
  host = createPlanHost({
    store: () => choice.settings(),
    wasmFile: join(__dirname, 'sql-wasm.wasm'),
    clock,
    log,
    onListProgress: listProgress(),
    keepRevisions: () => readSettings()['store.keepRevisions'],
  });
  const { store, openBeside } = host;
  context.subscriptions.push(channel, choice);
  return registerEditorParts(context, {
    ...{ host, errors, clock, log },
    onDidChangeStore: choice.onDidChange,
    claims: new ClaimFolder(join(context.globalStorageUri.fsPath, 'notified'), { clock, log }),
    registerCommands: (deps) =>
      registerMaintenanceCommands({
        ...deps,
        stores: { choice, store, check: checkServer, openBeside },
      }),
    showLog: () => {
      channel.show();
    },
  });
}

/** Waits for the commits in flight. */
export async function deactivate(): Promise<void> {
  await host?.dispose();
}
