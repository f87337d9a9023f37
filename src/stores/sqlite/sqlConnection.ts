import { fromCells, toCell } from './sqliteSchema';
import type { SqlDatabase, SqlStatement } from './sqlJs';

/** SQL with values in and rows out; every statement is compiled once. */
export class SqlConnection {
  readonly #database: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  run(sql: string, values: readonly (string | number | null | undefined)[]): void {
    this.#statement(sql).run(values.map(toCell));
  }

  rows(sql: string, values: readonly (string | number)[] = []): Record<string, unknown>[] {
    const statement = this.#statement(sql);
    const rows: Record<string, unknown>[] = [];
    try {
      statement.bind(values.map(toCell));
      while (statement.step()) rows.push(fromCells(statement.getAsObject()));
    } finally {
      statement.reset();
    }
    return rows;
  }

  export(): Uint8Array {
    return this.#database.export();
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
