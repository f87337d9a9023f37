import { PlanError } from '../../domain/planError';
import { verbatim } from '../../domain/sentence';
import { summaryOf } from '../../service/sessionSummary';
import {
  NO_FILE,
  NO_MATTER,
  type CatalogueEntry,
  type SessionHeader,
} from './catalogue/catalogueForm';
import { openSession } from './openSession';
import type { FileEntry, FileRole, FileStamp, SessionFiles } from './sessionFiles';
import type { SqlJs } from './sqlJs';
import { codeOf } from '../../service/platformError';

export interface ReadHeader {
  readonly header: SessionHeader;
  /** Absent where the stamps would not tell when the header is no longer right. */
  readonly entry?: CatalogueEntry;
}

/** Undefined when the session is gone. Rejects only when no session can be read at all. */
export async function readHeader(
  files: SessionFiles,
  engine: () => Promise<SqlJs>,
  file: FileEntry,
): Promise<ReadHeader | undefined> {
  // Without SQLite there is no list at all, instead of one that calls every file unreadable.
  await engine();
  const { name, live = NO_FILE, young } = file;
  // Before the files are read: what changes after this is seen by the next look.
  const lastGood = await stampOfCopy(files, file);
  try {
    const open = await openSession(files, engine, name);
    if (!open) return undefined;
    const header = { summary: summaryOf(open.database.read().record) };
    open.database.close();
    // Nothing tells when the disk gives the file again.
    if (young === true || open.unread) return { header };
    const copy = open.source === 'live' ? NO_MATTER : lastGood;
    return { header, entry: { live, lastGood: copy, ...header } };
  } catch (error) {
    // Listed as unreadable instead: one bad file never hides the others.
    const role: FileRole = file.live === undefined ? 'lastGood' : 'live';
    const reason = PlanError.is(error) ? error.sentence : verbatim(String(error));
    const header = { unreadable: { role, reason } };
    // Access can be given, and a disk can come back, without a change of the file.
    if (young === true || !isOfContent(error)) return { header };
    return { header, entry: { live, lastGood, ...header } };
  }
}

/** What stands for the last good copy, for as long as it stays the same. */
export async function stampOfCopy(
  files: SessionFiles,
  { name, hasLastGood }: FileEntry,
): Promise<FileStamp> {
  if (hasLastGood !== true) return NO_FILE;
  try {
    return (await files.stamp(name, 'lastGood')) ?? NO_FILE;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code;
  }
}

function isOfContent(error: unknown): boolean {
  return PlanError.is(error) && error.details['retry'] !== true;
}
