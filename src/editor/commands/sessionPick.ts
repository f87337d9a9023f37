import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { PlanTarget } from '../../protocol/planTarget';
import { everySession } from '../../service/everySession';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey, SessionSummary } from '../../service/planStore';
import { labelText } from '../plainText';

interface TargetPorts {
  readonly reader: PlanReader;
  readonly current: { key(): SessionKey | undefined };
  readonly target: PlanTarget;
}

/** One of the sessions, with the one on the screen selected; undefined when there is none or none was chosen. */
export async function pickSession(
  reader: PlanReader,
  current: SessionKey | undefined,
  title: string,
): Promise<SessionSummary | undefined> {
  const { sessions, unreadable } = await everySession(reader);
  if (sessions.length === 0) {
    tellOfNone(unreadable.length);
    return undefined;
  }
  const items = sessions.map((session) => ({ ...sessionItem(session), session }));
  const active = items.find(({ session }) => session.key === current);
  const texts = { title, placeholder: vscode.l10n.t('Choose a plan') };
  return (await pickItem(items, texts, active))?.session;
}

/** Any number of them; none when there is none or the list was left. */
export async function pickSessions(reader: PlanReader, title: string): Promise<SessionSummary[]> {
  const { sessions, unreadable } = await everySession(reader);
  if (sessions.length === 0) {
    tellOfNone(unreadable.length);
    return [];
  }
  const items = sessions.map((session) => ({ ...sessionItem(session), session }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t('Choose the plans'),
    ...{ canPickMany: true, matchOnDescription: true, matchOnDetail: true },
  });
  return (picked ?? []).map(({ session }) => session);
}

/** The session that a command is done to: the one that was named, else one that is chosen now. */
export async function targetSession(
  { reader, current, target }: TargetPorts,
  title: string,
): Promise<SessionSummary | undefined> {
  if (target.session === undefined) return pickSession(reader, current.key(), title);
  const session = await reader.summary(target.session);
  if (!session) throw goneError();
  return session;
}

/** The same for what is only looked at: the one on the screen is taken without a question. */
export async function shownSession(
  ports: TargetPorts,
  title: string,
): Promise<SessionSummary | undefined> {
  const { reader, current, target } = ports;
  const key = target.session === undefined ? current.key() : undefined;
  const shown = key === undefined ? undefined : await reader.summary(key);
  return shown ?? targetSession(ports, title);
}

/** Its key alone: the named one need not be readable. */
export async function targetKey(
  ports: TargetPorts,
  title: string,
): Promise<SessionKey | undefined> {
  const { reader, current, target } = ports;
  return target.session ?? (await pickSession(reader, current.key(), title))?.key;
}

export function goneError(): PlanError {
  return new PlanError('session_not_found', 'This plan was deleted meanwhile.');
}

export function tellOfNone(unreadable = 0): void {
  const text =
    unreadable > 0
      ? vscode.l10n.t('No plan can be read. "Verify All Plans" says what is wrong.')
      : vscode.l10n.t('There is no plan yet.');
  void vscode.window.showInformationMessage(text);
}

/** What was chosen; undefined when the list was left. */
export function pickItem<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  texts: { readonly title: string; readonly placeholder: string },
  active?: Item,
): Promise<Item | undefined> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = texts.title;
    pick.placeholder = texts.placeholder;
    pick.matchOnDescription = pick.matchOnDetail = true;
    pick.items = items;
    if (active) pick.activeItems = [active];
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** A time in the language of the editor. */
export function localTime(time: string | number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toLocaleString(vscode.env.language);
}

export function sessionItem({ title, workspace, updated, completed, total }: SessionSummary) {
  const where = workspace === undefined ? [] : [workspaceName(workspace)];
  const when = vscode.l10n.t('updated {0}', localTime(updated));
  return {
    label: labelText(title),
    description: vscode.l10n.t('{0} of {1} steps', completed, total),
    detail: labelText([when, ...where].join(' · ')),
  };
}

function workspaceName(uri: string): string {
  try {
    return decodeURIComponent(uri.replace(/^file:\/\//, ''));
  } catch {
    // A name with a per cent sign of its own.
    return uri;
  }
}
