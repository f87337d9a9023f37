import * as vscode from 'vscode';
import type { PlanReader } from '../service/planReader';
import type { SessionKey, SessionSummary } from '../service/planStore';
import { labelText } from './plainText';

const PAGE = 1_000;

/** All sessions that can be read, newest update first, and how many cannot. */
export async function allSessions(
  reader: PlanReader,
): Promise<{ sessions: SessionSummary[]; unreadable: number }> {
  const sessions: SessionSummary[] = [];
  let unreadable = 0;
  let after: string | undefined;
  do {
    const page = await reader.list({}, { limit: PAGE, ...(after !== undefined && { after }) });
    sessions.push(...page.sessions);
    unreadable += page.unreadable.length;
    after = page.next;
  } while (after !== undefined);
  return { sessions, unreadable };
}

/** One of the sessions, with the one on the screen selected; undefined when there is none or none was chosen. */
export async function pickSession(
  reader: PlanReader,
  current: SessionKey | undefined,
  title: string,
): Promise<SessionSummary | undefined> {
  const { sessions, unreadable } = await allSessions(reader);
  if (sessions.length === 0) {
    tellOfNone(unreadable);
    return undefined;
  }
  const items = sessions.map((session) => ({ ...sessionItem(session), session }));
  const active = items.find(({ session }) => session.key === current);
  const texts = { title, placeholder: vscode.l10n.t('Choose a plan') };
  return (await pickItem(items, texts, active))?.session;
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

/** A time as this person reads times. */
export function localTime(time: string | number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toLocaleString();
}

function sessionItem({ title, workspace, updated, completed, total }: SessionSummary) {
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
