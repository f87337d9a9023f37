import type { PlanEvent } from '../../../domain/planEvent';
import type { RecordedCall } from '../../../service/planStore';
import { fromCallRow, fromEventRow } from '../eventRows';
import { SqlConnection, type RawRow } from '../sqlConnection';
import { CREATE_LOG_TABLES, CREATE_REMOVED_STEPS, SCHEMA_VERSION, SQL } from '../sqliteSchema';
import type { SqlJs } from '../sqlJs';

/** "SPLS": a part of a session, not a session. */
export const SEGMENT_APPLICATION_ID = 0x53504c53;

/** Rows that left the live file, as they were stored there. */
export interface SealedRows {
  readonly events: readonly RawRow[];
  readonly calls: readonly RawRow[];
  readonly removedSteps: readonly RawRow[];
}

/** The rows of segments, oldest first, as those of one. */
export function joinedRows(all: readonly SealedRows[]): SealedRows {
  return {
    events: all.flatMap(({ events }) => events),
    calls: all.flatMap(({ calls }) => calls),
    removedSteps: all.flatMap(({ removedSteps }) => removedSteps),
  };
}

/** The image of a segment with these rows; the same rows make the same image. */
export function makeSegmentImage(sqlJs: SqlJs, rows: SealedRows): Uint8Array {
  const database = new sqlJs.Database();
  try {
    const sql = new SqlConnection(database);
    sql.exec(`
      PRAGMA page_size = 4096;
      PRAGMA application_id = ${String(SEGMENT_APPLICATION_ID)};
      PRAGMA user_version = ${String(SCHEMA_VERSION)};
      ${CREATE_LOG_TABLES} ${CREATE_REMOVED_STEPS}
      BEGIN;`);
    sql.insertRaw('event', rows.events);
    sql.insertRaw('call', rows.calls);
    sql.insertRaw('step_removed', rows.removedSteps);
    sql.exec('COMMIT');
    return sql.export();
  } finally {
    database.close();
  }
}

/** One sealed segment in memory, to be closed after use. */
export class SegmentDatabase {
  readonly #sql: SqlConnection;

  private constructor(sql: SqlConnection) {
    this.#sql = sql;
  }

  /** Throws when SQLite cannot make sense of the image. */
  static open(sqlJs: SqlJs, image: Uint8Array): SegmentDatabase {
    return new SegmentDatabase(new SqlConnection(new sqlJs.Database(image)));
  }

  /** From the first that is asked for up to the first that cannot be read. */
  events(after: number, limit: number): PlanEvent[] {
    const events: PlanEvent[] = [];
    for (const row of this.#sql.rows(SQL.readEvents, [after, limit])) {
      const event = fromEventRow(row);
      if (!event) break;
      events.push(event);
    }
    return events;
  }

  /** Throws when the row is damaged. */
  call(callId: string): RecordedCall | undefined {
    const [row] = this.#sql.rows(SQL.readCall, [callId]);
    return row && fromCallRow(row);
  }

  removedStep(id: string): unknown {
    return this.#sql.rows(SQL.readRemovedStep, [id])[0]?.['revision'];
  }

  rows(): SealedRows {
    return {
      events: this.#sql.rawRows('SELECT * FROM event ORDER BY sequence'),
      calls: this.#sql.rawRows('SELECT * FROM call ORDER BY rowid'),
      removedSteps: this.#sql.rawRows('SELECT * FROM step_removed ORDER BY id'),
    };
  }

  /** Ids of the calls and of the removed steps in it. */
  ids(): { calls: string[]; steps: string[] } {
    const texts = (sql: string) => this.#sql.rows(sql).map(({ id }) => String(id));
    return {
      calls: texts('SELECT call_id AS id FROM call'),
      steps: texts('SELECT id FROM step_removed'),
    };
  }

  close(): void {
    this.#sql.close();
  }
}
