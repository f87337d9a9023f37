import * as vscode from 'vscode';
import { STEER_ACTIONS, type SteerAction } from '../../protocol/steerAction';
import type { Log } from '../../service/ports';
import { type CommandTable, registerCommands } from './commandRegistration';
import { draftInChat, openChat } from '../chat/chatView';
import type { CurrentSession } from '../currentSession';
import { openSettingsPage } from '../settings/settingsPage';

export interface PlanCommandsDeps {
  readonly current: CurrentSession;
  readonly log: Log;
  readonly showLog: () => void;
  /** The tool with which an agent can begin a plan; undefined where it is offered none. */
  readonly planTool: () => string | undefined;
  /** Of this extension. */
  readonly extensionId: string;
  /** Where the panel is offered. */
  readonly panelView: () => string;
  /** Tells the panel what to do with the draft in it. */
  readonly steer: (action: SteerAction) => void;
}

/** A command for everything that a button does. */
export function registerPlanCommands(deps: PlanCommandsDeps): vscode.Disposable {
  const { current, log, showLog, planTool, panelView, extensionId, steer } = deps;
  const showPlan = () => vscode.commands.executeCommand(`${panelView()}.focus`);
  const inPanel = async (action: SteerAction) => {
    await showPlan();
    steer(action);
  };
  const commands: CommandTable = {
    ...Object.fromEntries(STEER_ACTIONS.map((action) => [action, () => inPanel(action)])),
    showPlan,
    showLog,
    openSettings: () => openSettingsPage('sessionPlans'),
    startPlan: () => startPlan(planTool()),
    getStarted: () => openWalkthrough(extensionId),
    trySample,
    followLatest: () => current.followLatest(),
    openChat: ({ session }) => openChat(session ?? current.key()),
  };
  return registerCommands(commands, log);
}

/** What the product is, in pictures that can be tried out. */
async function openWalkthrough(extensionId: string): Promise<void> {
  await vscode.commands.executeCommand(
    'workbench.action.openWalkthrough',
    `${extensionId}#start`,
    false,
  );
}

/** A first message to `@plan` that fits any project; nothing is sent. */
async function trySample(): Promise<void> {
  await draftInChat(
    vscode.l10n.t(
      '@plan /plan Find three things in this project that are worth improving, and plan them.',
    ),
  );
}

/** A draft in the chat box: the person completes and sends it. */
export async function startPlan(planTool: string | undefined): Promise<void> {
  if (planTool !== undefined) {
    const draft = vscode.l10n.t('Make a plan with #{0}, then work through it: ', planTool);
    await draftInChat(draft);
    return;
  }
  const open = vscode.l10n.t('Open Settings');
  const text = vscode.l10n.t('Planning is off, so agents are not offered the planning tools.');
  if ((await vscode.window.showInformationMessage(text, open)) === open) {
    await vscode.commands.executeCommand('sessionPlans.openSettings');
  }
}
