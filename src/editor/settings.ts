import * as vscode from 'vscode';

const SECTION = 'sessionPlans';

export interface Settings {
  /** False takes the tools out of the catalogue; a tool that is called all the same says so. */
  readonly enabled: boolean;
}

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration(SECTION);
  return { enabled: section.get<boolean>('enabled', true) };
}

export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) listener();
  });
}
