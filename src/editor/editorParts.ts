import * as vscode from 'vscode';
import type { ComposedHost } from '../host/composedHost';
import type { SessionPlansApi } from '../protocol/extensionApi';
import type { Clock, Log } from '../service/ports';
import { sessionPlanMode } from '../service/sessionPlanMode';
import { allTools } from '../tools/allTools';
import { CopiedPlans } from './adoption/copiedPlans';
import { createExtensionApi } from './api/extensionApi';
import { CurrentSession, workspaceUri } from './currentSession';
import { LastDeleted } from './commands/lastDeleted';
import { registerLmTools } from './chat/lmTools';
import type { MaintenanceCommandsDeps } from './commands/maintenanceCommands';
import { registerMenuContext } from './panel/menuContext';
import { findNameClashes, withoutNameClashes } from './settings/nameClash';
import { registerNotifications } from './notifications/registerNotifications';
import { PANEL_VIEWS } from './panel/panelLocations';
import { registerPlanParticipant } from './participant/planParticipant';
import { registerPlanCommands } from './commands/planCommands';
import { registerPlanDocuments } from './documents/planDocuments';
import { registerPlanLinks } from './documents/planLinks';
import { registerPlanStatusBar } from './statusBar/planStatusBar';
import { registerPlanView } from './panel/planViewProvider';
import type { RecentErrors } from './issueReport/recentErrors';
import {
  chatConfiguration,
  chatPlanTool,
  onDidChangeSettings,
  readSettings,
} from './settings/settings';
import { registerSettingsWarnings } from './settings/settingsWarnings';
import { startTimer } from './startTimer';
import { KeptDrafts } from './steering/keptDrafts';
import { Steering } from './steering/steering';
import { registerStoreSwitch } from './storeChoice/storeSwitch';
import { TodoMirror } from './todoList/todoMirror';

/** What a composition root hands in. */
export interface EditorSurroundings {
  readonly host: Omit<ComposedHost, 'dispose'>;
  /** The store of the host is to be another one. */
  readonly onDidChangeStore: vscode.Event<void>;
  /** Things that one window does and no other. */
  readonly claims: { claim(name: string): Promise<boolean> };
  readonly registerCommands: (deps: MaintenanceCommandsDeps) => vscode.Disposable;
  readonly showLog: () => void;
  readonly errors: RecentErrors;
  readonly clock: Clock;
  readonly log: Log;
}

/** Registers every part of the editor, the same wherever the extension runs. */
export function registerEditorParts(
  context: vscode.ExtensionContext,
  surroundings: EditorSurroundings,
): SessionPlansApi {
  const { host, onDidChangeStore, claims, registerCommands, showLog, errors, clock, log } =
    surroundings;
  const { service, maintenance, store, reach } = host;
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
    registerStoreSwitch({ choice: { onDidChange: onDidChangeStore }, host, current, log }),
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
      ids: { uuid: () => crypto.randomUUID() },
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
      claims,
    }),
    registerPlanCommands({
      extensionId: context.extension.id,
      current,
      log,
      showLog,
      planTool,
      panelView: () => PANEL_VIEWS[readSettings().panelLocation],
      steer: (action) => {
        steering.steer(action);
      },
    }),
    registerCommands({
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
