import * as z from 'zod/mini';
import type { RawRow, SqlConnection } from './sqlConnection';
import { SQL } from './sqliteSchema';
import type { SealedRows } from './segmentDatabase';

/** A sealed segment as the live file names it. */
export interface Segment {
  /** Sequences of the first and last event in it. */
  readonly first: number;
  readonly last: number;
  /** The name of its file behind that of the session. */
  readonly part: string;
  /** Of its whole file, in hex. */
  readonly sha256: string;
}

/** With more events than this the live file is sealed down to what a session usually looks back at. */
const MOST_LIVE_EVENTS = 64;
const KEPT_LIVE_EVENTS = 16;
/** Large events (long plans) are sealed earlier, so that a commit never writes much. */
const MOST_LIVE_BYTES = 192 * 1024;
const FEWEST_SEALED = 8;
/** Of a file that an older build let grow; a segment is read whole. */
const MOST_SEALED_EVENTS = 768;
/** Removed steps are few; from this number on they go along. */
const MOST_LIVE_REMOVED = 256;

/** The log of a live file: which segments it goes on from, and which rows are due to become one. */
export class SealedHistory {
  readonly #sql: SqlConnection;
  readonly #lift: () => void;
  #segments: readonly Segment[] | undefined;

  /** `lift` brings the tables of an older build up to date. */
  constructor(sql: SqlConnection, lift: () => void) {
    this.#sql = sql;
    this.#lift = lift;
  }

  /** Oldest first. */
  get segments(): readonly Segment[] {
    return (this.#segments ??= readSegments(this.#sql));
  }

  /** The rows that are due to leave this file, with the first and last event among them. */
  due(): { rows: SealedRows; first: number; last: number } | undefined {
    this.#lift();
    const last = dueForSealing(this.#sql);
    if (last === undefined) return undefined;
    const first = (this.segments.at(-1)?.last ?? 0) + 1;
    return { rows: rowsToSeal(this.#sql, last), first, last };
  }

  sealed(rows: SealedRows, segment: Segment): void {
    replaceBySegment(this.#sql, rows, segment);
    this.#segments = undefined;
  }

  merged(small: readonly Segment[], segment: Segment): void {
    replaceByMerged(this.#sql, small, segment);
    this.#segments = undefined;
  }

  /** Parts that went into larger ones; neither this file nor its last good copy names them once both were written again. */
  retired(): string[] {
    return this.#sql.rows(SQL.readRetired).map(({ part }) => String(part));
  }

  forgetRetired(): void {
    this.#sql.run(SQL.clearRetired, []);
  }
}

const segmentSchema = z.object({
  first: z.int(),
  last: z.int(),
  part: z.string().check(z.regex(/^seg-\d+-\d+-[0-9a-f]{12}$/)),
  sha256: z.string(),
});

/** Those whose rows make sense, oldest first; events of the others are a hole in the log. */
function readSegments(sql: SqlConnection): Segment[] {
  if (sql.rows(SQL.findSegments).length === 0) return [];
  return sql.rows(SQL.readSegments).flatMap((row) => segmentSchema.safeParse(row).data ?? []);
}

/** The last event that is due to leave the live file; undefined when it is small enough. */
function dueForSealing(sql: SqlConnection): number | undefined {
  const [events] = sql.rows('SELECT min(sequence) AS first, max(sequence) AS last FROM event');
  const first = Number(events?.['first'] ?? 0);
  const count = first === 0 ? 0 : Number(events?.['last']) - first + 1;
  const leaves = Math.min(count - KEPT_LIVE_EVENTS, MOST_SEALED_EVENTS);
  if (leaves < FEWEST_SEALED) return undefined;
  if (count <= MOST_LIVE_EVENTS && usedBytes(sql) <= MOST_LIVE_BYTES) return undefined;
  return first + leaves - 1;
}

/** The rows that leave with the events up to `last`. */
function rowsToSeal(sql: SqlConnection, last: number): SealedRows {
  return {
    events: sql.rawRows('SELECT * FROM event WHERE sequence <= ? ORDER BY sequence', [last]),
    calls: sql.rawRows(`SELECT * FROM call WHERE ${CALLS_UP_TO} ORDER BY rowid`, [last]),
    removedSteps: leavingSteps(sql),
  };
}

/** Takes them out and names the segment that has them now. */
function replaceBySegment(sql: SqlConnection, rows: SealedRows, segment: Segment): void {
  const { first, last, part, sha256 } = segment;
  sql.exec('BEGIN');
  try {
    sql.run(`DELETE FROM call WHERE ${CALLS_UP_TO}`, [last]);
    sql.run('DELETE FROM event WHERE sequence <= ?', [last]);
    if (rows.removedSteps.length > 0) sql.run('DELETE FROM step_removed', []);
    sql.run('INSERT INTO segment (first, last, part, sha256) VALUES (?, ?, ?, ?)', [
      first,
      last,
      part,
      sha256,
    ]);
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
  sql.exec('VACUUM');
}

/** Names one segment in the place of the smaller ones that went into it. */
function replaceByMerged(sql: SqlConnection, merged: readonly Segment[], segment: Segment): void {
  sql.exec('BEGIN');
  try {
    for (const { first, part } of merged) {
      sql.run('DELETE FROM segment WHERE first = ?', [first]);
      sql.run('REPLACE INTO segment_retired (part) VALUES (?)', [part]);
    }
    const { first, last, part, sha256 } = segment;
    sql.run('INSERT INTO segment (first, last, part, sha256) VALUES (?, ?, ?, ?)', [
      first,
      last,
      part,
      sha256,
    ]);
    sql.exec('COMMIT');
  } catch (error) {
    sql.exec('ROLLBACK');
    throw error;
  }
}

/** Calls are recorded in the order of their events; one without an event goes with those before it. */
const CALLS_UP_TO = `rowid <= (SELECT max(call.rowid) FROM call JOIN event USING (call_id) WHERE sequence <= ?)`;

function leavingSteps(sql: SqlConnection): readonly RawRow[] {
  const [row] = sql.rows('SELECT count(*) AS count FROM step_removed');
  if (Number(row?.['count']) <= MOST_LIVE_REMOVED) return [];
  return sql.rawRows('SELECT * FROM step_removed ORDER BY id');
}

function usedBytes(sql: SqlConnection): number {
  const pragma = (name: string) => Number(Object.values(sql.rows(`PRAGMA ${name}`)[0] ?? {})[0]);
  return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
}
