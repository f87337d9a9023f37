import { sentence } from '../../../domain/sentence';
import type { SessionKey } from '../../../service/planStore';
import type { CompactOutcome } from '../../../service/storeMaintenance';
import { noSessionError, readOnlyError, schemaProblem } from '../../sessionAccess';
import type { MaintenanceSurroundings } from './maintenance';
import { examineSession, type Examination } from './maintenanceExamination';
import { mergeSegments } from './maintenanceMerge';
import {
  examineHeld,
  firstKept,
  holdSession,
  isStillLive,
  type HeldSession,
} from './maintenanceReader';
import { schemaVersionOf } from './maintenanceRows';
import { heldWith, switchLive } from './maintenanceSwitch';
import { sweepSegments } from '../segments/segmentSweep';
import { SessionDatabase } from '../sessionDatabase';
import type { FileRole, SessionFiles, SessionLock } from '../sessionFiles';
import type { SqlJs } from '../sqlJs';
import { CONNECTION_PRAGMAS, SCHEMA_VERSION } from '../sqliteSchema';
import { unreadableError } from '../storeFailure';

/**
 * Rewrites the live file without its free room and puts small sealed parts together, under the lock of the
 * session. What would be written is read first like any session: it has the same rows and the same
 * history, or nothing changes.
 */
export async function compactHeld(
  around: MaintenanceSurroundings,
  session: SessionKey,
  name: string,
  lock: SessionLock,
): Promise<CompactOutcome> {
  const { files } = around;
  const bound = around.keepRevisions();
  const held = await holdSession(files, name);
  if (!held.live && !held.lastGood) throw noSessionError(session);
  const location = files.location(name, 'live');
  const live = await examineHeld(files, held, 'live');
  if (live?.kind !== 'whole') {
    const reason = live ? live.reason : sentence`it is missing`;
    throw unreadableError(sentence`${reason}; a damaged file is not compacted`, location);
  }
  // What a newer version keeps there, and how, is its own affair.
  if (schemaVersionOf(live.image) > SCHEMA_VERSION) throw readOnlyError(schemaProblem(location));

  const bytesBefore = await bytesOf(around, name);
  const sqlJs = await around.sqlJs();
  const merged = await mergeSegments(around, name, live.image, bound);
  const image = vacuumed(sqlJs, merged ?? live.image);
  if (merged || image.length < live.image.length) {
    const next = await heldWith(files, held, image);
    const before = await examineSession(files, around, held);
    const after = await examineSession(files, around, next);
    const kept = bound === 0 ? before : keptOf(before, await firstKept(files, around, next));
    const isSame =
      JSON.stringify(kept) === JSON.stringify(after) &&
      contentOf(sqlJs, image, !merged) === contentOf(sqlJs, live.image, !merged);
    if (!isSame)
      throw unreadableError(sentence`it would not be the same after compacting`, location);
    await switchLive(files, held, next, lock, { keepPrevious: true });
  }
  await dropParts(around, name, lock);
  return { bytesBefore, bytesAfter: await bytesOf(around, name) };
}

/** What is known of a session whose events before the first one are dropped. */
function keptOf(examination: Examination, first: number): Examination {
  const { exported } = examination;
  if (!exported) return examination;
  const events = exported.events.filter(({ sequence }) => sequence >= first);
  const missing = exported.missing.filter((sequence) => sequence >= first);
  return { ...examination, exported: { ...exported, events, missing } };
}

/** Takes the parts away that nobody needs any more. What fails here leaves nothing but room in use. */
async function dropParts(
  { files, sqlJs, log }: MaintenanceSurroundings,
  name: string,
  lock: SessionLock,
): Promise<void> {
  try {
    const held = await holdSession(files, name);
    const [live, lastGood] = await Promise.all([
      openHeld(files, sqlJs, held, 'live'),
      openHeld(files, sqlJs, held, 'lastGood'),
    ]);
    try {
      if (!live) return;
      // The file before is the last good copy now, of the same state: once more, so that it needs no others.
      const needsOthers = lastGood && isSameState(live, lastGood) && needsMore(lastGood, live);
      if (needsOthers) await switchLive(files, held, held, lock, { keepPrevious: true });
      else if (!(await lock.isHeld()) || !(await isStillLive(files, held))) return;
      await sweepSegments({ files, engine: sqlJs, log }, name, live.history);
    } finally {
      live?.close();
      lastGood?.close();
    }
  } catch (error) {
    log.warn(`Parts of a session's history that are not needed stay: ${String(error)}`);
  }
}

async function openHeld(
  files: SessionFiles,
  sqlJs: MaintenanceSurroundings['sqlJs'],
  held: HeldSession,
  role: FileRole,
): Promise<SessionDatabase | undefined> {
  const examined = await examineHeld(files, held, role);
  return examined?.kind === 'whole'
    ? SessionDatabase.open(await sqlJs(), examined.image)
    : undefined;
}

function isSameState(a: SessionDatabase, b: SessionDatabase): boolean {
  return a.read().generation === b.read().generation;
}

function needsMore(one: SessionDatabase, other: SessionDatabase): boolean {
  const parts = new Set(other.history.segments.map(({ part }) => part));
  return one.history.segments.some(({ part }) => !parts.has(part));
}

/** Of the live file and all sealed parts of the history on the disk. */
async function bytesOf({ more }: MaintenanceSurroundings, name: string): Promise<number> {
  const live = `${name}.sqlite`;
  const files = await more.filesOf(name);
  return files
    .filter((file) => file.name === live || file.name.startsWith(`${live}.seg-`))
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

function vacuumed(sqlJs: SqlJs, image: Uint8Array): Uint8Array {
  const database = new sqlJs.Database(image);
  try {
    database.exec(CONNECTION_PRAGMAS);
    database.exec('VACUUM');
    return database.export();
  } finally {
    database.close();
  }
}

/** Every table with every row in its order, as text; which parts the history is in only where asked for. */
function contentOf(sqlJs: SqlJs, image: Uint8Array, withParts: boolean): string {
  const database = new sqlJs.Database(image);
  try {
    const text = (sql: string) =>
      JSON.stringify(database.exec(sql), (_key, value: unknown) =>
        value instanceof Uint8Array ? [...value] : value,
      );
    const tables = database.exec(
      `SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name`,
    ) as { values: [string, string][] }[];
    const names = (tables[0]?.values ?? []).map(([table]) => table);
    const rows = names
      .filter((table) => withParts || table !== 'segment')
      .map((table) => text(`SELECT * FROM "${table.replaceAll('"', '""')}"`));
    return [JSON.stringify(tables), text('PRAGMA user_version'), ...rows].join('\n');
  } finally {
    database.close();
  }
}
