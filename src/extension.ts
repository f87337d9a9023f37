import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { CurrentSession, workspaceUri } from './editor/currentSession';
import { listProgress } from './editor/listProgress';
import { registerLmTools } from './editor/lmTools';
import { registerMaintenanceCommands } from './editor/maintenanceCommands';
import { findNameClashes, withoutNameClashes } from './editor/nameClash';
import { PANEL_VIEWS } from './editor/panelLocations';
import { registerPlanCommands } from './editor/planCommands';
import { registerPlanStatusBar } from './editor/planStatusBar';
import { registerPlanView } from './editor/planViewProvider';
import {
  chatConfiguration,
  chatPlanTool,
  onDidChangeSettings,
  readSettings,
} from './editor/settings';
import { registerSettingsWarnings } from './editor/settingsWarnings';
import { createPlanHost, type PlanHost } from './host/planHost';
import { allTools } from './tools/allTools';

let host: PlanHost | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Session Plans', { log: true });
  const current = new CurrentSession(context.workspaceState);
  const clock = { now: () => Date.now() };
  host = createPlanHost({
    store: {
      kind: 'sqlite',
      folder: vscode.Uri.joinPath(context.globalStorageUri, 'sessions').fsPath,
    },
    wasmFile: join(__dirname, 'sql-wasm.wasm'),
    clock,
    log,
    onListProgress: listProgress(),
  });
  const { service, maintenance } = host;

  const clashes = findNameClashes(context.extension.id);
  const ownTools = withoutNameClashes(allTools, clashes);
  const configuration = () => chatConfiguration(readSettings());
  const planTool = () => chatPlanTool(readSettings());
  context.subscriptions.push(
    log,
    current,
    registerLmTools(ownTools, {
      service,
      current,
      clock,
      ids: { uuid: randomUUID },
      log,
      configuration,
    }),
    registerSettingsWarnings(clashes),
    registerPlanView({
      extensionUri: context.extensionUri,
      reader: service,
      current,
      planTool,
      density: () => readSettings().density,
      onDidChangeSettings,
      log,
      run: (command) => void vscode.commands.executeCommand(`sessionPlans.${command}`),
    }),
    service.onDidChangeElsewhere((session) => {
      if (session === current.key()) current.recheck();
    }),
    registerPlanStatusBar({ reader: service, current, log }),
    registerPlanCommands({
      current,
      log,
      planTool,
      panelView: () => PANEL_VIEWS[readSettings().panelLocation],
    }),
    registerMaintenanceCommands({ reader: service, maintenance, current, clock, log }),
  );
  // After activation: it reads the store, and starting the editor must not wait for that.
  setTimeout(() => {
    current.restore(service, workspaceUri()).catch((error: unknown) => {
      log.error('The latest plan of this workspace could not be looked up.', error);
    });
  }, 0);
}

/** Waits for the commits in flight. */
export async function deactivate(): Promise<void> {
  await host?.dispose();
}
