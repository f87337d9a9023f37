import * as vscode from 'vscode';
import type { PlanReader } from '../../service/planReader';
import type { CurrentSession } from '../currentSession';

/** Tells the conditions of menus what holds for the session on the screen. */
export function registerMenuContext(
  current: CurrentSession,
  reader: Pick<PlanReader, 'summary' | 'onDidCommit'>,
): vscode.Disposable {
  const lookUp = async () => {
    const key = current.key();
    const summary = key === undefined ? undefined : await summaryOf(reader, key);
    if (key !== current.key()) return;
    tell({
      planMode: summary?.planMode !== undefined && summary.planMode !== null,
      hasPlan: (summary?.revision ?? 0) > 0,
    });
  };
  return vscode.Disposable.from(
    current.onDidChange(() => {
      tell({ pinned: current.isPinned(), stays: current.stays() });
      void lookUp();
    }),
    current.onDidRecheck(() => void lookUp()),
    reader.onDidCommit(({ session, record }) => {
      if (session === current.key())
        tell({ planMode: record.plan_mode !== undefined, hasPlan: record.plan !== null });
    }),
  );
}

async function summaryOf(reader: Pick<PlanReader, 'summary'>, key: string) {
  try {
    return await reader.summary(key);
  } catch {
    // The panel says what is wrong with it.
    return undefined;
  }
}

function tell(keys: Readonly<Record<string, boolean>>): void {
  for (const [name, value] of Object.entries(keys))
    void vscode.commands.executeCommand('setContext', `sessionPlans.${name}`, value);
}
