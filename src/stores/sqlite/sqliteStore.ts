import { sentence } from '../../domain/sentence';
import { Emitter } from '../../service/emitter';
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
import { NEVER_CANCELLED, type CancelSignal, type Disposable, type Log } from '../../service/ports';
import { readOnlyError } from '../sessionAccess';
import { pageOfSessions } from '../sessionListing';
import { assertEventRange, assertPageLimit, assertSessionKey, ownCommit } from '../storeArguments';
import { ForeignChanges } from './foreignChanges';
import {
  assertRead,
  fileNameOf,
  keyOf,
  newerProblemOf,
  newSession,
  problemsOf,
  type OpenSession,
  toLoadedSession,
} from './openSession';
import { replaceSession, ReplacedMeanwhile } from './replaceSession';
import { RestoredSessions } from './maintenance/restoredSessions';
import type { SealingLimits } from './segments/sealing';
import { SessionCatalogue } from './catalogue/sessionCatalogue';
import type { ProgressListener } from './catalogue/catalogueProgress';
import type { FileStamp, SessionFiles, SessionLock } from './sessionFiles';
import { sqlEngine } from './sqlEngine';
import type { SqlJs } from './sqlJs';
import { SessionSegments } from './segments/sessionSegments';
import { SessionSlots, type Slot } from './sessionSlots';
import { WriteLocks } from './locks/writeLocks';

export interface SqliteStoreOptions {
  readonly files: SessionFiles;
  /** Called at the first use of the store, not before. */
  readonly sqlJs: () => Promise<SqlJs>;
  readonly log: Log;
  /** When history leaves the live file; tests cross it sooner. */
  readonly sealing?: SealingLimits;
  readonly onListProgress?: ProgressListener | undefined;
}

/** One SQLite file per session, rewritten whole and atomically by every commit (see ../SPEC.md). */
export function createSqliteStore(options: SqliteStoreOptions): PlanStore {
  return new SqliteStore(options);
}

class SqliteStore implements PlanStore {
  readonly #files: SessionFiles;
  readonly #engine: () => Promise<SqlJs>;
  readonly #log: Log;
  readonly #slots: SessionSlots;
  readonly #segments: SessionSegments;
  readonly #foreign: ForeignChanges;
  readonly #restored = new RestoredSessions();
  readonly #locks: WriteLocks;
  readonly #catalogue: SessionCatalogue;
  readonly #changed: Emitter<SessionKey>;

  constructor({ files, sqlJs, log, sealing, onListProgress: onProgress }: SqliteStoreOptions) {
    this.#files = files;
    this.#engine = sqlEngine(sqlJs);
    this.#log = log;
    this.#changed = new Emitter(log);
    this.#locks = new WriteLocks(files, log);
    this.#slots = new SessionSlots(files, this.#engine);
    this.#segments = new SessionSegments({ files, engine: this.#engine, log }, sealing);
    this.#foreign = new ForeignChanges({
      files,
      log,
      keyOf: async (name) =>
        (await keyOf(files, this.#engine, name)) ?? this.#catalogue.keyOf(name),
      queue: (key, job) => this.#slots.run(key, sentence`A change could not be looked at`, job),
      tell: this.#changed.fire.bind(this.#changed),
    });
    this.#catalogue = new SessionCatalogue(files, this.#engine, { log, onProgress });
  }

  load(session: SessionKey): Promise<LoadedSession | undefined> {
    return this.#slots.use(session, sentence`The plan could not be read`, async (slot) => {
      await this.#refresh(slot, session);
      const location = this.#files.location(slot.name, 'live');
      return slot.open && toLoadedSession(slot.open, location, this.#known(slot.name, slot.open));
    });
  }

  async append(
    session: SessionKey,
    expectedGeneration: number,
    given: SessionCommit,
    signal: CancelSignal = NEVER_CANCELLED,
  ): Promise<AppendOutcome> {
    const commit = ownCommit(session, given);
    return this.#slots.use(session, sentence`The plan could not be saved`, (slot) =>
      this.#locks.with(
        slot.name,
        signal,
        (lock) => this.#write(slot, expectedGeneration, commit, { lock, signal }),
        ({ kind }) => kind === 'conflict',
      ),
    );
  }

  recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    return this.#slots.use(session, sentence`The plan could not be read`, (slot) =>
      this.#read(slot, session, () => this.#recorded(slot, callId)),
    );
  }

  removedSteps(session: SessionKey, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#slots.use(session, sentence`The plan could not be read`, (slot) =>
      this.#read(slot, session, async ({ name, open }) => {
        assertRead(open);
        return open ? this.#segments.removedSteps(name, open.database, ids) : new Map();
      }),
    );
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    assertEventRange(after, limit);
    const none: EventPage = after > 0 ? { kind: 'reset' } : { kind: 'events', events: [] };
    return this.#slots.use(session, sentence`The events could not be read`, (slot) =>
      this.#read(slot, session, async ({ name, open }) =>
        open ? this.#segments.events(name, open.database, after, limit) : none,
      ),
    );
  }

  list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    // No session has the empty key, so lists wait for each other only.
    return this.#slots.run('', sentence`The sessions could not be listed`, async () => {
      assertPageLimit(page.limit);
      const { summaries, unreadable } = await this.#catalogue.list();
      return pageOfSessions(summaries, unreadable, filter, page);
    });
  }

  remove(session: SessionKey): Promise<void> {
    return this.#slots.run(
      session,
      sentence`The session could not be moved to the trash`,
      async () => {
        assertSessionKey(session);
        const name = await fileNameOf(this.#files, session);
        const trash = () => this.#files.trash(name);
        if (await this.#locks.with(name, NEVER_CANCELLED, trash))
          this.#tell(name, session, undefined);
      },
    );
  }

  watch(listener: (session: SessionKey) => void): Disposable {
    this.#foreign.start();
    return this.#changed.on(listener);
  }

  async close(): Promise<void> {
    this.#foreign.stop();
    await Promise.all([this.#slots.close(), this.#catalogue.close()]);
    await this.#locks.close();
    this.#changed.dispose();
  }

  async #write(
    slot: Slot,
    expectedGeneration: number,
    commit: SessionCommit,
    right: { readonly lock: SessionLock; readonly signal: CancelSignal },
  ): Promise<AppendOutcome> {
    const { name } = slot;
    const surroundings = { files: this.#files, restored: this.#restored, log: this.#log };
    // Who knows what is open goes on with it: if it is out of date, the switch finds out.
    const known = slot.open?.database.read().generation === expectedGeneration;
    const refresh = () => this.#refresh(slot, commit.record.key);
    if (!known) await refresh();
    const may = () => this.#mayAppend(slot, expectedGeneration, commit);
    if (!(await this.#segments.reading(slot, refresh, may))) return { kind: 'conflict' };
    if (!slot.open) this.#restored.forget(name);
    const open = (slot.open ??= newSession(await this.#engine()));
    if (open.source !== 'none') await this.#segments.seal(name, open, right.lock);
    const added = open.database.commit(commit);
    let written: OpenSession;
    try {
      written = slot.open = await replaceSession(surroundings, name, open, right);
    } catch (error) {
      if (!(error instanceof ReplacedMeanwhile)) throw error;
      this.#slots.drop(slot);
      return { kind: 'conflict' };
    }
    this.#tell(name, commit.record.key, written.liveStamp);
    const location = this.#files.location(name, 'live');
    const problems = problemsOf(written, location, this.#known(name, written));
    return { kind: 'appended', ...added, problems };
  }

  /** What is open may be out of date: everything that is told of a session starts here. */
  async #refresh(slot: Slot, session: SessionKey): Promise<void> {
    await this.#slots.refresh(slot);
    this.#foreign.used(slot.name, session, slot.open?.liveStamp);
  }

  async #read<T>(slot: Slot, session: SessionKey, read: (slot: Slot) => Promise<T>): Promise<T> {
    await this.#refresh(slot, session);
    return this.#segments.reading(slot, () => this.#refresh(slot, session), read);
  }

  /** What this store found out about the session, beside what is in its live file. */
  #known(name: string, { database }: OpenSession): StoreProblem[] {
    return [...this.#restored.of(name), ...this.#segments.problemsOf(name, database)];
  }

  #tell(name: string, session: SessionKey, stamp: FileStamp | undefined): void {
    this.#foreign.told(name, session, stamp);
    this.#changed.fire(session);
  }

  async #mayAppend(
    slot: Slot,
    expectedGeneration: number,
    { call }: SessionCommit,
  ): Promise<boolean> {
    const { name, open } = slot;
    if (!open) return expectedGeneration === 0;
    const problem = newerProblemOf(open, this.#files.location(name, 'live'));
    if (problem) throw readOnlyError(problem);
    assertRead(open);
    if (call && (await this.#recorded(slot, call.call_id))) return false;
    return open.database.read().generation === expectedGeneration;
  }

  async #recorded({ name, open }: Slot, callId: string): Promise<RecordedCall | undefined> {
    const found = open && (await this.#segments.call(name, open.database, callId));
    if (!found) assertRead(open);
    return found;
  }
}
