import { PlanError } from '../../domain/planError';
import { sentence, type Sentence } from '../../domain/sentence';
import { POSTGRES_SCHEMA, type PostgresStatements } from './postgresSchema';
import { isNoTable, postgresError } from './postgresFailure';
import type { PostgresClient, PostgresPool, Row } from './postgresPool';

/** Connections of the pool, with the tables there before the first statement. */
export class PostgresConnection {
  readonly #pool: PostgresPool;
  readonly #statements: PostgresStatements;
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
      return await this.#pool.connect();
    } catch (error) {
      throw postgresError(error, doing);
    }
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
