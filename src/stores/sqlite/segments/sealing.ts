import * as z from 'zod/mini';
import type { RawRow, SqlConnection } from '../sqlConnection';
import { SQL } from '../sqliteSchema';
import type { SealedRows } from './segmentDatabase';

/** A sealed segment as the live file names it. */
export interface Segment {
  /** Sequences of the first and last event in it; the first is 0 where its events were dropped. */
  readonly first: number;
  readonly last: number;
  /** Of its image. */
  readonly bytes: number;
  /** The name of its file behind that of the session. */
  readonly part: string;
  /** Of its image, in hex. */
  readonly sha256: string;
}

/** When rows leave the live file, and how many. */
export interface SealingLimits {
  /** With more events than this the live file is sealed down to what a session usually looks back at. */
  readonly mostLive: number;
  readonly keptLive: number;
  /** Large events (long plans) are sealed earlier, so that a commit never writes much. */
  readonly mostLiveBytes: number;
  readonly fewestSealed: number;
  /** Of a file that an older build let grow; a segment is read whole. */
  readonly mostSealed: number;
  /** Removed steps are few; from this number on they go along. */
  readonly mostRemoved: number;
  /** So many small segments in a row become one. */
  readonly mergedAt: number;
  /** A segment with so many events or bytes is not small. */
  readonly largeEvents: number;
  readonly largeBytes: number;
}

export const SEALING_LIMITS: SealingLimits = {
  mostLive: 40,
  keptLive: 8,
  mostLiveBytes: 128 * 1024,
  fewestSealed: 8,
  mostSealed: 768,
  mostRemoved: 256,
  mergedAt: 16,
  largeEvents: 512,
  largeBytes: 1024 * 1024,
};

/** One that is put together with no others. */
export function isLarge(
  segment: Pick<Segment, 'first' | 'last' | 'bytes'>,
  { largeEvents, largeBytes }: SealingLimits,
): boolean {
  const { first, last, bytes } = segment;
  return isRetired(segment) || last - first + 1 >= largeEvents || bytes >= largeBytes;
}

/**
 * Before this every event was dropped, for a bound of what is kept. Only the oldest segment can be one; it
 * has the calls and removed steps of all that it stands for.
 */
export const RETIRED_FIRST = 0;

export function isRetired({ first }: Pick<Segment, 'first'>): boolean {
  return first === RETIRED_FIRST;
}

/** Sequence of the first event that was not dropped. */
export function firstKeptOf([oldest]: readonly Segment[]): number {
  return oldest && isRetired(oldest) ? oldest.last + 1 : 1;
}

/** The log of a live file: which segments it goes on from, and which rows are due to become one. */
export class SealedHistory {
  readonly #sql: SqlConnection;
  readonly #lift: () => void;
  #segments: readonly Segment[] | undefined;
  #first: number | undefined;

  /** `lift` brings the tables of an older build up to date. */
  constructor(sql: SqlConnection, lift: () => void) {
    this.#sql = sql;
    this.#lift = lift;
  }

  /** Oldest first. */
  get segments(): readonly Segment[] {
    return (this.#segments ??= readSegments(this.#sql));
  }

  /**
   * The rows that are due to leave this file, which has so many bytes and whose log ends at `version`; the
   * events from `first` to `last` are among them.
   */
  due(
    { version, bytes }: { readonly version: number; readonly bytes: number },
    limits: SealingLimits,
  ): { rows: SealedRows; first: number; last: number } | undefined {
    const first = (this.#first ??= this.#firstLive());
    const count = version - first + 1;
    const leaving = Math.min(count - limits.keptLive, limits.mostSealed);
    if (leaving < limits.fewestSealed) return undefined;
    if (count <= limits.mostLive && bytes <= limits.mostLiveBytes) return undefined;
    this.#lift();
    const last = first + leaving - 1;
    return { rows: rowsToSeal(this.#sql, last, limits), first, last };
  }

  /** Takes the rows out and names the segment that has them now. */
  sealed(rows: SealedRows, segment: Segment): void {
    this.#change(() => {
      this.#sql.run(`DELETE FROM call WHERE ${CALLS_UP_TO}`, [segment.last]);
      this.#sql.run('DELETE FROM event WHERE sequence <= ?', [segment.last]);
      if (rows.removedSteps.length > 0) this.#sql.run('DELETE FROM step_removed', []);
      this.#name(segment);
    });
    this.#sql.exec('VACUUM');
  }

  /** Names one segment in the place of the smaller ones that went into it. */
  merged(small: readonly Segment[], segment: Segment): void {
    this.#change(() => {
      for (const { first } of small) this.#sql.run('DELETE FROM segment WHERE first = ?', [first]);
      this.#name(segment);
    });
  }

  /** What a damaged row of `segment` stood for is a hole, not a part of the next one. */
  #firstLive(): number {
    const sealed = this.segments.at(-1)?.last ?? 0;
    const [row] = this.#sql.rows('SELECT min(sequence) AS first FROM event WHERE sequence > ?', [
      sealed,
    ]);
    return Math.max(sealed + 1, Number(row?.['first'] ?? 0));
  }

  #name({ first, last, bytes, part, sha256 }: Segment): void {
    this.#sql.run('INSERT INTO segment (first, last, bytes, part, sha256) VALUES (?, ?, ?, ?, ?)', [
      ...[first, last, bytes],
      ...[part, sha256],
    ]);
  }

  /** All of it or nothing. */
  #change(change: () => void): void {
    this.#sql.exec('BEGIN');
    try {
      change();
      this.#sql.exec('COMMIT');
    } catch (error) {
      this.#sql.exec('ROLLBACK');
      throw error;
    }
    this.#segments = this.#first = undefined;
  }
}

/** How the parts of a session are called that are segments. */
export const SEGMENT_PART = /^seg-\d+-\d+-[0-9a-f]{12}$/;

const segmentSchema = z.object({
  first: z.int(),
  last: z.int(),
  bytes: z.int(),
  part: z.string().check(z.regex(SEGMENT_PART)),
  sha256: z.string(),
});

/** Those whose rows make sense, oldest first; events of the others are a hole in the log. */
function readSegments(sql: SqlConnection): Segment[] {
  if (sql.rows(SQL.findSegments).length === 0) return [];
  return sql.rows(SQL.readSegments).flatMap((row) => segmentSchema.safeParse(row).data ?? []);
}

/** The rows that leave with the events up to `last`. */
function rowsToSeal(sql: SqlConnection, last: number, { mostRemoved }: SealingLimits): SealedRows {
  return {
    events: sql.rawRows('SELECT * FROM event WHERE sequence <= ? ORDER BY sequence', [last]),
    calls: sql.rawRows(`SELECT * FROM call WHERE ${CALLS_UP_TO} ORDER BY rowid`, [last]),
    removedSteps: leavingSteps(sql, mostRemoved),
  };
}

/** Calls are recorded in the order of their events; one without an event goes with those before it. */
const CALLS_UP_TO = `rowid <= (SELECT max(call.rowid) FROM call JOIN event USING (call_id) WHERE sequence <= ?)`;

function leavingSteps(sql: SqlConnection, most: number): readonly RawRow[] {
  const [row] = sql.rows('SELECT count(*) AS count FROM step_removed');
  if (Number(row?.['count']) <= most) return [];
  return sql.rawRows('SELECT * FROM step_removed ORDER BY id');
}
