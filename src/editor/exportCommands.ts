import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { exportFileName, freeName } from '../domain/exportFileName';
import { PlanError } from '../domain/planError';
import { sessionMarkdown } from '../domain/sessionMarkdown';
import { sessionExportJson } from '../domain/sessionExport';
import { toIsoTime } from '../service/ports';
import type { ExportedSession } from '../service/storeMaintenance';
import type { MaintenanceCommand } from './maintenanceCommands';
import { noticeText } from './plainText';
import { allSessions, goneError, pickItem, targetSession, tellOfNone } from './sessionPick';
import { withProgressOf } from './shownProgress';
import { revealFolder } from './storageCommands';

interface Format {
  readonly extension: string;
  readonly name: string;
  readonly write: (exported: ExportedSession, now: number) => string;
}

const MARKDOWN: Format = { extension: 'md', name: 'Markdown', write: sessionMarkdown };
const JSON_FORMAT: Format = {
  extension: 'json',
  name: 'JSON',
  write: (exported, now) => sessionExportJson(exported, toIsoTime(now)),
};

/** One plan into a file that the person names; replacing one that is there is the question of the dialog. */
export async function exportPlan(deps: MaintenanceCommand): Promise<void> {
  const { maintenance, clock } = deps;
  const title = vscode.l10n.t('Export a plan');
  const session = await targetSession(deps, title);
  const format = session && (await pickFormat(title));
  if (!format) return;
  const name = `${exportFileName(session.title)}.${format.extension}`;
  const target = await vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(startFolder(), name),
    filters: { [format.name]: [format.extension] },
  });
  if (!target) return;
  // Only now: the person may have taken a while, and wants what is there now.
  const exported = await (await maintenance()).export(session.key);
  if (!exported) throw goneError();
  await write(target, format.write(exported, clock.now()), true);
  const file = target.path.slice(target.path.lastIndexOf('/') + 1);
  const text = noticeText(vscode.l10n.t('The plan was exported to {0}.', file));
  const open = vscode.l10n.t('Open');
  if ((await vscode.window.showInformationMessage(text, open)) === open)
    await vscode.window.showTextDocument(target);
}

/** Every plan into a file of its own in a folder, beside whatever is there. */
export async function exportAllPlans(deps: MaintenanceCommand): Promise<void> {
  const { reader, maintenance, clock, log, quietMs } = deps;
  const store = await maintenance();
  const { sessions, unreadable } = await allSessions(reader);
  if (sessions.length === 0) {
    tellOfNone(unreadable);
    return;
  }
  const title = vscode.l10n.t('Export all plans');
  const format = await pickFormat(title);
  if (!format) return;
  const [folder] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: vscode.l10n.t('Export Here'),
      ...{ canSelectFolders: true, canSelectFiles: false, canSelectMany: false },
      defaultUri: startFolder(),
    })) ?? [];
  if (!folder) return;
  const entries = await failing(() => vscode.workspace.fs.readDirectory(folder), folder);
  const taken = new Set(entries.map(([name]) => name.toLowerCase()));
  let [written, failed] = [0, unreadable];
  await withProgressOf(
    vscode.l10n.t('Exporting all plans'),
    async (tell, signal) => {
      for (const [index, session] of sessions.entries()) {
        if (signal.cancelled) return;
        try {
          const exported = await store.export(session.key);
          if (!exported) throw goneError();
          const name = freeName(exportFileName(session.title), format.extension, taken);
          taken.add(name.toLowerCase());
          const content = format.write(exported, clock.now());
          await write(vscode.Uri.joinPath(folder, name), content, false);
          written++;
        } catch (error) {
          // One plan keeps no other from being exported.
          if (!PlanError.is(error)) throw error;
          log.warn(`${error.message} (${session.key})`);
          failed++;
        }
        tell(index + 1, sessions.length);
      }
    },
    quietMs,
  );
  const { t } = vscode.l10n;
  const done = t('Plans exported: {0} of {1}.', written, sessions.length + unreadable);
  const left = t('Not exported: {0}; the log and "Verify All Plans" say why.', failed);
  const show = t('Show the Folder');
  const text = failed > 0 ? `${done} ${left}` : done;
  if ((await vscode.window.showInformationMessage(text, show)) === show) await revealFolder(folder);
}

async function pickFormat(title: string): Promise<Format | undefined> {
  const { t } = vscode.l10n;
  const items = [
    { format: MARKDOWN, label: MARKDOWN.name, detail: t('A checklist and its history, to read') },
    { format: JSON_FORMAT, label: JSON_FORMAT.name, detail: t('Everything, for programs') },
  ];
  return (await pickItem(items, { title, placeholder: t('Choose a format') }))?.format;
}

function startFolder(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** Under another name first, so that a window that ends in the middle leaves no half of a file. */
async function write(target: vscode.Uri, content: string, overwrite: boolean): Promise<void> {
  const { fs } = vscode.workspace;
  const fresh = target.with({ path: `${target.path}.${randomUUID().slice(0, 8)}.tmp` });
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
    const text = vscode.l10n.t(
      'The file system refused it: {0}. Nothing was exported there; choose another place.',
      error.code,
    );
    const details = { location: uri.fsPath };
    throw new PlanError('store_unavailable', text, { details, cause: error });
  }
}
