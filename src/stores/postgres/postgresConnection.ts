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
      hearOfCuts(client);
      return client;
    } catch (error) {
      throw postgresError(error, doing);
    }
  }

  async #prepared(): Promise<number> {
    const doing = sentence`The tables for plans could not be opened`;
    const found = await this.within(doing, (client) => this.#version(client));
    if (found !== undefined && found >= POSTGRES_SCHEMA) return found;
    return this.within(doing, (client) => this.#migrated(client));
  }

  /** In one transaction, so that tables are of one version or of the next. */
  async #migrated(client: PostgresClient): Promise<number> {
    const { lockSchema, isMade, readSchema, migrations } = this.#statements;
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await client.query(lockSchema);
    const { rows } = await client.query(isMade);
    const before = rows[0]?.['made'] === true ? await client.query(readSchema) : undefined;
    const version = Number(before?.rows[0]?.['version'] ?? 0);
    for (const migration of migrations.slice(version)) await client.query(migration);
    await client.query('COMMIT');
    return Math.max(version, POSTGRES_SCHEMA);
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

const heard = new WeakSet<PostgresClient>();

/** A cut that meets a connection in use is an event, and would end the process if nobody heard it. */
function hearOfCuts(client: PostgresClient): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}
