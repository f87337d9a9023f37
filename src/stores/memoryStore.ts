import { cancelledError } from '../domain/planError';
import type { PlanEvent } from '../domain/planEvent';
import type { SessionRecord } from '../domain/session';
import { Emitter } from '../service/emitter';
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
} from '../service/planStore';
import { NEVER_CANCELLED, type CancelSignal, type Disposable, type Log } from '../service/ports';
import { summaryOf } from '../service/sessionSummary';
import { capabilityProblem, closedError, readOnlyError } from './sessionAccess';
import { pageOfSessions } from './sessionListing';
import { assertEventRange, assertSessionKey, ownCommit } from './storeArguments';

export interface MemoryStoreOptions {
  readonly log?: Log;
}

interface StoredSession {
  readonly record: SessionRecord;
  readonly generation: number;
  readonly events: readonly PlanEvent[];
  readonly calls: ReadonlyMap<string, RecordedCall>;
  readonly removed: ReadonlyMap<string, number>;
}

const NOTHING_STORED = {
  record: undefined,
  generation: 0,
  events: [],
  calls: new Map(),
  removed: new Map(),
};
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Sessions for the life of the process: the shortest true form of the contract. */
export function createMemoryStore(options: MemoryStoreOptions = {}): PlanStore {
  return new MemoryStore(options.log ?? SILENT);
}

class MemoryStore implements PlanStore {
  readonly #sessions = new Map<SessionKey, StoredSession>();
  readonly #changed: Emitter<SessionKey>;
  #closed = false;

  constructor(log: Log) {
    this.#changed = new Emitter(log);
  }

  load(session: SessionKey): Promise<LoadedSession | undefined> {
    return this.#answer(() => {
      const stored = this.#find(session);
      if (!stored) return undefined;
      const problems = problemsOf(stored.record);
      return {
        record: structuredClone(stored.record),
        version: stored.events.length,
        generation: stored.generation,
        problems,
        readOnly: problems.length > 0,
      };
    });
  }

  append(
    session: SessionKey,
    expectedGeneration: number,
    given: SessionCommit,
    signal: CancelSignal = NEVER_CANCELLED,
  ): Promise<AppendOutcome> {
    return this.#answer(() => {
      const { record, events, call, removedSteps = [] } = ownCommit(session, given);
      const before = this.#find(session) ?? NOTHING_STORED;
      const problem = before.record && capabilityProblem(before.record);
      if (problem) throw readOnlyError(problem);
      const answered = call !== undefined && before.calls.has(call.call_id);
      if (before.generation !== expectedGeneration || answered) return { kind: 'conflict' };
      if (signal.cancelled) throw cancelledError();

      const version = before.events.length;
      const added = events.map((event, at): PlanEvent => ({
        ...event,
        sequence: version + at + 1,
      }));
      const generation = before.generation + 1;
      this.#sessions.set(session, {
        record,
        generation,
        events: [...before.events, ...added],
        removed: new Map([
          ...before.removed,
          ...removedSteps.map((id) => [id, record.plan?.revision ?? 0] as const),
        ]),
        calls: call ? new Map([...before.calls, [call.call_id, call]]) : before.calls,
      });
      this.#changed.fire(session);
      const outcome = {
        events: structuredClone(added),
        version: version + added.length,
        generation,
        problems: problemsOf(record),
      };
      return { kind: 'appended', ...outcome };
    });
  }

  recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    return this.#answer(() => structuredClone(this.#find(session)?.calls.get(callId)));
  }

  removedSteps(session: SessionKey, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.#answer(() => {
      const removed = this.#find(session)?.removed;
      return new Map(
        ids.flatMap((id): [string, number][] => {
          const revision = removed?.get(id);
          return revision === undefined ? [] : [[id, revision]];
        }),
      );
    });
  }

  events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    return this.#answer(() => {
      assertEventRange(after, limit);
      const events = this.#find(session)?.events ?? [];
      if (after > events.length) return { kind: 'reset' };
      return { kind: 'events', events: structuredClone(events.slice(after, after + limit)) };
    });
  }

  list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    return this.#answer(() => {
      const summaries = [...this.#sessions.values()].map((stored) => summaryOf(stored.record));
      return pageOfSessions(summaries, [], filter, page);
    });
  }

  remove(session: SessionKey): Promise<void> {
    return this.#answer(() => {
      if (this.#find(session) && this.#sessions.delete(session)) this.#changed.fire(session);
    });
  }

  watch(listener: (session: SessionKey) => void): Disposable {
    return this.#changed.on(listener);
  }

  close(): Promise<void> {
    this.#closed = true;
    this.#changed.dispose();
    return Promise.resolve();
  }

  #find(session: SessionKey): StoredSession | undefined {
    assertSessionKey(session);
    return this.#sessions.get(session);
  }

  /** Nothing is awaited inside: a call happens whole, before any other, and failures reject. */
  #answer<T>(job: () => T): Promise<T> {
    return new Promise((resolve) => {
      if (this.#closed) throw closedError();
      resolve(job());
    });
  }
}

function problemsOf(record: SessionRecord): StoreProblem[] {
  const problem = capabilityProblem(record);
  return problem ? [problem] : [];
}
