import type { PlanEvent } from '../../domain/planEvent';
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
} from '../../service/planStore';
import { NEVER_CANCELLED, type CancelSignal, type Disposable, type Log } from '../../service/ports';
import { capabilityProblem, closedError } from '../sessionAccess';
import { assertEventRange, assertPageLimit, assertSessionKey, ownCommit } from '../storeArguments';
import { Courtesy } from './courtesy';
import { notWritten } from './notWritten';
import type { Follower, ServerSessions } from './serverSessions';

/** Whose turn it is is looked at so often. */
const LOOK_MS = 5;

/** What stores on servers have in common: what is checked, what waits for what, and who is told. */
export class ServerStore implements PlanStore {
  readonly #sessions: ServerSessions;
  readonly #changed: Emitter<SessionKey>;
  readonly #follower: Follower;
  readonly #writes = new KeyedQueue();
  readonly #courtesy = new Courtesy();
  /** Whoever writes has to hear of others who are late. */
  #following: Promise<void> | undefined;
  #closed = false;

  constructor(sessions: ServerSessions, log: Log) {
    this.#sessions = sessions;
    this.#changed = new Emitter(log);
    this.#follower = sessions.follow({
      changed: (session, writer) => {
        if (writer !== undefined) this.#courtesy.heardWritten(session, writer);
        this.#changed.fire(session);
      },
      late: (session, writer) => {
        this.#courtesy.heardLate(session, writer, performance.now());
      },
    });
  }

  async load(session: SessionKey): Promise<LoadedSession | undefined> {
    this.#assertOpen(session);
    return this.#sessions.load(session);
  }

  async append(
    session: SessionKey,
    expectedGeneration: number,
    given: SessionCommit,
    signal: CancelSignal = NEVER_CANCELLED,
  ): Promise<AppendOutcome> {
    this.#assertOpen(session);
    const commit = ownCommit(session, given);
    return this.#writes.run(session, () => this.#append(commit, expectedGeneration, signal));
  }

  async recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    this.#assertOpen(session);
    return this.#sessions.recordedCall(session, callId);
  }

  async removedSteps(
    session: SessionKey,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    this.#assertOpen(session);
    return ids.length === 0 ? new Map() : this.#sessions.removedSteps(session, ids);
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    this.#assertOpen(session);
    assertEventRange(after, limit);
    return this.#sessions.events(session, after, limit);
  }

  async list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    this.#assertOpen();
    assertPageLimit(page.limit);
    return this.#sessions.list(filter, page);
  }

  async remove(session: SessionKey): Promise<void> {
    this.#assertOpen(session);
    await this.#writes.run(session, async () => {
      if (await this.#sessions.remove(session)) this.#changed.fire(session);
    });
  }

  watch(listener: (session: SessionKey) => void): Disposable {
    if (!this.#closed) this.#following ??= this.#follower.start();
    return this.#changed.on(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writes.idle();
    await this.#follower.close();
    this.#changed.dispose();
  }

  async #append(
    commit: SessionCommit,
    expectedGeneration: number,
    signal: CancelSignal,
  ): Promise<AppendOutcome> {
    const { key } = commit.record;
    await this.#following;
    for (let pause; (pause = this.#courtesy.pause(key, performance.now())) > 0;)
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, LOOK_MS)));
    const before = await this.#sessions.write(commit, expectedGeneration, signal);
    this.#courtesy.wrote(key, before === 'conflict');
    if (before === 'conflict') return { kind: 'conflict' };
    if (before === undefined) return notWritten(this.#sessions, commit, expectedGeneration, signal);
    const events = commit.events.map((event, at): PlanEvent => ({
      ...event,
      sequence: before + at + 1,
    }));
    this.#changed.fire(key);
    const problem = capabilityProblem(commit.record);
    return {
      ...{ kind: 'appended', events, version: before + events.length },
      ...{ generation: expectedGeneration + 1, problems: problem ? [problem] : [] },
    };
  }

  #assertOpen(session?: SessionKey): void {
    if (this.#closed) throw closedError();
    if (session !== undefined) assertSessionKey(session);
  }
}
