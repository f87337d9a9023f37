import type { RecordedCall } from '../../service/planStore';
import { fromCallRow } from './eventRows';
import type { SqlConnection } from './sqlConnection';
import { SQL } from './sqliteSchema';

/** The recorded calls of a live file. Nearly every id that is asked for is new, and that is known without SQL. */
export class LiveCalls {
  readonly #sql: SqlConnection;
  /** Of all that are there; some may be gone since. */
  #ids: Set<unknown> | undefined;

  constructor(sql: SqlConnection) {
    this.#sql = sql;
  }

  /** Throws when the row cannot make a call. */
  find(callId: string): RecordedCall | undefined {
    this.#ids ??= new Set(this.#sql.rows(SQL.readCallIds).map((row) => row['call_id']));
    if (!this.#ids.has(callId)) return undefined;
    const [row] = this.#sql.rows(SQL.readCall, [callId]);
    return row && fromCallRow(row);
  }

  add({ call_id, name, input, result }: RecordedCall): void {
    this.#sql.run(SQL.writeCall, [call_id, name, input, JSON.stringify(result)]);
    this.#ids?.add(call_id);
  }
}
