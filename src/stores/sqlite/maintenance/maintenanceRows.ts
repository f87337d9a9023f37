import * as z from 'zod/mini';
import { type Sentence, sentence } from '../../../domain/sentence';
import { rowProblemsOf } from '../../rowProblems';
import { fromCallRow, fromEventRow } from '../eventRows';
import { SqlConnection } from '../sqlConnection';
import type { SqlJs } from '../sqlJs';
import { SCHEMA_VERSION } from '../sqliteSchema';

const versionSchema = z.int();
const revisionSchema = z.int().check(z.minimum(1));

/** `user_version` of an image, from its header. */
export function schemaVersionOf(image: Uint8Array): number {
  return new DataView(image.buffer, image.byteOffset, image.byteLength).getUint32(60);
}

/** Rows of a live file that nobody could read, beside its steps; also those that no list or load comes by. */
export function rowProblems(sqlJs: SqlJs, image: Uint8Array): Sentence[] {
  // Its tables are none of our business.
  if (schemaVersionOf(image) > SCHEMA_VERSION) return [];
  let sql: SqlConnection | undefined;
  try {
    const connection = (sql = new SqlConnection(new sqlJs.Database(image)));
    const check = String(connection.rows('PRAGMA integrity_check(1)')[0]?.['integrity_check']);
    if (check !== 'ok') return [sentence`SQLite finds: ${check}.`];
    return rowProblemsOf({
      ...badEvents(connection),
      calls: badCalls(connection),
      unrevised: badRemovals(connection),
    });
  } catch (error) {
    return [
      sentence`SQLite cannot read it: ${error instanceof Error ? error.message : String(error)}.`,
    ];
  } finally {
    sql?.close();
  }
}

function badEvents(sql: SqlConnection): { events: number; beyond: number } {
  const stored = versionSchema.safeParse(sql.rows('SELECT version FROM session')[0]?.['version']);
  const bad = { events: 0, beyond: 0 };
  for (const row of sql.rows('SELECT * FROM event ORDER BY sequence')) {
    const sequence = Number(row['sequence']);
    if (stored.success && (sequence > stored.data || sequence < 1)) bad.beyond++;
    else if (!fromEventRow(row)) bad.events++;
  }
  return bad;
}

function badCalls(sql: SqlConnection): number {
  return sql.rows('SELECT * FROM call').filter((row) => {
    try {
      fromCallRow(row);
      return false;
    } catch {
      return true;
    }
  }).length;
}

/** Files of version 1 have no such table. */
function badRemovals(sql: SqlConnection): number {
  const has = sql.rows(`SELECT 1 FROM sqlite_master WHERE name = 'step_removed'`).length > 0;
  const rows = has ? sql.rows('SELECT revision FROM step_removed') : [];
  return rows.filter(({ revision }) => !revisionSchema.safeParse(revision).success).length;
}
