import { sentence } from '../../domain/sentence';
import type { PlanEvent } from '../../domain/planEvent';
import type { SessionRecord } from '../../domain/session';
import { Emitter } from '../../service/emitter';
import { KeyedQueue } from '../../service/keyedQueue';
import type {
  AppendOutcome,
  EventPage,
  LoadedSession,
  PlanStore,
  RecordedCall,
  SessionCommit,
  SessionFilter,
  SessionKey,
  SessionPage,
  StoreProblem,
} from '../../service/planStore';
import {
  NEVER_CANCELLED,
  type CancelSignal,
  type Digest,
  type Disposable,
  type IdMaker,
  type Log,
} from '../../service/ports';
import { notWritten } from '../notWritten';
import { capabilityProblem, closedError, readOnlyError, schemaProblem } from '../sessionAccess';
import { assertEventRange, assertSessionKey, ownCommit } from '../storeArguments';
import { callOf, eventOf } from '../storedText';
import { CHANGE_VALUES, commitValues, jsonDigest } from './commitValues';
import { listPage, recordOf } from './listedRows';
import { PostgresConnection } from './postgresConnection';
import type { PostgresPool } from './postgresPool';
import { POSTGRES_SCHEMA, statementsFor, type PostgresStatements } from './postgresSchema';
import { changeNotice, PostgresWatch } from './postgresWatch';
import { writtenOnce } from './writtenOnce';

export interface PostgresStoreOptions {
  /** Ended by whoever made it. */
  readonly pool: PostgresPool;
  /** Of the tables; another prefix is another store. Default: `session_plans_`. */
  readonly prefix?: string;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly log: Log;
}

/** Sessions in tables of a PostgreSQL database (DP.76, PT.63). Touches nothing before its first use. */
export function createPostgresStore(options: PostgresStoreOptions): PlanStore {
  return new PostgresStore(options);
}

const PLACE = 'PostgreSQL';
const READING = sentence`The plan could not be read`;

class PostgresStore implements PlanStore {
  readonly #statements: PostgresStatements;
  readonly #connection: PostgresConnection;
  readonly #digest: Digest;
  readonly #ids: IdMaker;
  /** Tells its own commits from those of others. */
  readonly #writer: string;
  readonly #changed: Emitter<SessionKey>;
  readonly #watch: PostgresWatch;
  readonly #writes = new KeyedQueue();
  #closed = false;

  constructor({ pool, prefix = 'session_plans_', digest, ids, log }: PostgresStoreOptions) {
    this.#statements = statementsFor(prefix);
    this.#connection = new PostgresConnection(pool, this.#statements);
    this.#digest = digest;
    this.#ids = ids;
    this.#writer = ids.uuid();
    this.#changed = new Emitter(log);
    this.#watch = new PostgresWatch({
      ...{ connection: this.#connection, statements: this.#statements, writer: this.#writer, log },
      changed: (session) => {
        this.#changed.fire(session);
      },
    });
  }

  async load(session: SessionKey): Promise<LoadedSession | undefined> {
    const id = this.#idOf(session);
    const schema = await this.#connection.schema();
    const [row] = await this.#connection.rows(READING, this.#statements.load, [id]);
    if (!row) return undefined;
    const record = recordOf(row, schema > POSTGRES_SCHEMA);
    const problems = problemsOf(record, schema);
    const numbers = { version: Number(row['version']), generation: Number(row['generation']) };
    return { record, ...numbers, problems, readOnly: problems.length > 0 };
  }

  async append(
    session: SessionKey,
    expectedGeneration: number,
    given: SessionCommit,
    signal: CancelSignal = NEVER_CANCELLED,
  ): Promise<AppendOutcome> {
    const id = this.#idOf(session);
    const commit = ownCommit(session, given);
    return this.#writes.run(session, () =>
      this.#append(session, id, expectedGeneration, commit, signal),
    );
  }

  async recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    const values = [this.#idOf(session), jsonDigest(this.#digest, callId)];
    const [row] = await this.#connection.rows(READING, this.#statements.readCall, values);
    return row && callOf(row['body']);
  }

  async removedSteps(
    session: SessionKey,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const own = this.#idOf(session);
    const digests = new Map(ids.map((id) => [jsonDigest(this.#digest, id), id]));
    const values = [own, [...digests.keys()]];
    const rows = await this.#connection.rows(READING, this.#statements.readRemoved, values);
    const found = new Map(rows.map(({ step, revision }) => [step, Number(revision)]));
    return new Map(
      [...digests].flatMap(([digest, id]) => {
        const revision = found.get(digest);
        return revision === undefined ? [] : [[id, revision] as const];
      }),
    );
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    assertEventRange(after, limit);
    const values = [this.#idOf(session), after, limit];
    const rows = await this.#connection.rows(READING, this.#statements.readEvents, values);
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

  async list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    this.#assertOpen();
    return listPage(this.#connection, this.#statements, filter, page);
  }

  async remove(session: SessionKey): Promise<void> {
    const id = this.#idOf(session);
    await this.#writes.run(session, async () => {
      const values = [id, changeNotice(this.#writer, session, id)];
      const doing = sentence`The plan could not be moved to the trash`;
      const rows = await this.#connection.rows(doing, this.#statements.remove, values);
      if (rows.length > 0) this.#changed.fire(session);
    });
  }

  watch(listener: (session: SessionKey) => void): Disposable {
    if (!this.#closed) void this.#watch.start();
    return this.#changed.on(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writes.idle();
    await this.#watch.close();
    this.#changed.dispose();
  }

  async #append(
    session: SessionKey,
    id: string,
    expectedGeneration: number,
    commit: SessionCommit,
    signal: CancelSignal,
  ): Promise<AppendOutcome> {
    const token = this.#ids.uuid();
    const notice = changeNotice(this.#writer, session, id);
    const values = commitValues(commit, { id, token, notice, expectedGeneration }, this.#digest);
    const schema = await this.#connection.schema();
    const { create, change } = this.#statements;
    const asked = { id, token, added: commit.events.length };
    const row = await writtenOnce(this.#connection, this.#statements, asked, async (client) => {
      if (signal.cancelled) return undefined;
      const { rows } =
        expectedGeneration === 0
          ? await client.query(create, values)
          : await client.query(change, values.slice(0, CHANGE_VALUES));
      return rows[0];
    });
    if (!row) {
      this.#connection.forgetSchema();
      if ((await this.#connection.schema()) > POSTGRES_SCHEMA)
        throw readOnlyError(schemaProblem(PLACE));
      return notWritten(this, commit, expectedGeneration, signal);
    }
    const version = Number(row['before']);
    const events = commit.events.map((event, at): PlanEvent => ({
      ...event,
      sequence: version + at + 1,
    }));
    this.#changed.fire(session);
    return {
      ...{ kind: 'appended', events, version: version + events.length },
      generation: expectedGeneration + 1,
      problems: problemsOf(commit.record, schema),
    };
  }

  #idOf(session: SessionKey): string {
    this.#assertOpen();
    assertSessionKey(session);
    return this.#digest(session);
  }

  #assertOpen(): void {
    if (this.#closed) throw closedError();
  }
}

function problemsOf(record: SessionRecord, schema: number): StoreProblem[] {
  const problem = schema > POSTGRES_SCHEMA ? schemaProblem(PLACE) : capabilityProblem(record);
  return problem ? [problem] : [];
}
