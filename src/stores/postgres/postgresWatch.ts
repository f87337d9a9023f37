import { sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { Follower, HeardOfOthers } from '../servers/serverSessions';
import type { PostgresConnection } from './postgresConnection';
import type { PostgresClient, Row } from './postgresPool';
import type { PostgresStatements } from './postgresSchema';

/** Until the server is there again it is asked so often. */
const PAUSE_MS = 1_000;
/** How often the connection that listens is tried, and how long it may take to answer. */
const TRIED = { everyMs: 30_000, withinMs: 10_000 };
/** A notification takes 8,000 bytes. */
const LONGEST_KEY = 7_000;

/** What tells other processes: who wrote, the key where there is room for it, its digest, and what became of it. */
export function changeNotice(
  writer: string,
  key: SessionKey,
  id: string,
  outcome: 'changed' | 'late' = 'changed',
): string {
  const isLong = new TextEncoder().encode(JSON.stringify(key)).length > LONGEST_KEY;
  return JSON.stringify([writer, isLong ? null : key, id, outcome]);
}

export interface WatchOptions {
  readonly connection: PostgresConnection;
  readonly statements: PostgresStatements;
  /** Its own commits are told by whoever wrote them. */
  readonly writer: string;
  readonly log: Log;
  readonly heard: HeardOfOthers;
  readonly tried?: typeof TRIED;
}

/**
 * One connection that listens, and after a cut another one, which first asks what changed meanwhile: a
 * change may be told twice and is never missed. Of a cut of which nobody tells it learns by asking now and then.
 */
export class PostgresWatch implements Follower {
  readonly #options: WatchOptions;
  #client: PostgresClient | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** By the clock of the server: up to then everything was told. */
  #seen: unknown;
  #isClosed = false;
  #hasFailed = false;
  #opening: Promise<void> | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Resolves once it listens, or has failed for the first time. */
  start(): Promise<void> {
    this.#opening ??= this.#listen();
    return this.#opening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#opening;
    const client = this.#client;
    this.#client = undefined;
    client?.release(true);
  }

  async #listen(): Promise<void> {
    const { connection, statements, log } = this.#options;
    try {
      await connection.schema();
      const client = await connection.connect(sentence`Changes of plans cannot be followed`);
      const lost = (): void => {
        this.#lost(client);
      };
      client.on('error', lost);
      client.on('end', lost);
      client.on('notification', ({ payload = '' }: { payload?: string }) => {
        void this.#heard(payload);
      });
      this.#client = client;
      await this.#answerOf(client.query(`LISTEN ${statements.channel}`));
      await this.#answerOf(this.#catchUp(client));
      this.#hasFailed = false;
      this.#tryLater(client);
    } catch (error) {
      if (!this.#hasFailed) log.warn(`Changes of plans cannot be followed live: ${String(error)}`);
      this.#hasFailed = true;
      if (this.#client) this.#lost(this.#client);
      else this.#again();
    }
  }

  /** What was committed before the first look is no news. */
  async #catchUp(client: PostgresClient): Promise<void> {
    const { statements } = this.#options;
    const { rows } = await client.query(statements.now);
    const since = this.#seen;
    if (since !== undefined) {
      const touched = await client.query(statements.touchedSince, [since]);
      for (const row of touched.rows) this.#tell(row);
    }
    this.#seen = rows[0]?.['now'];
  }

  #tryLater(client: PostgresClient): void {
    if (this.#isClosed || this.#client !== client) return;
    const { tried = TRIED, statements } = this.#options;
    this.#timer = setTimeout(() => {
      this.#answerOf(client.query(statements.now)).then(
        ({ rows }) => {
          this.#seen = rows[0]?.['now'];
          this.#tryLater(client);
        },
        () => {
          this.#lost(client);
        },
      );
    }, tried.everyMs);
    this.#timer.unref();
  }

  /** Where a connection is gone without a word, nothing ever comes. */
  async #answerOf<T>(asked: Promise<T>): Promise<T> {
    const { withinMs } = this.#options.tried ?? TRIED;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, withinMs, new Error('The server did not answer in time.'));
    });
    try {
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #lost(client: PostgresClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.release(true);
    this.#again();
  }

  #again(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#opening = this.#listen();
    }, PAUSE_MS);
    this.#timer.unref();
  }

  async #heard(payload: string): Promise<void> {
    const { connection, statements, writer, heard, log } = this.#options;
    try {
      const [from, key, id, outcome] = JSON.parse(payload) as [
        ...[string, SessionKey | null, string, string],
      ];
      if (from === writer) return;
      if (outcome === 'late') {
        if (key !== null) heard.late(key, from);
        return;
      }
      if (key !== null) {
        heard.changed(key, from);
        return;
      }
      const rows = await connection.rows(sentence`A change could not be read`, statements.keyOf, [
        id,
      ]);
      for (const row of rows) this.#tell(row);
    } catch (error) {
      log.warn(`A notification of a change could not be read: ${String(error)}`);
    }
  }

  #tell({ key }: Row): void {
    this.#options.heard.changed(JSON.parse(String(key)) as SessionKey);
  }
}
