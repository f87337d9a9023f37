import * as vscode from 'vscode';
import { isOfProgram } from '../../domain/programSession';

const OPEN = 'workbench.action.chat.open';
const NEW_CHAT = 'workbench.action.chat.newChat';

export interface ModelName {
  readonly vendor: string;
  readonly id: string;
}

/**
 * The chat of the editor, reached through commands that are not documented: where they are missing
 * or fail, the person gets the text on the clipboard and is told.
 */
export async function draftInChat(text: string): Promise<void> {
  await orOnClipboard(text, () => openWith(text));
}

/** The same in a chat in which nothing was said yet; a model that cannot be chosen is left to the person. */
export async function draftInNewChat(text: string, model?: ModelName): Promise<void> {
  await orOnClipboard(text, async () => {
    await vscode.commands.executeCommand(NEW_CHAT);
    try {
      await openWith(text, model);
    } catch (error) {
      if (!model) throw error;
      await openWith(text);
    }
  });
}

export interface SentMessage {
  /** Resolves when the answer has ended or waits for the person: to whether the message was sent at all. */
  readonly answered: Promise<boolean>;
}

/**
 * Sends a message in the chat with this address, which comes into the foreground: another one could take it
 * else. Resolves when it is on its way; undefined where the chat cannot be opened, then it is on the clipboard.
 */
export async function sendInChat(chat: string, query: string): Promise<SentMessage | undefined> {
  try {
    await openChat(chat);
    // A message goes to the chat that had the focus last; a tab that was just opened may not have it yet.
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  } catch {
    await onClipboard(query);
    return undefined;
  }
  const options = { query, blockOnResponse: true };
  const answered = Promise.resolve(vscode.commands.executeCommand(OPEN, options)).then(
    () => true,
    async () => {
      await onClipboard(query);
      return false;
    },
  );
  return { answered };
}

/** Lets another agent answer in the chat in front; which one does so now, nobody can know. */
export async function switchAgent(mode: string): Promise<void> {
  try {
    await vscode.commands.executeCommand(OPEN, { mode });
  } catch {
    // The reason is the editor's; the person can do the same by hand.
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The chat could not be switched. Choose {0} where the chat names its agent.',
        mode,
      ),
    );
  }
}

/**
 * Opens a chat in an editor tab; only chats of this editor have a place to go to. A participant's session
 * in a chat has the address of the chat, and who it is behind a sharp sign.
 */
export async function openChat(session: string | undefined): Promise<void> {
  if (session === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No chat has used a plan in this window yet.'),
    );
    return;
  }
  const [chat = session] = session.split('#');
  if (isOfProgram(chat)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('This plan has no chat in the editor.'),
    );
    return;
  }
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(chat, true));
}

async function openWith(query: string, modelSelector?: ModelName): Promise<void> {
  await vscode.commands.executeCommand(OPEN, {
    ...{ mode: 'agent', query, isPartialQuery: true },
    ...(modelSelector && { modelSelector }),
  });
}

async function orOnClipboard(text: string, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch {
    await onClipboard(text);
  }
}

/** The reason is the editor's; what helps the person is the way around it. */
async function onClipboard(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('The chat could not be opened. The text is on the clipboard: paste it there.'),
  );
}
