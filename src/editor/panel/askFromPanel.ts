import * as vscode from 'vscode';
import type { PlanTarget } from '../../protocol/planTarget';
import { startTimer } from '../startTimer';

/**
 * Milliseconds. The editor looks every 250 whether a webview has the keyboard. What is given back before it has
 * seen that it went is lost again as soon as it sees it; some are added for the way there.
 */
const UNTIL_SEEN = 400;

/**
 * Asks with boxes of the editor, which give the keyboard back to no webview, and gives it back. Who names a
 * session is in the panel or in one of its menus.
 */
export async function askFromPanel<T>(
  { session }: PlanTarget,
  ask: () => PromiseLike<T>,
): Promise<T> {
  if (session === undefined) return ask();
  const seen = new Promise<void>((resolve) => startTimer(UNTIL_SEEN, resolve));
  const answer = await ask();
  await seen;
  await vscode.commands.executeCommand('sessionPlans.showPlan');
  return answer;
}
