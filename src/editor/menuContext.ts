import * as vscode from 'vscode';
import type { CurrentSession } from './currentSession';

/** Tells the conditions of menus what holds for the session on the screen. */
export function registerMenuContext(current: CurrentSession): vscode.Disposable {
  return current.onDidChange(() => {
    const keys = { pinned: current.isPinned(), stays: current.stays() };
    for (const [name, value] of Object.entries(keys))
      void vscode.commands.executeCommand('setContext', `sessionPlans.${name}`, value);
  });
}
