import * as vscode from 'vscode';

/**
 * Shows the settings that the query finds. In a remote window that is the page of the remote machine:
 * settings of scope machine count there, and no other page has them.
 */
export async function openSettingsPage(query: string): Promise<void> {
  await (vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand('workbench.action.openSettings', query)
    : vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query }));
}
