import * as vscode from 'vscode';
import { registerEditorParts } from './editor/editorParts';
import { listProgress } from './editor/commands/listProgress';
import { RecentErrors } from './editor/issueReport/recentErrors';
import { readSettings } from './editor/settings/settings';
import { registerCommandsEverywhere } from './editor/web/registerCommandsEverywhere';
import { workspaceFiles } from './editor/web/workspaceFiles';
import type { ComposedHost } from './host/composedHost';
import { createWebHost } from './host/web/webHost';
import type { SessionPlansApi } from './protocol/extensionApi';

let host: ComposedHost | undefined;

/** In the extension host of a browser: plans are in files of the editor, and no server can be reached. */
export function activate(context: vscode.ExtensionContext): SessionPlansApi {
  const channel = vscode.window.createOutputChannel('Session Plans', { log: true });
  const errors = new RecentErrors();
  const log = errors.of(channel);
  const clock = { now: () => Date.now() };
  const { extensionUri, globalStorageUri } = context;
  // Not the folder of the extension on a machine: here are no locks by which the two could take turns.
  const folder = vscode.Uri.joinPath(globalStorageUri, 'web-sessions');
  const wasm = vscode.Uri.joinPath(extensionUri, 'dist', 'sql-wasm.wasm');
  host = createWebHost({
    ...{ files: workspaceFiles(folder), clock, log },
    wasm: () => vscode.workspace.fs.readFile(wasm),
    onListProgress: listProgress(),
    keepRevisions: () => readSettings()['store.keepRevisions'],
  });
  const never = new vscode.EventEmitter<void>();
  context.subscriptions.push(channel, never);
  void vscode.commands.executeCommand('setContext', 'sessionPlans.inBrowser', true);
  return registerEditorParts(context, {
    ...{ host, errors, clock, log },
    onDidChangeStore: never.event,
    // Other windows do not know of it.
    claims: { claim: () => Promise.resolve(true) },
    registerCommands: registerCommandsEverywhere,
    showLog: () => {
      channel.show();
    },
  });
}

/** Waits for the commits in flight. */
export async function deactivate(): Promise<void> {
  await host?.dispose();
}
