import * as vscode from 'vscode';
import { titleProblem } from '../domain/sessionTitle';
import { visibleText } from '../domain/visibleText';
import type { PlanTarget } from '../protocol/planTarget';
import type { PlanReader } from '../service/planReader';
import type { Log } from '../service/ports';
import type { PinSession, RenameSession } from '../service/sessionCommand';
import { registerCommands } from './commandRegistration';
import type { CurrentSession } from './currentSession';
import { targetKey, targetSession } from './sessionPick';

interface SessionPorts {
  readonly reader: PlanReader;
  readonly current: CurrentSession;
  /** Changes what a session is called and where it stands. */
  readonly execute: (command: RenameSession | PinSession) => Promise<void>;
}

/** What a person does to a session as such: look at it, name it, keep it on the screen. */
export function registerSessionCommands(ports: SessionPorts, log: Log): vscode.Disposable {
  const { current } = ports;
  return vscode.Disposable.from(
    registerCommands(
      {
        openPlan: (target) => openPlan(ports, target),
        renamePlan: (target) => renamePlan(ports, target),
        pinPlan: (target) => pinPlan(ports, target, true),
        unpinPlan: (target) => pinPlan(ports, target, false),
        followLatest: () => current.followLatest(),
      },
      log,
    ),
    current.onDidChange(() => {
      setMenuContext(current);
    }),
  );
}

/** What the conditions of menus ask for. */
function setMenuContext(current: CurrentSession): void {
  const keys = { pinned: current.isPinned(), stays: current.stays() };
  for (const [name, value] of Object.entries(keys))
    void vscode.commands.executeCommand('setContext', `sessionPlans.${name}`, value);
}

async function openPlan({ reader, current }: SessionPorts, target: PlanTarget): Promise<void> {
  const title = vscode.l10n.t('Show a plan');
  const session = await targetKey({ reader, current, target }, title);
  if (session === undefined) return;
  current.show(session);
  await vscode.commands.executeCommand('sessionPlans.showPlan');
}

/** An empty title lets the plan name itself again. */
async function renamePlan(ports: SessionPorts, target: PlanTarget): Promise<void> {
  const { t } = vscode.l10n;
  const session = await targetSession(onScreen(ports, target), t('Rename a plan'));
  if (!session) return;
  const title = await vscode.window.showInputBox({
    title: t('Rename the plan "{0}"', visibleText(session.title)),
    prompt: t('Leave it empty to name the plan after its content again.'),
    value: session.title,
    validateInput: (value) => titleProblem(value.trim()),
  });
  if (title === undefined) return;
  await ports.execute({ kind: 'rename_session', session: session.key, title });
}

async function pinPlan(ports: SessionPorts, target: PlanTarget, pinned: boolean): Promise<void> {
  const { t } = vscode.l10n;
  const title = pinned ? t('Pin a plan') : t('Unpin a plan');
  const session = await targetKey(onScreen(ports, target), title);
  if (session === undefined) return;
  await ports.execute({ kind: 'pin_session', session, pinned });
}

/** Without a named session the one on the screen is meant. */
function onScreen({ reader, current }: SessionPorts, target: PlanTarget) {
  const session = target.session ?? current.key();
  return { reader, current, target: session === undefined ? {} : { session } };
}
