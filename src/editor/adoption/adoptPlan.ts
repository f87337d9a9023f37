import * as vscode from 'vscode';
import { everySession } from '../../service/everySession';
import type { SessionKey, SessionSummary } from '../../service/planStore';
import { chatOrigin } from '../chat/chatOrigin';
import { draftInChat, openChat } from '../chat/chatView';
import { adoptionMessage } from '../handoff/handoffPrompt';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { noticeText } from '../plainText';
import { pickItem, sessionItem, targetSession } from '../commands/sessionPick';
import { chatConfiguration, readSettings } from '../settings/settings';
import { mayReplace } from './bothPlans';

/** A chat in which this editor can show a plan; sessions of programs and participants are none. */
const CHAT = /^vscode-chat-session:[^#]*$/;

/**
 * Goes on with a plan in another chat (C25): the one that was named, one that is chosen, or whichever is
 * in front, which only a message can reach. The plan stays where it was as well.
 */
export async function adoptPlan(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const { reader, target } = command;
  const other = await targetSession(command, t('Continue a plan in another chat'));
  if (!other) return;
  if (other.total === 0) {
    void vscode.window.showInformationMessage(t('This plan has no steps to go on with.'));
    return;
  }
  const into = target.into ?? (await pickChat(command, other));
  if (into === undefined) return;
  if (into === null) {
    await draftInChat(adoptionMessage({ session: other.key, revision: other.revision }));
    return;
  }
  const chosen = { summary: other, revision: other.revision };
  if (await mayReplace(reader, await reader.summary(into), chosen))
    await adopt(command, into, other);
}

/** Null: the one in front. Undefined: none was chosen. */
async function pickChat(
  { reader, current }: MaintenanceCommand,
  other: SessionSummary,
): Promise<SessionKey | null | undefined> {
  const { t } = vscode.l10n;
  const { sessions } = await everySession(reader);
  const shown = current.key();
  const chats = sessions.filter(({ key }) => key !== other.key && CHAT.test(key));
  const isNew = shown !== undefined && CHAT.test(shown) && !chats.some(({ key }) => key === shown);
  const items: (vscode.QuickPickItem & { into: SessionKey | null })[] = [
    {
      label: t('The chat in front'),
      detail: t('Puts a message to @plan into it, which you send.'),
      into: null,
    },
    ...(isNew && shown !== other.key
      ? [{ label: t('The chat that was used last'), description: t('no plan'), into: shown }]
      : []),
    ...chats.map((session) => ({ ...sessionItem(session), into: session.key })),
  ];
  const active = items.find(({ into }) => into !== null && into === shown);
  const texts = {
    title: t('Continue "{0}" in another chat', noticeText(other.title)),
    placeholder: t('Which chat goes on with the plan?'),
  };
  return (await pickItem(items, texts, active))?.into;
}

async function adopt(
  { execute, current }: MaintenanceCommand,
  session: SessionKey,
  { key: from, title, revision }: SessionSummary,
): Promise<void> {
  const origin = chatOrigin(chatConfiguration(readSettings()));
  await execute({ kind: 'adopt_plan', session, from, revision, origin });
  if (current.key() !== session) current.show(session);
  const { t } = vscode.l10n;
  const go = t('Go to Chat');
  const text = t('The chat goes on with "{0}"; the original stays.', noticeText(title));
  if ((await vscode.window.showInformationMessage(text, go)) === go) await openChat(session);
}
