import * as vscode from 'vscode';
import { visibleText } from '../../domain/visibleText';
import type { SessionKey, SessionSummary } from '../../service/planStore';
import type { StoredState } from '../../service/storeMaintenance';
import type { DeletedPlan } from './lastDeleted';
import type { MaintenanceCommand } from './maintenanceCommands';
import { labelText, noticeText } from '../plainText';
import { localTime, pickItem, targetKey, targetSession } from './sessionPick';

/** It can be brought back; asks only where the plan was chosen from a list, for that is easily mistaken. */
export async function deletePlan(command: MaintenanceCommand): Promise<void> {
  const { maintenance, current, deleted, target } = command;
  const { t } = vscode.l10n;
  const session = await targetSession(command, t('Delete a plan'));
  if (!session) return;
  const { key, title } = session;
  if (target.session === undefined && !(await isWanted(session))) return;
  const store = await maintenance();
  const wasShown = key === current.key();
  await store.trash(key);
  if (wasShown) current.recheck();
  const plan = { session: key, title, wasShown };
  deleted.note(plan);
  if (deleted.isToldInPanel()) return;
  const undo = t('Undo');
  const told = noticeText(t('The plan "{0}" is in the trash for 30 days.', title));
  if ((await vscode.window.showInformationMessage(told, undo)) === undo)
    await takeBack(command, plan);
}

async function isWanted({ title, revision, completed, total }: SessionSummary): Promise<boolean> {
  const { t } = vscode.l10n;
  const move = t('Move to Trash');
  const question = t('Delete the plan "{0}"?', visibleText(title));
  const detail = t(
    'Revision {0}, {1} of {2} steps marked complete. The plan and its history go to the trash of the plan storage; "Restore Deleted Plan" brings them back for 30 days. If its chat goes on, it begins a new plan.',
    ...[revision, completed, total],
  );
  const modal = { modal: true, detail };
  return (await vscode.window.showWarningMessage(question, modal, move)) === move;
}

/** What was deleted last in this window. */
export async function undoDelete(command: MaintenanceCommand): Promise<void> {
  const { last } = command.deleted;
  if (last) await takeBack(command, last);
  else {
    const text = vscode.l10n.t(
      'Nothing was deleted in this window. "Restore Deleted Plan" has what was deleted before.',
    );
    void vscode.window.showInformationMessage(text);
  }
}

/** It may be back already: there is more than one way to ask for it. */
async function takeBack(
  command: MaintenanceCommand,
  { session, wasShown }: DeletedPlan,
): Promise<void> {
  const { maintenance, current, deleted } = command;
  const entry = (await (await maintenance()).trashed()).find((one) => one.session === session);
  if (!entry) {
    deleted.forget(session, false);
    const text = vscode.l10n.t('This plan is no longer in the trash.');
    void vscode.window.showInformationMessage(text);
    return;
  }
  await bringBack(command, entry.id);
  if (wasShown) current.called(session);
  if (!deleted.isToldInPanel()) await tellOfReturn(command, session);
}

export async function restoreDeletedPlan(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const store = await command.maintenance();
  const trashed = await store.trashed();
  if (trashed.length === 0) {
    void vscode.window.showInformationMessage(t('There is no deleted plan.'));
    return;
  }
  const texts = { title: t('Restore a deleted plan'), placeholder: t('Choose a plan') };
  const items = trashed.map((entry) => ({
    entry,
    label: labelText(entry.title),
    description: t('revision {0}', entry.revision),
    detail: t('deleted {0}', localTime(entry.trashed)),
  }));
  const picked = await pickItem(items, texts);
  if (!picked) return;
  const session = await bringBack(command, picked.entry.id);
  await tellOfReturn(command, session);
}

async function bringBack(
  { maintenance, current, deleted }: MaintenanceCommand,
  id: string,
): Promise<SessionKey> {
  const session = await (await maintenance()).untrash(id);
  deleted.forget(session, true);
  current.recheck();
  return session;
}

async function tellOfReturn({ current }: MaintenanceCommand, session: SessionKey): Promise<void> {
  const show = vscode.l10n.t('Show the Plan');
  const text = vscode.l10n.t('The plan is back, with its history.');
  if ((await vscode.window.showInformationMessage(text, show)) !== show) return;
  current.show(session);
  await vscode.commands.executeCommand('sessionPlans.showPlan');
}

/** After a question that says what is there and what would come back. */
export async function restorePlanCopy(command: MaintenanceCommand): Promise<void> {
  const { maintenance, current } = command;
  const { t } = vscode.l10n;
  const session = await targetKey(command, t('Restore a plan from its last good copy'));
  if (session === undefined) return;
  const store = await maintenance();
  const offer = await store.offerCopy(session);
  const restore = t('Restore');
  const question = t('Restore the last good copy of "{0}"?', visibleText(offer.copy.title));
  const detail = [
    offer.now ? t('Now: {0}', stateText(offer.now)) : t('Now: it cannot be read'),
    t('Copy: {0}', stateText(offer.copy)),
    '',
    t('What is there now is kept: it is moved aside in the plan storage.'),
  ].join('\n');
  const modal = { modal: true, detail };
  if ((await vscode.window.showWarningMessage(question, modal, restore)) !== restore) return;
  await store.restoreCopy(offer);
  current.recheck();
  const reveal = t('Reveal Plan Storage');
  const text = t('The plan is back at revision {0}.', offer.copy.revision);
  if ((await vscode.window.showInformationMessage(text, reveal)) === reveal)
    await vscode.commands.executeCommand('sessionPlans.revealPlanStorage');
}

function stateText({ revision, updated }: StoredState): string {
  return vscode.l10n.t('revision {0}, updated {1}', revision, localTime(updated));
}
