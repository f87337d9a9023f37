import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createExtensionApi } from './editor/api/extensionApi';
import { CopiedPlans } from './editor/adoption/copiedPlans';
import { CurrentSession, workspaceUri } from './editor/currentSession';
import { LastDeleted } from './editor/lastDeleted';
import { listProgress } from './editor/listProgress';
import { registerLmTools } from './editor/lmTools';
import { registerMaintenanceCommands } from './editor/maintenanceCommands';
import { registerMenuContext } from './editor/menuContext';
import { findNameClashes, withoutNameClashes } from './editor/nameClash';
import { registerNotifications } from './editor/notifications/registerNotifications';
import { PANEL_VIEWS } from './editor/panelLocations';
import { registerPlanParticipant } from './editor/participant/planParticipant';
import { registerPlanCommands } from './editor/planCommands';
import { registerPlanDocuments } from './editor/planDocuments';
import { registerPlanLinks } from './editor/planLinks';
import { registerPlanStatusBar } from './editor/planStatusBar';
import { registerPlanView } from './editor/planViewProvider';
import { RecentErrors } from './editor/recentErrors';
import {
  chatConfiguration,
  chatPlanTool,
  onDidChangeSettings,
  readSettings,
} from './editor/settings';
import { registerSettingsWarnings } from './editor/settingsWarnings';
import { startTimer } from './editor/startTimer';
import { KeptDrafts } from './editor/steering/keptDrafts';
import { Steering } from './editor/steering/steering';
import { StoreChoice } from './editor/storeChoice/storeChoice';
import { registerStoreSwitch } from './editor/storeChoice/storeSwitch';
import { TodoMirror } from './editor/todoList/todoMirror';
import { ClaimFolder } from './host/claimFolder';
import { checkServer } from './host/hostStore';
import { createPlanHost, type PlanHost } from './host/planHost';
import { SecretTexts } from './host/secretTexts';
import type { SessionPlansApi } from './protocol/extensionApi';
import { sessionPlanMode } from './service/sessionPlanMode';
import { allTools } from './tools/allTools';

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
  const { service, maintenance, store, reach, openBeside } = host;
  const memento = context.workspaceState;
  const current = new CurrentSession({ memento, reader: service, workspace: workspaceUri, log });
  const deleted = new LastDeleted(startTimer);
  const drafts = new KeptDrafts(memento);
  const steering = new Steering({ reader: service, drafts, log });
  const copied = new CopiedPlans(context.globalState, service);

  const clashes = findNameClashes(context.extension.id);
  const ownTools = withoutNameClashes(allTools, clashes);
  const configuration = () => chatConfiguration(readSettings());
  const isOn = () => readSettings().mirrorTodoList;
  const planTool = () => chatPlanTool(readSettings());
  const others = createExtensionApi({
    ...{ service, current, clock, log, workspace: workspaceUri },
    enabled: () => readSettings().enabled,
    ownExtensionId: context.extension.id,
  });
  context.subscriptions.push(
    channel,
    choice,
    registerStoreSwitch({ choice, host, current, log }),
    current,
    deleted,
    steering,
    copied,
    others,
    registerLmTools(ownTools, {
      service,
      current,
      mirror: new TodoMirror({ reader: service, log, isOn }),
      clock,
      ids: { uuid: randomUUID },
      log,
      configuration,
    }),
    registerSettingsWarnings(clashes),
    registerPlanParticipant({
      ...{ service, store, current, copied, clock, log },
      workspace: workspaceUri,
      settings: readSettings,
    }),
    registerPlanView({
      extensionUri: context.extensionUri,
      reader: service,
      reach,
      reviews: service,
      planMode: sessionPlanMode(service),
      ...{ current, deleted, steering, copied, clock },
      workspace: workspaceUri,
      planTool,
      density: () => readSettings().density,
      onDidChangeSettings,
      log,
      run: (command, target) =>
        void vscode.commands.executeCommand(`sessionPlans.${command}`, target),
    }),
    registerMenuContext(current, service),
    registerPlanStatusBar({ reader: service, reviews: service, current, reach, log }),
    registerNotifications({
      ...{ reader: service, reviews: service, current, clock, log, workspace: workspaceUri },
      claims: new ClaimFolder(join(context.globalStorageUri.fsPath, 'notified'), { clock, log }),
    }),
    registerPlanCommands({
      extensionId: context.extension.id,
      current,
      log,
      showLog: () => {
        channel.show();
      },
      planTool,
      panelView: () => PANEL_VIEWS[readSettings().panelLocation],
      steer: (action) => {
        steering.steer(action);
      },
    }),
    registerMaintenanceCommands({
      stores: { choice, store, check: checkServer, openBeside },
      ...{ reader: service, maintenance, current, deleted, clock, log, errors },
      execute: (command) => service.execute(command),
      planMode: sessionPlanMode(service),
      steering,
      packageJson: context.extension.packageJSON as unknown,
      extensionFolder: context.extensionPath,
    }),
    registerPlanDocuments({ reader: service, startTimer, log }),
    registerPlanLinks({ reader: service, current, log }),
  );
  // After activation: it reads the store, and starting the editor must not wait for that.
  setTimeout(() => {
    current.restore().catch((error: unknown) => {
      log.error('The latest plan of this workspace could not be looked up.', error);
    });
  }, 0);
  return others.api;
}

/** Waits for the commits in flight. */
export async function deactivate(): Promise<void> {
  await host?.dispose();
}
