import * as vscode from 'vscode';
import { registeredTools } from '../../domain/toolset';
import { clashText, type NameClash } from './nameClash';
import {
  chatConfiguration,
  onDidChangeSettings,
  readSettings,
  settingsProblems,
  type SettingsProblem,
} from './settings';
import { openSettingsPage } from './settingsPage';

/**
 * Tells the person who wrote them what the settings ask for and cannot have: names that are no tools,
 * and tools that stand back because another extension has one of their name. Each is said once, and
 * again when it comes back after it was put right.
 */
export function registerSettingsWarnings(clashes: readonly NameClash[]): vscode.Disposable {
  let said = new Set<string>();
  const check = (): void => {
    const offered = new Set<string>(registeredTools(chatConfiguration(readSettings())));
    const problems = [
      ...settingsProblems(),
      ...clashes
        .filter(({ name }) => offered.has(name))
        .map((clash) => ({ setting: 'sessionPlans.tools', text: clashText(clash) })),
    ];
    const before = said;
    said = new Set(problems.map(({ text }) => text));
    for (const problem of problems) if (!before.has(problem.text)) void warn(problem);
  };
  check();
  return onDidChangeSettings(check);
}

async function warn({ setting, text }: SettingsProblem): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  if ((await vscode.window.showWarningMessage(text, open)) !== open) return;
  await openSettingsPage(setting);
}
