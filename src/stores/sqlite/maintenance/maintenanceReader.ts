import type { PlanStore } from '../../../service/planStore';
import type { Log } from '../../../service/ports';
import { APPLICATION_ID } from '../sqliteSchema';
import { examineFile, type ExaminedFile } from '../fileImage';
import type { CatalogueFile, FileRole, SessionFiles, StoredFile } from '../sessionFiles';
import { firstKeptOf } from '../segments/sealing';
import { SessionDatabase } from '../sessionDatabase';
import type { SqlJs } from '../sqlJs';
import { createSqliteStore } from '../sqliteStore';

export interface MaintenanceEngine {
  readonly sqlJs: () => Promise<SqlJs>;
  readonly log: Log;
}

/** The files of a session as they were at one moment, however many writers there are. */
export interface HeldSession {
  readonly name: string;
  readonly live: StoredFile | undefined;
  readonly lastGood: StoredFile | undefined;
}

export async function holdSession(files: SessionFiles, name: string): Promise<HeldSession> {
  const live = asArray(await files.read(name, 'live'));
  return { name, live, lastGood: asArray(await files.read(name, 'lastGood')) };
}

/** SQLite works on the very bytes of a Buffer that it is given, and of an array on its own copy of them. */
function asArray(file: StoredFile | undefined): StoredFile | undefined {
  return file && { ...file, bytes: new Uint8Array(file.bytes) };
}

/** Whether a writer has put another live file in place since. */
export async function isStillLive(
  files: SessionFiles,
  { name, live }: HeldSession,
): Promise<boolean> {
  return (await files.stamp(name, 'live')) === live?.stamp;
}

export function examineHeld(
  files: SessionFiles,
  held: HeldSession,
  role: FileRole,
): Promise<ExaminedFile | undefined> {
  const file = held[role];
  if (!file) return Promise.resolve(undefined);
  return examineFile(file.bytes, APPLICATION_ID, (bytes) => files.digest(bytes));
}

/** Sequence of the first event that the session of the held files has not dropped. */
export async function firstKept(
  files: SessionFiles,
  { sqlJs }: MaintenanceEngine,
  held: HeldSession,
): Promise<number> {
  const found = [
    await examineHeld(files, held, 'live'),
    await examineHeld(files, held, 'lastGood'),
  ];
  const whole = found.find((examined) => examined?.kind === 'whole');
  if (whole?.kind !== 'whole') return 1;
  let database: SessionDatabase | undefined;
  try {
    database = SessionDatabase.open(await sqlJs(), whole.image);
    // What a newer version keeps there, and how, is its own affair.
    return database.newer ? 1 : firstKeptOf(database.history.segments);
  } catch {
    // Whoever reads the session tells what is wrong.
    return 1;
  } finally {
    database?.close();
  }
}

/**
 * Runs the job with a store that has the held session and no other, so that it is read with the very code
 * that everybody reads it with, from the bytes of one moment. It is only read.
 */
export async function withHeld<T>(
  files: SessionFiles,
  { sqlJs, log }: MaintenanceEngine,
  held: HeldSession,
  job: (reader: PlanStore) => Promise<T>,
): Promise<T> {
  const reader = createSqliteStore({ files: frozen(files, held), sqlJs, log });
  try {
    return await job(reader);
  } finally {
    await reader.close();
  }
}

const nothing = () => Promise.resolve(undefined);
const NO_CATALOGUE: CatalogueFile = { stamp: nothing, read: nothing, write: nothing };

function frozen(files: SessionFiles, held: HeldSession): SessionFiles {
  const { name, live, lastGood } = held;
  const own: Partial<SessionFiles> = {
    read: (_name, role) => Promise.resolve(held[role]),
    stamp: (_name, role) => Promise.resolve(held[role]?.stamp),
    list: () =>
      Promise.resolve([
        {
          name,
          ...(live && { live: live.stamp }),
          hasLastGood: lastGood !== undefined,
        },
      ]),
    // One session is not what the others' lists are about.
    catalogue: NO_CATALOGUE,
    // The locks are those of the store whose files these are.
    close: () => Promise.resolve(),
  };
  return new Proxy(files, {
    get: (target, key) => {
      const member: unknown = Reflect.get(own, key) ?? Reflect.get(target, key, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
