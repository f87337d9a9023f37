import type { NewPlanEvent, PlanEvent } from '../domain/planEvent';
import type { PlanModeState } from '../domain/planMode';
import type { Sentence } from '../domain/sentence';
import type { SessionRecord } from '../domain/session';
import type { StoreProblem } from '../domain/sessionSnapshot';
import type { ToolResult } from '../domain/toolResult';
import type { CancelSignal, Disposable } from './ports';

export type { StoreProblem };

/** Key of a session, e.g. the whole URI of a chat. Any non-empty string without lone surrogates. */
export type SessionKey = string;

/** A call that was answered: the same call id gets this result again and changes nothing (FC.22). */
export interface RecordedCall {
  readonly call_id: string;
  readonly name: string;
  /** Identifies the input: the SHA-256 of its canonical JSON, in hex. */
  readonly input: string;
  readonly result: ToolResult;
}

/** A session as it is stored. All values are copies: changing them changes nothing stored. */
export interface LoadedSession {
  readonly record: SessionRecord;
  /** Sequence of the last event = the cursor. 0 before any. */
  readonly version: number;
  /** +1 on every durable write; what the optimistic append compares; never shown. */
  readonly generation: number;
  readonly problems: readonly StoreProblem[];
  /** True when nothing may be written (made by a newer version, or needs a missing capability). */
  readonly readOnly: boolean;
}

/** Everything that one accepted command changes; it becomes durable as a whole or not at all (DP.75). */
export interface SessionCommit {
  /** The record after the change, whole. */
  readonly record: SessionRecord;
  /** May be empty (metadata, intent). Sequences are given by the store. */
  readonly events: readonly NewPlanEvent[];
  /** The answered call, where there is one. */
  readonly call?: RecordedCall;
  /** Ids of the steps that the plan before had and `record.plan` has not; see `removedSteps`. */
  readonly removedSteps?: readonly string[];
}

export type AppendOutcome =
  | {
      readonly kind: 'appended';
      readonly events: readonly PlanEvent[];
      readonly version: number;
      readonly generation: number;
      /** What a person should know about the stored data now, after this write. */
      readonly problems: readonly StoreProblem[];
    }
  /** Another writer was first: nothing was written; load and decide again. */
  | { readonly kind: 'conflict' };

export type EventPage =
  | { readonly kind: 'events'; readonly events: readonly PlanEvent[] }
  /** The cursor is older than what is kept or beyond the last event: take a snapshot instead. */
  | { readonly kind: 'reset' };

export interface SessionSummary {
  readonly key: SessionKey;
  readonly coworker: string;
  readonly title: string;
  readonly workspace?: string;
  readonly updated: string;
  readonly revision: number;
  readonly completed: number;
  readonly total: number;
  /** Steps that are neither completed nor cancelled. */
  readonly open: number;
  /** What the step to name is about: its active form while it is in progress. Cut to 120 UTF-8 bytes; may be empty. */
  readonly current: string;
  readonly pinned: boolean;
  /** Null where plan mode does not exist. */
  readonly planMode: PlanModeState | null;
}

/** A listed session that cannot be read: it never hides the others. */
export interface UnreadableSession {
  readonly location: string;
  readonly reason: Sentence;
}

export interface SessionFilter {
  /** The workspace's URI; null for sessions without a workspace. */
  readonly workspace?: string | null;
}

export interface SessionPage {
  /** Newest update first. */
  readonly sessions: readonly SessionSummary[];
  readonly unreadable: readonly UnreadableSession[];
  /** Give it back to get the next page; absent on the last one. */
  readonly next?: string;
}

/**
 * Most sessions of one page. Each page looks at every file anew, so whoever wants all of them asks for
 * pages as long as these.
 */
export const MAX_SESSION_PAGE = 10_000;

/**
 * Where sessions live. Kept by every store and proven by one contract suite
 * (test/stores/storeContract). Failures are `PlanError`s: `store_unavailable`, `newer_version`,
 * `cancelled`. Calls for one session may overlap; the store puts its own writes in order.
 */
export interface PlanStore {
  /** The session, or undefined when there is none. Rejects with `store_unavailable` when it cannot be read. */
  load(session: SessionKey): Promise<LoadedSession | undefined>;
  /**
   * Makes the commit durable, then resolves. `expectedGeneration` 0 creates the session.
   * `signal` is read inside the transaction, at the last moment at which nothing was changed yet:
   * a cancelled one rejects with `cancelled` (DP.89).
   */
  append(
    session: SessionKey,
    expectedGeneration: number,
    commit: SessionCommit,
    signal?: CancelSignal,
  ): Promise<AppendOutcome>;
  recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined>;
  /** Of these ids those that a commit removed, with the revision that removed it last (FC.24). Unknown session: none. */
  removedSteps(session: SessionKey, ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Events with a sequence above `after`, oldest first, at most `limit`. Unknown session: no events. */
  events(session: SessionKey, after: number, limit: number): Promise<EventPage>;
  /** `page.after` takes `next` of the page before; `limit` 1 to `MAX_SESSION_PAGE`. */
  list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage>;
  /** Moves the session to the trash of the store; a later load finds nothing. Unknown session: no-op. */
  remove(session: SessionKey): Promise<void>;
  /** Tells of sessions that changed durably, whoever changed them. A throwing listener is logged and dropped for that call. */
  watch(listener: (session: SessionKey) => void): Disposable;
  /** Waits for writes in flight; later calls reject with `store_unavailable`. */
  close(): Promise<void>;
}
