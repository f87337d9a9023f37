import * as z from 'zod/mini';
import { revisionOf } from '../../domain/plan';
import type { PlanEvent } from '../../domain/planEvent';
import type { SessionRecord } from '../../domain/session';
import type { EventPage, RecordedCall, SessionCommit } from '../../service/planStore';
import {
  toBadStep,
  toPlanSteps,
  toSessionRecord,
  toSessionRow,
  toStepRows,
  type BadStep,
  type SessionRow,
  type StepRow,
  type Unproven,
} from '../sessionRecord';
import { SCHEMA_VERSION, SQL } from './sqliteSchema';
import { emptyImage } from './emptyImage';
import { fromEventRow, toEventCells } from './eventRows';
import { ImageExport, openDatabase } from './maintenance/imageExport';
import { liftSchema } from './liftSchema';
import { LiveCalls } from './liveCalls';
import { SealedHistory } from './segments/sealing';
import { SqlConnection } from './sqlConnection';
import type { SqlDatabase, SqlJs } from './sqlJs';

export interface StoredSession {
  readonly record: SessionRecord;
  readonly version: number;
  readonly generation: number;
  /** Rows of the current plan that are not shown as they are; the next commit sets them aside. */
  readonly bad: readonly BadStep[];
  /** Rows that earlier commits set aside. */
  readonly setAside: readonly BadStep[];
}

/** What a commit added, and the numbers after it. */
export interface AddedCommit {
  readonly events: readonly PlanEvent[];
  readonly version: number;
  readonly generation: number;
}

const numbersSchema = z.object({ generation: z.int(), version: z.int() });
const revisionSchema = z.int().check(z.minimum(1));

/** One session's database in memory. It knows nothing of files; what it changes is durable only once exported. */
export class SessionDatabase {
  readonly #sql: SqlConnection;
  /** What left this file, and what is due to. */
  readonly history: SealedHistory;
  readonly #schemaVersion: number;
  #stored: StoredSession | undefined;
  #isLifted = false;
  readonly #image: ImageExport;
  readonly #calls: LiveCalls;
  /** Of the current plan, as they were written here; undefined when that is not known. */
  #steps: readonly StepRow[] | undefined;

  private constructor(sqlJs: SqlJs, database: SqlDatabase, bytes: number) {
    this.#sql = new SqlConnection(database);
    this.#image = new ImageExport(sqlJs, this.#sql, bytes);
    this.#calls = new LiveCalls(this.#sql);
    this.history = new SealedHistory(this.#sql, () => void this.#lifted());
    this.#schemaVersion = Number(this.#sql.rows(SQL.readVersion)[0]?.['user_version']);
  }

  static create(sqlJs: SqlJs): SessionDatabase {
    return new SessionDatabase(sqlJs, openDatabase(sqlJs, emptyImage(sqlJs)), 0);
  }

  /** Throws, with nothing left open, when SQLite cannot make sense of the image. */
  static open(sqlJs: SqlJs, image: Uint8Array): SessionDatabase {
    const database = openDatabase(sqlJs, image);
    try {
      return new SessionDatabase(sqlJs, database, image.length);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Of the image as it was last opened or exported. */
  get bytes(): number {
    return this.#image.bytes;
  }

  get newer(): boolean {
    return this.#schemaVersion > SCHEMA_VERSION;
  }

  /** Throws when there is no session row that makes a record. */
  read(): StoredSession {
    if (this.#stored) return this.#stored;
    const [session] = this.#sql.rows(SQL.readSession);
    const { generation, version } = numbersSchema.parse(session);
    const { steps, bad } = toPlanSteps(
      this.#sql.rows(SQL.readSteps) as unknown as Unproven<StepRow>[],
    );
    const cells = Object.entries(session ?? {}).filter(([column]) => SESSION_COLUMNS.has(column));
    const row = Object.fromEntries(cells) as unknown as Unproven<SessionRow>;
    const setAside = this.#sql.rows(SQL.readSetAside).map(toBadStep);
    const record = toSessionRecord(row, steps, this.newer);
    this.#stored = { record, version, generation, bad, setAside };
    return this.#stored;
  }

  get currentRevision(): number {
    return revisionOf(this.read().record.plan);
  }

  /** A removal whose revision cannot be read counts for the current one: its id stays taken. */
  revisionOrCurrent(stored: unknown): number {
    return revisionSchema.safeParse(stored).data ?? this.currentRevision;
  }

  call(callId: string): RecordedCall | undefined {
    return this.#calls.find(callId);
  }

  removedSteps(ids: readonly string[]): Map<string, number> {
    const removed = new Map<string, number>();
    // Who may not write takes no id.
    if (this.newer) return removed;
    this.#lifted();
    for (const id of ids) {
      const [row] = this.#sql.rows(SQL.readRemovedStep, [id]);
      if (row) removed.set(id, this.revisionOrCurrent(row['revision']));
    }
    return removed;
  }

  /** A gap or an event that cannot be read is a reset: whoever asks takes the current state instead. */
  events(after: number, limit: number): EventPage {
    if (after > this.read().version) return { kind: 'reset' };
    const events: PlanEvent[] = [];
    for (const row of this.#sql.rows(SQL.readEvents, [after, limit])) {
      const event = fromEventRow(row);
      if (event?.sequence !== after + events.length + 1) return { kind: 'reset' };
      events.push(event);
    }
    const all = events.length === Math.min(limit, this.read().version - after);
    return all ? { kind: 'events', events } : { kind: 'reset' };
  }

  /** One transaction, all of it or none. Keeps the record: nobody may change it any more. */
  commit(commit: SessionCommit): AddedCommit {
    const before = this.#begin();
    const events = commit.events.map((event, at): PlanEvent => ({
      ...event,
      sequence: before.version + at + 1,
    }));
    const version = before.version + events.length;
    try {
      this.#writeRecord(commit.record, before, version);
      for (const event of events) this.#sql.run(SQL.writeEvent, toEventCells(event));
      for (const id of commit.removedSteps ?? []) {
        this.#sql.run(SQL.writeRemovedStep, [id, commit.record.plan?.revision]);
      }
      if (commit.call) this.#calls.add(commit.call);
      this.#sql.run('COMMIT', []);
    } catch (error) {
      this.#sql.exec('ROLLBACK');
      this.#steps = undefined;
      throw error;
    }
    const generation = before.generation + 1;
    const setAside = [...before.setAside, ...before.bad];
    // What was parsed before it was written need not be read and parsed again.
    this.#stored = { record: commit.record, version, generation, bad: [], setAside };
    return { events, version, generation };
  }

  /** There until the next change. */
  export(): Uint8Array {
    return this.#image.next();
  }

  /** What was exported is on the disk. */
  written(): void {
    this.#image.written();
  }

  close(): void {
    this.#sql.close();
  }

  #begin(): Omit<StoredSession, 'record'> {
    const isNew = !this.#stored && this.#sql.rows(SQL.readSession).length === 0;
    const before = isNew ? { version: 0, generation: 0, bad: [], setAside: [] } : this.#lifted();
    this.#sql.run('BEGIN', []);
    return before;
  }

  /** What is stored, once the tables are those of this build. */
  #lifted(): StoredSession {
    const stored = this.read();
    if (this.#isLifted) return stored;
    liftSchema(this.#sql, revisionOf(stored.record.plan));
    this.#isLifted = true;
    return stored;
  }

  #writeRecord(
    record: SessionRecord,
    before: Omit<StoredSession, 'record'>,
    version: number,
  ): void {
    for (const { position, reason } of before.bad) {
      this.#sql.run(SQL.setStepAside, [before.generation, String(reason), position]);
    }
    const row = toSessionRow(record);
    this.#sql.run(SQL.writeSession, [
      before.generation + 1,
      version,
      ...[row.key, row.coworker, row.title, row.workspace, row.created, row.updated, row.details],
      ...[row.revision, row.turn_id, row.call_id, row.explanation],
    ]);
    this.#writeSteps(toStepRows(record));
  }

  /** Most changes touch a few steps of many. */
  #writeSteps(steps: readonly StepRow[]): void {
    const before = this.#steps ?? [];
    this.#sql.run(SQL.clearSteps, [this.#steps ? steps.length : LOWEST]);
    for (const [at, step] of steps.entries()) {
      const known = before[at];
      if (known && STEP_COLUMNS.every((column) => known[column] === step[column])) continue;
      this.#sql.run(
        SQL.writeStep,
        STEP_COLUMNS.map((column) => step[column]),
      );
    }
    this.#steps = steps;
  }
}

/** Of any row, also one that somebody else put there. */
const LOWEST = -(2 ** 63);
const STEP_COLUMNS = [
  ...(['position', 'id', 'description', 'status'] as const),
  ...(['active_form', 'parent_id', 'depends_on'] as const),
];

const SESSION_COLUMNS: ReadonlySet<string> = new Set<keyof SessionRow>([
  ...(['key', 'coworker', 'title', 'workspace', 'created', 'updated', 'details'] as const),
  ...(['revision', 'turn_id', 'call_id', 'explanation'] as const),
]);
