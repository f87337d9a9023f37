import * as vscode from 'vscode';
import * as z from 'zod/mini';

const SECTION = 'sessionPlans';

/** What a person may set; a value that does not fit counts as not set. */
const settingsSchema = z.object({
  /** False takes the tools out of the catalogue; a tool that is called all the same says so. */
  enabled: z.catch(z.boolean(), true),
});
export type Settings = z.infer<typeof settingsSchema>;

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration(SECTION);
  return settingsSchema.parse({ enabled: section.get('enabled') });
}

export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) listener();
  });
}
