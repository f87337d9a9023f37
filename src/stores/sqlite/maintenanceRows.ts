import * as z from 'zod/mini';
import { type Sentence, sentence } from '../../domain/sentence';
import { fromCallRow, fromEventRow } from './eventRows';
import { SqlConnection } from './sqlConnection';
import type { SqlJs } from './sqlJs';
import { SCHEMA_VERSION } from './sqliteSchema';

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
    return [
      ...eventProblems(connection),
      ...callProblems(connection),
      ...removalProblems(connection),
    ];
  } catch (error) {
    return [
      sentence`SQLite cannot read it: ${error instanceof Error ? error.message : String(error)}.`,
    ];
  } finally {
    sql?.close();
  }
}

function eventProblems(sql: SqlConnection): Sentence[] {
  const stored = versionSchema.safeParse(sql.rows('SELECT version FROM session')[0]?.['version']);
  const bad: unknown[] = [];
  const beyond: unknown[] = [];
  for (const row of sql.rows('SELECT * FROM event ORDER BY sequence')) {
    const { sequence } = row;
    if (stored.success && (Number(sequence) > stored.data || Number(sequence) < 1))
      beyond.push(sequence);
    else if (!fromEventRow(row)) bad.push(sequence);
  }
  return [
    ...(bad.length > 0 ? [sentence`${eventRows(bad.length)} cannot be read.`] : []),
    ...(beyond.length > 0 ? [sentence`${eventRows(beyond.length)} of no place in the log.`] : []),
  ];
}

function callProblems(sql: SqlConnection): Sentence[] {
  const bad = sql.rows('SELECT * FROM call').filter((row) => {
    try {
      fromCallRow(row);
      return false;
    } catch {
      return true;
    }
  });
  if (bad.length === 0) return [];
  return [
    bad.length === 1
      ? sentence`1 recorded answer cannot be read.`
      : sentence`${bad.length} recorded answers cannot be read.`,
  ];
}

/** Files of version 1 have no such table. */
function removalProblems(sql: SqlConnection): Sentence[] {
  const has = sql.rows(`SELECT 1 FROM sqlite_master WHERE name = 'step_removed'`).length > 0;
  const rows = has ? sql.rows('SELECT revision FROM step_removed') : [];
  const bad = rows.filter(({ revision }) => !revisionSchema.safeParse(revision).success);
  if (bad.length === 0) return [];
  return [
    bad.length === 1
      ? sentence`1 removed step without a revision.`
      : sentence`${bad.length} removed steps without a revision.`,
  ];
}

function eventRows(count: number): Sentence {
  return count === 1 ? sentence`1 event row` : sentence`${count} event rows`;
}
