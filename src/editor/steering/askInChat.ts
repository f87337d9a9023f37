import * as vscode from 'vscode';
import { isOfProgram } from '../../domain/programSession';
import { CHAT_COWORKER } from '../../protocol/planView';
import type { SessionKey } from '../../service/planStore';
import { sendInChat, type SentMessage } from '../chat/chatView';

export interface Addressee {
  readonly key: SessionKey;
  /** Who works there: an agent of the editor, or a participant, whom a message names. */
  readonly coworker: string;
}

/**
 * Sends one ordinary message in the chat of a session. Resolves once it is on its way: to a promise of
 * what became of it, or to undefined where the session has no chat here or it cannot be opened; the person
 * has the text on the clipboard then.
 */
export async function askInChat(
  { key, coworker }: Addressee,
  text: string,
): Promise<SentMessage | undefined> {
  const message = coworker.startsWith('@') ? `${coworker} ${text}` : text;
  const [chat = key] = key.split('#');
  const isChat = coworker === CHAT_COWORKER || coworker.startsWith('@');
  if (isChat && !isOfProgram(chat)) return sendInChat(chat, message);
  await vscode.env.clipboard.writeText(message);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('This plan has no chat in the editor. The message is on the clipboard.'),
  );
  return undefined;
}
