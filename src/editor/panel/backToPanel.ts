import * as vscode from 'vscode';
import type { PlanTarget } from '../../protocol/planTarget';

/**
 * After a box of the editor, which gives the keyboard back to no webview. Who names a session is in the
 * panel or in one of its menus.
 */
export async function backToPanel({ session }: PlanTarget): Promise<void> {
  if (session !== undefined) await vscode.commands.executeCommand('sessionPlans.showPlan');
}
