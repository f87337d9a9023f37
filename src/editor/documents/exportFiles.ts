import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import { type Sentence, sentence } from '../../domain/sentence';
import { sessionExportJson } from '../../domain/sessionExport';
import { sessionMarkdown } from '../../domain/sessionMarkdown';
import { toIsoTime } from '../../service/ports';
import type { ExportedSession } from '../../service/storeMaintenance';
import { pickItem } from '../commands/sessionPick';

/** The form of a file. */
export interface ExportFormat {
  readonly extension: string;
  readonly name: string;
}

/** The form of a file with everything of a session. */
export interface SessionFormat extends ExportFormat {
  readonly write: (exported: ExportedSession, now: number) => string;
}

export const MARKDOWN: SessionFormat = {
  extension: 'md',
  name: 'Markdown',
  write: sessionMarkdown,
};
const JSON_FORMAT: SessionFormat = {
  extension: 'json',
  name: 'JSON',
  write: (exported, now) => sessionExportJson(exported, toIsoTime(now)),
};

export async function pickFormat(title: string): Promise<SessionFormat | undefined> {
  const { t } = vscode.l10n;
  const items = [
    { format: MARKDOWN, label: MARKDOWN.name, detail: t('A checklist and its history, to read') },
    { format: JSON_FORMAT, label: JSON_FORMAT.name, detail: t('Everything, for programs') },
  ];
  return (await pickItem(items, { title, placeholder: t('Choose a format') }))?.format;
}

/** Where dialogs begin. */
export function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** The names in a folder, in lower case: some file systems take two letter cases for one name. */
export async function namesIn(folder: vscode.Uri): Promise<Set<string>> {
  const entries = await failing(() => vscode.workspace.fs.readDirectory(folder), folder);
  return new Set(entries.map(([name]) => name.toLowerCase()));
}

/** Under another name first, so that a window that ends in the middle leaves no half of a file. */
export async function writeFile(
  target: vscode.Uri,
  content: string,
  overwrite: boolean,
): Promise<void> {
  const { fs } = vscode.workspace;
  const fresh = target.with({ path: `${target.path}.${crypto.randomUUID().slice(0, 8)}.tmp` });
  await failing(async () => {
    try {
      await fs.writeFile(fresh, new TextEncoder().encode(content));
      await fs.rename(fresh, target, { overwrite });
    } catch (error) {
      // What failed is the thing to tell; what is left of it is named as what it is.
      await Promise.resolve(fs.delete(fresh)).catch(() => undefined);
      throw error;
    }
  }, target);
}

/** The answers of file systems are for people; anything else is a bug. */
async function failing<T>(job: () => Thenable<T>, uri: vscode.Uri): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) throw error;
    const text = sentence`The file system refused it: ${error.code}. Nothing was exported there; choose another place.`;
    const details = { location: uri.fsPath };
    throw new PlanError('store_unavailable', text satisfies Sentence, { details, cause: error });
  }
}
