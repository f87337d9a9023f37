/** One row of an answer, by column. */
export type Row = Readonly<Record<string, unknown>>;

/** A connection, as `pg` has it. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Row[] }>;
  /** Back to the pool; with an error it is closed, because nobody knows what state it is in. */
  release(broken?: Error | boolean): void;
  /** A notification is heard as `{ payload?: string }`. */
  on(event: 'notification' | 'error' | 'end', heard: (...given: never[]) => void): unknown;
}

/** A pool that the caller made and ends (PT.63); `Pool` of `pg` fits. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
