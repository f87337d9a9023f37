import { fromCells, toCell } from './sqliteSchema';
import type { SqlDatabase, SqlStatement, SqlValue } from './sqlJs';

export type RawRow = Readonly<Record<string, SqlValue>>;

/** SQL with values in and rows out; every statement is compiled once. */
export class SqlConnection {
  #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: readonly (SqlValue | undefined)[]): void {
    this.#statement(sql).run(values.map(toCell));
  }

  rows(sql: string, values: readonly (string | number)[] = []): Record<string, unknown>[] {
    return this.rawRows(sql, values).map(fromCells);
  }

  /** The cells as they are stored, whether anybody can read them or not. */
  rawRows(sql: string, values: readonly (string | number)[] = []): RawRow[] {
    const statement = this.#statement(sql);
    const rows: RawRow[] = [];
    try {
      statement.bind(values.map(toCell));
      if (!statement.step()) return rows;
      // Once: sql.js makes them anew out of its memory, letter by letter, each time that it is asked.
      const names = statement.getColumnNames();
      do rows.push(rowOf(names, statement.get()));
      while (statement.step());
    } finally {
      statement.reset();
    }
    return rows;
  }

  /** Puts rows of another database with the same columns into a table. */
  insertRaw(table: string, rows: readonly RawRow[]): void {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first);
    const places = columns.map(() => '?').join(', ');
    const sql = `REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
    for (const row of rows) this.#statement(sql).run(columns.map((name) => row[name] ?? null));
  }

  export(): Uint8Array {
    return this.#database.export();
  }

  /** Goes on with another database, which has the same content. */
  replace(database: SqlDatabase): void {
    this.#statements.clear();
    this.#database.close();
    this.#database = database;
  }

  close(): void {
    this.#database.close();
  }

  #statement(sql: string): SqlStatement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function rowOf(names: readonly string[], cells: readonly SqlValue[]): RawRow {
  const row: Record<string, SqlValue> = {};
  for (const [at, name] of names.entries()) row[name] = cells[at] ?? null;
  return row;
}
