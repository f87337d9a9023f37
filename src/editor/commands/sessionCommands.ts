import * as vscode from 'vscode';
import { titleProblem } from '../../domain/sessionTitle';
import { visibleText } from '../../domain/visibleText';
import { askFromPanel } from '../panel/askFromPanel';
import { inWords } from '../inWords';
import type { MaintenanceCommand } from './maintenanceCommands';
import { targetKey, targetSession } from './sessionPick';

export async function openPlan(command: MaintenanceCommand): Promise<void> {
  const session = await targetKey(command, vscode.l10n.t('Show a plan'));
  if (session === undefined) return;
  command.current.show(session);
  await vscode.commands.executeCommand('sessionPlans.showPlan');
}

/** An empty title lets the plan name itself again. */
export async function renamePlan(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const session = await targetSession(onScreen(command), t('Rename a plan'));
  if (!session) return;
  const title = await askFromPanel(command.target, () =>
    vscode.window.showInputBox({
      title: t('Rename the plan "{0}"', visibleText(session.title)),
      prompt: t('Leave it empty to name the plan after its content again.'),
      value: session.title,
      validateInput: (value) => {
        const problem = titleProblem(value.trim());
        return problem && inWords(problem);
      },
    }),
  );
  if (title === undefined) return;
  await command.execute({ kind: 'rename_session', session: session.key, title });
}

export async function pinPlan(command: MaintenanceCommand): Promise<void> {
  const session = await targetKey(onScreen(command), vscode.l10n.t('Pin a plan'));
  if (session !== undefined) await command.execute({ kind: 'pin_session', session, pinned: true });
}

export async function unpinPlan(command: MaintenanceCommand): Promise<void> {
  const session = await targetKey(onScreen(command), vscode.l10n.t('Unpin a plan'));
  if (session !== undefined) await command.execute({ kind: 'pin_session', session, pinned: false });
}

/** Without a named session the one on the screen is meant. */
function onScreen({ reader, current, target }: MaintenanceCommand) {
  const session = target.session ?? current.key();
  return { reader, current, target: session === undefined ? {} : { session } };
}
