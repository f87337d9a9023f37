import * as vscode from 'vscode';
import type { CurrentSession } from './currentSession';

export interface PlanCommandsDeps {
  readonly current: CurrentSession;
  readonly log: vscode.LogOutputChannel;
}

/** A command for everything that a button does. */
export function registerPlanCommands({ current, log }: PlanCommandsDeps): vscode.Disposable {
  const commands: Record<string, () => unknown> = {
    showPlan: () => vscode.commands.executeCommand('sessionPlans.plan.focus'),
    showLog: () => {
      log.show();
    },
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'sessionPlans'),
    startPlan: () => startPlan(),
    openChat: () => openChat(current.key()),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`sessionPlans.${name}`, run),
    ),
  );
}

/** A draft in the chat box: the person completes and sends it. */
async function startPlan(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    mode: 'agent',
    query: vscode.l10n.t('Make a plan with #update_plan, then work through it: '),
    isPartialQuery: true,
  });
}

async function openChat(session: string | undefined): Promise<void> {
  if (session === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No chat has used a plan in this window yet.'),
    );
    return;
  }
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(session, true));
}
