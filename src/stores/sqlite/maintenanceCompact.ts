import { PlanError } from '../../domain/planError';
import type { SessionKey } from '../../service/planStore';
import type { CompactOutcome } from '../../service/storeMaintenance';
import { readOnlyError, schemaProblem } from '../sessionAccess';
import type { MaintenanceSurroundings } from './maintenance';
import { examineSession } from './maintenanceExamination';
import { examineHeld, holdSession } from './maintenanceReader';
import { schemaVersionOf } from './maintenanceRows';
import { heldWith, switchLive } from './maintenanceSwitch';
import type { SessionLock } from './sessionFiles';
import type { SqlJs } from './sqlJs';
import { CONNECTION_PRAGMAS, SCHEMA_VERSION } from './sqliteSchema';
import { unreadableError } from './storeFailure';

/**
 * Rewrites the live file without its free room, under the lock of the session. What would be written is
 * read first like any session: it has the same rows and the same history, or nothing is written.
 */
export async function compactHeld(
  around: MaintenanceSurroundings,
  session: SessionKey,
  name: string,
  lock: SessionLock,
): Promise<CompactOutcome> {
  const { files } = around;
  const held = await holdSession(files, name);
  if (!held.live && !held.lastGood) throw notFound(session);
  const location = files.location(name, 'live');
  const live = await examineHeld(files, held, 'live');
  if (live?.kind !== 'whole') {
    const reason = live ? live.reason : 'it is missing';
    throw unreadableError(`${reason}; a damaged file is not compacted`, location);
  }
  // What a newer version keeps there, and how, is its own affair.
  if (schemaVersionOf(live.image) > SCHEMA_VERSION) throw readOnlyError(schemaProblem(location));

  const sqlJs = await around.sqlJs();
  const image = vacuumed(sqlJs, live.image);
  const bytesBefore = live.image.length;
  if (image.length >= bytesBefore) return { bytesBefore, bytesAfter: bytesBefore };
  const next = await heldWith(files, held, image);
  const before = await examineSession(files, around, held);
  const after = await examineSession(files, around, next);
  const isSame =
    JSON.stringify(before) === JSON.stringify(after) &&
    contentOf(sqlJs, image) === contentOf(sqlJs, live.image);
  if (!isSame) throw unreadableError('it would not be the same after compacting', location);
  await switchLive(files, held, next, lock, { keepPrevious: true });
  return { bytesBefore, bytesAfter: image.length };
}

export function notFound(session: SessionKey): PlanError {
  return new PlanError('session_not_found', `There is no plan session ${JSON.stringify(session)}.`);
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

/** Every table with every row in its order, as text. */
function contentOf(sqlJs: SqlJs, image: Uint8Array): string {
  const database = new sqlJs.Database(image);
  try {
    const text = (sql: string) =>
      JSON.stringify(database.exec(sql), (_key, value: unknown) =>
        value instanceof Uint8Array ? [...value] : value,
      );
    const tables = database.exec(
      `SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name`,
    ) as { values: [string, string][] }[];
    const rows = (tables[0]?.values ?? []).map(([table]) =>
      text(`SELECT * FROM "${table.replaceAll('"', '""')}"`),
    );
    return [JSON.stringify(tables), text('PRAGMA user_version'), ...rows].join('\n');
  } finally {
    database.close();
  }
}
