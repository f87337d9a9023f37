import * as vscode from 'vscode';
import { registeredTools } from '../domain/toolset';
import { clashText, type NameClash } from './nameClash';
import { chatConfiguration, onDidChangeSettings, readSettings, settingsProblem } from './settings';

/**
 * Tells the person who wrote them what the settings ask for and cannot have: names that are no tools,
 * and tools that stand back because another extension has one of their name. Each is said once.
 */
export function registerSettingsWarnings(clashes: readonly NameClash[]): vscode.Disposable {
  const said = new Set<string>();
  const check = (): void => {
    const settings = readSettings();
    const offered = new Set<string>(registeredTools(chatConfiguration(settings)));
    const problem = settingsProblem(settings);
    const texts = clashes.filter(({ tool }) => offered.has(tool.name)).map(clashText);
    for (const text of problem === undefined ? texts : [problem, ...texts]) {
      if (said.has(text)) continue;
      said.add(text);
      void warn(text);
    }
    // What was put right may be told again when it comes back.
    if (problem === undefined)
      for (const text of said) if (!texts.includes(text)) said.delete(text);
  };
  check();
  return onDidChangeSettings(check);
}

async function warn(text: string): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showWarningMessage(text, open)) !== open) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', 'sessionPlans.tools');
}
