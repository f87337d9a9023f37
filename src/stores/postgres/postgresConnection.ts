import { PlanError } from '../../domain/planError';
import { sentence, type Sentence } from '../../domain/sentence';
import { POSTGRES_SCHEMA, type PostgresStatements } from './postgresSchema';
import { isNoTable, postgresError } from './postgresFailure';
import type { PostgresClient, PostgresPool, Row } from './postgresPool';

/** Connections of the pool, with the tables there before the first statement. */
export class PostgresConnection {
  readonly #pool: PostgresPool;
  readonly #statements: PostgresStatements;
  readonly #heard = new WeakSet<PostgresClient>();
  #schema: Promise<number> | undefined;

  constructor(pool: PostgresPool, statements: PostgresStatements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  /** The version of the tables; looked up, or made, by whichever operation comes first. */
  schema(): Promise<number> {
    this.#schema ??= this.#prepared().catch((error: unknown) => {
      // The next operation tries again.
      this.#schema = undefined;
      throw error;
    });
    return this.#schema;
  }

  /** A newer version may have changed the tables meanwhile. */
  forgetSchema(): void {
    this.#schema = undefined;
  }

  /** Rejects with `store_unavailable`. */
  async rows(doing: Sentence, text: string, values: unknown[] = []): Promise<readonly Row[]> {
    await this.schema();
    return this.within(doing, async (client) => (await client.query(text, values)).rows);
  }

  /** What fails inside passes through as `store_unavailable`, and the connection is not used again. */
  async within<T>(doing: Sentence, work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.connect(doing);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      broken = error instanceof Error ? error : new Error(String(error));
      throw postgresError(error, doing);
    } finally {
      client.release(PlanError.is(broken) ? undefined : broken);
    }
  }

  async connect(doing: Sentence): Promise<PostgresClient> {
    try {
      const client = await this.#pool.connect();
      this.#hear(client);
      return client;
    } catch (error) {
      throw postgresError(error, doing);
    }
  }

  /** A cut that meets a connection in use is an event, and would end the process if nobody heard it. */
  #hear(client: PostgresClient): void {
    if (this.#heard.has(client)) return;
    this.#heard.add(client);
    client.on('error', () => undefined);
  }

  async #prepared(): Promise<number> {
    return this.within(sentence`The tables for plans could not be opened`, async (client) => {
      const found = await this.#version(client);
      if (found !== undefined) return found;
      await client.query('BEGIN');
      await client.query(this.#statements.lockSchema);
      await client.query(this.#statements.createTables);
      await client.query('COMMIT');
      return (await this.#version(client)) ?? POSTGRES_SCHEMA;
    });
  }

  async #version(client: PostgresClient): Promise<number | undefined> {
    try {
      const { rows } = await client.query(this.#statements.readSchema);
      return rows[0] === undefined ? undefined : Number(rows[0]['version']);
    } catch (error) {
      if (isNoTable(error)) return undefined;
      throw error;
    }
  }
}
