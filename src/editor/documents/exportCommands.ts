import * as vscode from 'vscode';
import { exportFileName, freeName } from '../../domain/exportFileName';
import { PlanError } from '../../domain/planError';
import { planMarkdown } from '../../domain/planMarkdown';
import { everySession } from '../../service/everySession';
import type { SessionSummary } from '../../service/planStore';
import { askFromPanel } from '../panel/askFromPanel';
import {
  type ExportFormat,
  MARKDOWN,
  namesIn,
  pickFormat,
  startFolder,
  writeFile,
} from './exportFiles';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { noticeText } from '../plainText';
import { goneError, pickSessions, shownSession, tellOfNone } from '../commands/sessionPick';
import { withProgressOf } from '../commands/shownProgress';
import { revealFolder } from '../commands/storageCommands';
import { knownRevision, storedPlan } from '../commands/storedPlan';

/** A file that is still to be named; what is written is what is there once it is. */
interface FileToSave {
  readonly format: ExportFormat;
  readonly name: string;
  readonly content: () => Promise<string>;
}

/** One plan with its history, or one revision of it, into a file that the person names. */
export async function savePlan(command: MaintenanceCommand): Promise<void> {
  const title = vscode.l10n.t('Save a plan as a file');
  const chosen = await askFromPanel(command.target, () => fileAndPlace(command, title));
  if (!chosen) return;
  const { file, target } = chosen;
  // Replacing a file that is there was the question of the dialog.
  await writeFile(target, await file.content(), true);
  const written = target.path.slice(target.path.lastIndexOf('/') + 1);
  const text = noticeText(vscode.l10n.t('The plan was saved as {0}.', written));
  const open = vscode.l10n.t('Open File');
  if ((await vscode.window.showInformationMessage(text, open)) === open)
    await vscode.window.showTextDocument(target);
}

async function fileAndPlace(command: MaintenanceCommand, title: string) {
  const session = await shownSession(command, title);
  const file = session && (await fileToSave(command, session, title));
  const target = file && (await placeFor(file, title));
  return target && { file, target };
}

async function placeFor(
  { format, name }: FileToSave,
  title: string,
): Promise<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({
    title,
    defaultUri: vscode.Uri.joinPath(startFolder(), `${name}.${format.extension}`),
    filters: { [format.name]: [format.extension] },
  });
}

async function fileToSave(
  { reader, maintenance, clock, target }: MaintenanceCommand,
  session: SessionSummary,
  title: string,
): Promise<FileToSave | undefined> {
  const name = exportFileName(session.title);
  const revision = knownRevision(session, target.revision);
  if (revision !== undefined) {
    const content = async () => {
      const stored = await storedPlan(reader, session.key, revision);
      return planMarkdown(stored.title, stored.plan);
    };
    const ofRevision = vscode.l10n.t('{0} (revision {1})', name, revision);
    return { format: MARKDOWN, name: ofRevision, content };
  }
  const format = await pickFormat(title);
  const content = async () => {
    const exported = await (await maintenance()).export(session.key);
    if (!exported) throw goneError();
    return format?.write(exported, clock.now()) ?? '';
  };
  return format && { format, name, content };
}

/** The plans that are chosen, each into a file of its own in a folder. */
export async function exportPlans(command: MaintenanceCommand): Promise<void> {
  const title = vscode.l10n.t('Export plans');
  const sessions = await pickSessions(command.reader, title);
  if (sessions.length > 0) await exportTo(command, title, sessions, 0);
}

export async function exportAllPlans(command: MaintenanceCommand): Promise<void> {
  const { sessions, unreadable } = await everySession(command.reader);
  if (sessions.length > 0)
    await exportTo(command, vscode.l10n.t('Export all plans'), sessions, unreadable.length);
  else tellOfNone(unreadable.length);
}

/** Beside whatever is in the folder, and never over it. */
async function exportTo(
  { maintenance, clock, log, quietMs }: MaintenanceCommand,
  title: string,
  sessions: readonly SessionSummary[],
  unreadable: number,
): Promise<void> {
  const store = await maintenance();
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
  const taken = await namesIn(folder);
  let [written, failed] = [0, unreadable];
  await withProgressOf(
    vscode.l10n.t('Exporting plans'),
    async (tell, signal) => {
      for (const [index, session] of sessions.entries()) {
        if (signal.cancelled) return;
        try {
          const exported = await store.export(session.key);
          if (!exported) throw goneError();
          const name = freeName(exportFileName(session.title), format.extension, taken);
          taken.add(name.toLowerCase());
          const content = format.write(exported, clock.now());
          await writeFile(vscode.Uri.joinPath(folder, name), content, false);
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
