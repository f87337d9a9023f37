import { sentence } from '../../domain/sentence';
import type { LoadedSession, StoreProblem } from '../../service/planStore';
import { capabilityProblem, newerUnreadableError, schemaProblem } from '../sessionAccess';
import { examineFile, hex } from './fileImage';
import { SessionDatabase } from './sessionDatabase';
import type { FileRole, FileStamp, SessionFiles } from './sessionFiles';
import type { SqlJs } from './sqlJs';
import { APPLICATION_ID } from './sqliteSchema';
import { codeOf } from '../../service/platformError';
import { isUnread, reasonOf, unreadableError } from './storeFailure';

/** A session in memory and what it stands for on disk. */
export interface OpenSession {
  readonly database: SessionDatabase;
  /** The live file when it was read; undefined when there was none. */
  readonly liveStamp: FileStamp | undefined;
  /** Which file the content came from; `none` for a session that is about to begin. */
  readonly source: FileRole | 'none';
  readonly problems: readonly StoreProblem[];
  /** Why the live file could not be read, where that is so: until it can be, this is only for looking at. */
  readonly unread?: Error;
}

/** The stamp of no file: what has it is read again at the next look. */
const NO_STAMP: FileStamp = 'unread';

/**
 * Reads a session, from its last good copy when the live file is damaged, gone or cannot be read. Only
 * reads: what is wrong is reported, and the next writer acts. Rejects with `store_unavailable`, or the
 * failure of the platform, when neither can be used.
 * The engine is not asked for when there is nothing to open.
 */
export async function openSession(
  files: SessionFiles,
  engine: () => Promise<SqlJs>,
  name: string,
): Promise<OpenSession | undefined> {
  let live: Awaited<ReturnType<typeof readSound>>;
  try {
    live = await readSound(files, name, 'live');
  } catch (error) {
    if (!isUnread(error)) throw error;
    return openUnread(files, engine, name, error);
  }
  if (live?.image) return opened(files, await engine(), name, { source: 'live', ...live });
  const lastGood = await readSound(files, name, 'lastGood');
  if (!live && !lastGood) return undefined;
  const damage = live?.damage ?? sentence`it is missing`;
  if (!lastGood?.image) {
    const location = files.location(name, live ? 'live' : 'lastGood');
    throw unreadableError(sentence`${damage}, and there is no good copy`, location);
  }
  const problem: StoreProblem = {
    kind: 'restored_last_good',
    message: sentence`The file of this session cannot be used: ${damage}. The last good copy is shown; the latest change may be missing. The next change moves a damaged file aside and keeps it.`,
    location: files.location(name, 'live'),
  };
  const { image } = lastGood;
  const restored: SoundImage = { source: 'lastGood', image, stamp: live?.stamp, problem };
  return opened(files, await engine(), name, restored);
}

/** The last good copy while the disk does not give the live file, which may be whole and is left alone. */
async function openUnread(
  files: SessionFiles,
  engine: () => Promise<SqlJs>,
  name: string,
  unread: Error,
): Promise<OpenSession> {
  const lastGood = await readSound(files, name, 'lastGood').catch(() => undefined);
  if (!lastGood?.image) throw unread;
  const problem: StoreProblem = {
    kind: 'restored_last_good',
    message: sentence`The file of this session cannot be read at the moment: ${reasonOf(codeOf(unread) ?? '')}. Its last good copy is shown, so the latest change may be missing. Nothing is changed until the file can be read again.`,
    location: files.location(name, 'live'),
  };
  const shown: SoundImage = { source: 'lastGood', image: lastGood.image, stamp: NO_STAMP, problem };
  return { ...(await opened(files, await engine(), name, shown)), unread };
}

export function newSession(sqlJs: SqlJs): OpenSession {
  const database = SessionDatabase.create(sqlJs);
  return { database, liveStamp: undefined, source: 'none', problems: [] };
}

/** Nothing is decided on an older state while the live file may hold a newer one. */
export function assertRead(open: OpenSession | undefined): void {
  if (open?.unread) throw open.unread;
}

/** The key of a session that is only known by the name of its files. */
export async function keyOf(
  files: SessionFiles,
  engine: () => Promise<SqlJs>,
  name: string,
): Promise<string | undefined> {
  const open = await openSession(files, engine, name);
  const key = open?.database.read().record.key;
  open?.database.close();
  return key;
}

/** The session as the port hands it out: a copy. `repairs`: what the store did about its files before. */
export function toLoadedSession(
  open: OpenSession,
  location: string,
  repairs: readonly StoreProblem[],
): LoadedSession {
  const { record, version, generation } = open.database.read();
  return {
    record: structuredClone(record),
    version,
    generation,
    problems: problemsOf(open, location, repairs),
    readOnly: newerProblemOf(open, location) !== undefined,
  };
}

/** Everything that a person should know about the session as it is stored now. */
export function problemsOf(
  open: OpenSession,
  location: string,
  repairs: readonly StoreProblem[],
): StoreProblem[] {
  const { record, bad, setAside } = open.database.read();
  const rows = [...bad, ...setAside].map(({ position, reason }): StoreProblem => ({
    kind: 'bad_row',
    message: sentence`Step ${position + 1} of "${record.title}" is not as it was stored: ${reason}. Its row is kept in the file.`,
    location,
  }));
  const newer = newerProblemOf(open, location);
  const problems = [...open.problems, ...repairs, ...rows, ...(newer ? [newer] : [])];
  return problems.map((problem) => ({ ...problem }));
}

/** Why nothing may be written, if so. */
export function newerProblemOf(open: OpenSession, location: string): StoreProblem | undefined {
  if (open.database.newer) return schemaProblem(location);
  return capabilityProblem(open.database.read().record, location);
}

/** First 32 hex digits of the key's SHA-256: fits every file system and tells nothing of the key. */
export async function fileNameOf(files: SessionFiles, key: string): Promise<string> {
  const digest = await files.digest(new TextEncoder().encode(key));
  return hex(digest.subarray(0, 16));
}

/** The image of a whole file, or what is wrong with it; rejects when the file was never ours. */
async function readSound(files: SessionFiles, name: string, role: FileRole) {
  const file = await files.read(name, role);
  if (!file) return undefined;
  const { stamp, bytes } = file;
  const examined = await examineFile(bytes, APPLICATION_ID, (part) => files.digest(part));
  switch (examined.kind) {
    case 'whole':
      return { stamp, image: examined.image };
    case 'damaged':
      return { stamp, damage: examined.reason };
    case 'foreign':
      throw unreadableError(examined.reason, files.location(name, role));
  }
}

interface SoundImage {
  readonly source: FileRole;
  readonly image: Uint8Array;
  readonly stamp: FileStamp | undefined;
  readonly problem?: StoreProblem;
}

async function opened(
  files: SessionFiles,
  sqlJs: SqlJs,
  name: string,
  { source, image, stamp, problem }: SoundImage,
): Promise<OpenSession> {
  const location = files.location(name, source);
  let database: SessionDatabase | undefined;
  try {
    database = SessionDatabase.open(sqlJs, image);
    const { key } = database.read().record;
    if ((await fileNameOf(files, key)) !== name)
      throw new Error('The key belongs to another file.');
    return { database, liveStamp: stamp, source, problems: problem ? [problem] : [] };
  } catch (cause) {
    const newer = database?.newer === true;
    database?.close();
    if (newer) throw newerUnreadableError(location, cause);
    throw unreadableError(sentence`its tables do not hold this session`, location, cause);
  }
}
