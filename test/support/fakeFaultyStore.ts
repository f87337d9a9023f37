import type { AppendOutcome, LoadedSession, PlanStore } from '../../src/service/planStore';

/** What goes wrong, per operation; each hook may throw, wait, or answer in the place of the store. */
export interface Faults {
  beforeLoad?: () => Promise<void> | void;
  afterLoad?: (loaded: LoadedSession | undefined) => LoadedSession | undefined;
  /** An outcome given here is answered and nothing is written. */
  beforeAppend?: () => Promise<AppendOutcome | undefined> | AppendOutcome | undefined;
  /** Runs when the commit is durable already, before the caller hears of it. */
  afterAppend?: () => Promise<void> | void;
  beforeRecordedCall?: () => Promise<void> | void;
  beforeRemovedSteps?: () => Promise<void> | void;
  beforeEvents?: () => Promise<void> | void;
}

export interface FakeFaultyStore extends PlanStore {
  readonly faults: Faults;
  /** How often each operation was asked for. */
  readonly asked: { load: number; append: number; recordedCall: number };
}

/** A real store with faults that a test switches on and off. */
export function fakeFaultyStore(inner: PlanStore, faults: Faults = {}): FakeFaultyStore {
  const asked = { load: 0, append: 0, recordedCall: 0 };
  return {
    faults,
    asked,
    load: async (session) => {
      asked.load++;
      await faults.beforeLoad?.();
      const loaded = await inner.load(session);
      return faults.afterLoad ? faults.afterLoad(loaded) : loaded;
    },
    append: async (session, expectedGeneration, commit, signal) => {
      asked.append++;
      const answer = await faults.beforeAppend?.();
      if (answer) return answer;
      const outcome = await inner.append(session, expectedGeneration, commit, signal);
      await faults.afterAppend?.();
      return outcome;
    },
    recordedCall: async (session, callId) => {
      asked.recordedCall++;
      await faults.beforeRecordedCall?.();
      return inner.recordedCall(session, callId);
    },
    removedSteps: async (session, ids) => {
      await faults.beforeRemovedSteps?.();
      return inner.removedSteps(session, ids);
    },
    events: async (session, after, limit) => {
      await faults.beforeEvents?.();
      return inner.events(session, after, limit);
    },
    list: (filter, page) => inner.list(filter, page),
    remove: (session) => inner.remove(session),
    watch: (listener) => inner.watch(listener),
    close: () => inner.close(),
  };
}
