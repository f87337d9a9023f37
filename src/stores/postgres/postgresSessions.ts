import type { PlanEvent } from '../../domain/planEvent';
import type { SessionRecord } from '../../domain/session';
import { sentence } from '../../domain/sentence';
import type {
  EventPage,
  LoadedSession,
  RecordedCall,
  SessionCommit,
  SessionFilter,
  SessionKey,
  SessionPage,
  StoreProblem,
} from '../../service/planStore';
import type { CancelSignal, Digest, IdMaker, Log } from '../../service/ports';
import type { Follower, HeardOfOthers, ServerSessions } from '../servers/serverSessions';
import { eventOf, readCall } from '../servers/storedText';
import { capabilityProblem, readOnlyError, schemaProblem } from '../sessionAccess';
import { CHANGE_VALUES, commitValues, jsonDigest } from './commitValues';
import { listPage, recordOf } from './listedRows';
import type { PostgresConnection } from './postgresConnection';
import { POSTGRES_NAME, POSTGRES_SCHEMA, type PostgresStatements } from './postgresSchema';
import { changeNotice, PostgresWatch } from './postgresWatch';
import { writtenOnce } from './writtenOnce';

/** What everything about one prefix of tables works with. */
export interface PostgresTables {
  readonly connection: PostgresConnection;
  readonly statements: PostgresStatements;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly log: Log;
}

const READING = sentence`The plan could not be read`;

/** Sessions in tables of a PostgreSQL database (DP.76). */
export class PostgresSessions implements ServerSessions {
  readonly #tables: PostgresTables;
  /** Tells its own commits from those of others. */
  readonly #writer: string;

  constructor(tables: PostgresTables) {
    this.#tables = tables;
    this.#writer = tables.ids.uuid();
  }

  async load(session: SessionKey): Promise<LoadedSession | undefined> {
    const { connection, statements, digest } = this.#tables;
    const schema = await connection.schema();
    const [row] = await connection.rows(READING, statements.load, [digest(session)]);
    if (!row) return undefined;
    const record = recordOf(row, schema > POSTGRES_SCHEMA);
    const problems = problemsOf(record, schema);
    const numbers = { version: Number(row['version']), generation: Number(row['generation']) };
    return { record, ...numbers, problems, readOnly: problems.length > 0 };
  }

  async write(
    commit: SessionCommit,
    expectedGeneration: number,
    signal: CancelSignal,
  ): Promise<number | 'conflict' | undefined> {
    const { connection, statements, digest, ids } = this.#tables;
    const { key } = commit.record;
    const [id, token] = [digest(key), ids.uuid()];
    const notice = changeNotice(this.#writer, key, id);
    const values = commitValues(commit, { id, token, notice, expectedGeneration }, digest);
    await connection.schema();
    const asked = { id, token, added: commit.events.length };
    const row = await writtenOnce(connection, statements, asked, async (client) => {
      if (signal.cancelled) return undefined;
      const { rows } =
        expectedGeneration === 0
          ? await client.query(statements.create, values)
          : await client.query(statements.change, values.slice(0, CHANGE_VALUES));
      return rows[0];
    });
    return row ? Number(row['before']) : this.#whyNot(key, expectedGeneration);
  }

  async recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    const { connection, statements, digest } = this.#tables;
    const values = [digest(session), jsonDigest(digest, callId)];
    const [row] = await connection.rows(READING, statements.readCall, values);
    return row && readCall(row['body'], POSTGRES_NAME);
  }

  async removedSteps(
    session: SessionKey,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const { connection, statements, digest } = this.#tables;
    const digests = new Map(ids.map((id) => [jsonDigest(digest, id), id]));
    const values = [digest(session), [...digests.keys()]];
    const rows = await connection.rows(READING, statements.readRemoved, values);
    const found = new Map(rows.map(({ step, revision }) => [step, Number(revision)]));
    return new Map(
      [...digests].flatMap(([digest, id]) => {
        const revision = found.get(digest);
        return revision === undefined ? [] : [[id, revision] as const];
      }),
    );
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    const { connection, statements, digest } = this.#tables;
    const values = [digest(session), after, limit];
    const rows = await connection.rows(READING, statements.readEvents, values);
    const version = Number(rows[0]?.['version'] ?? 0);
    if (after > version) return { kind: 'reset' };
    const events: PlanEvent[] = [];
    for (const { sequence, body } of rows) {
      if (sequence === null) break;
      const event = eventOf(body, Number(sequence));
      if (event?.sequence !== after + events.length + 1) return { kind: 'reset' };
      events.push(event);
    }
    const all = events.length === Math.min(limit, version - after);
    return all ? { kind: 'events', events } : { kind: 'reset' };
  }

  list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    const { connection, statements } = this.#tables;
    return listPage(connection, statements, filter, page);
  }

  async remove(session: SessionKey): Promise<boolean> {
    const { connection, statements, digest } = this.#tables;
    const id = digest(session);
    const values = [id, changeNotice(this.#writer, session, id)];
    const doing = sentence`The plan could not be moved to the trash`;
    return (await connection.rows(doing, statements.remove, values)).length > 0;
  }

  async #whyNot(session: SessionKey, expectedGeneration: number): Promise<'conflict' | undefined> {
    const { connection, statements, digest } = this.#tables;
    const id = digest(session);
    const values = [id, expectedGeneration, changeNotice(this.#writer, session, id, 'late')];
    const [found] = await connection.rows(READING, statements.whyNot, values);
    if (Number(found?.['schema']) > POSTGRES_SCHEMA) {
      connection.forgetSchema();
      throw readOnlyError(schemaProblem(POSTGRES_NAME));
    }
    return Number(found?.['generation']) === expectedGeneration ? undefined : 'conflict';
  }

  follow(heard: HeardOfOthers): Follower {
    return new PostgresWatch({ ...this.#tables, writer: this.#writer, heard });
  }
}

function problemsOf(record: SessionRecord, schema: number): StoreProblem[] {
  const problem =
    schema > POSTGRES_SCHEMA ? schemaProblem(POSTGRES_NAME) : capabilityProblem(record);
  return problem ? [problem] : [];
}
