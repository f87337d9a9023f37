import * as vscode from 'vscode';
import type { PlanReader } from '../service/planReader';
import type { CurrentSession } from './currentSession';

/** Tells the conditions of menus what holds for the session on the screen. */
export function registerMenuContext(
  current: CurrentSession,
  reader: Pick<PlanReader, 'summary' | 'onDidCommit'>,
): vscode.Disposable {
  const lookUp = async () => {
    const key = current.key();
    const hasPlanMode = key !== undefined && (await hasPlanModeIn(reader, key));
    if (key === current.key()) tell({ planMode: hasPlanMode });
  };
  return vscode.Disposable.from(
    current.onDidChange(() => {
      tell({ pinned: current.isPinned(), stays: current.stays() });
      void lookUp();
    }),
    reader.onDidCommit(({ session, record }) => {
      if (session === current.key()) tell({ planMode: record.plan_mode !== undefined });
    }),
  );
}

async function hasPlanModeIn(reader: Pick<PlanReader, 'summary'>, key: string): Promise<boolean> {
  try {
    const planMode = (await reader.summary(key))?.planMode;
    return planMode !== undefined && planMode !== null;
  } catch {
    // The panel says what is wrong with it.
    return false;
  }
}

function tell(keys: Readonly<Record<string, boolean>>): void {
  for (const [name, value] of Object.entries(keys))
    void vscode.commands.executeCommand('setContext', `sessionPlans.${name}`, value);
}
