import * as vscode from 'vscode';

/**
 * The chat of the editor, reached through commands that are not documented: where they are missing
 * or fail, the person gets the text on the clipboard and is told.
 */
export async function draftInChat(text: string): Promise<void> {
  try {
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      mode: 'agent',
      query: text,
      isPartialQuery: true,
    });
  } catch {
    // The reason is the editor's; what helps the person is the way around it.
    await vscode.env.clipboard.writeText(text);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The chat could not be opened. The text is on the clipboard: paste it there.'),
    );
  }
}

/** Opens a chat in an editor tab; only chats of this editor have a place to go to. */
export async function openChat(session: string | undefined): Promise<void> {
  if (session === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('No chat has used a plan in this window yet.'),
    );
    return;
  }
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(session, true));
}
