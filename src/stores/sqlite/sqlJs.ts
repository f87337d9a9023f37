/** A value of a SQLite cell. */
export type SqlValue = number | string | Uint8Array | null;

export interface SqlStatement {
  bind(values: SqlValue[]): boolean;
  step(): boolean;
  getColumnNames(): string[];
  get(): SqlValue[];
  run(values: SqlValue[]): void;
  reset(): void;
}

/** The part of a sql.js database that the store uses; another SQLite can stand behind it. */
export interface SqlDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqlStatement;
  /** The whole database file; not inside a transaction. */
  export(): Uint8Array;
  close(): void;
}

export interface SqlJs {
  readonly Database: new (image?: Uint8Array) => SqlDatabase;
}
