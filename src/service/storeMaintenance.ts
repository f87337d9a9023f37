import type { PlanEvent } from '../domain/planEvent';
import type { Sentence } from '../domain/sentence';
import type { SessionRecord } from '../domain/session';
import type { SessionKey } from './planStore';
import type { CancelSignal } from './ports';

/** `newer_version`: written by a newer version, so that not all of it can be judged by this one. */
export type SessionHealth = 'ok' | 'damaged' | 'newer_version';

export interface InspectedFile {
  readonly name: string;
  readonly bytes: number;
}

/** One session as a person or a script looks at it; printed as it is. What cannot be read is absent. */
export interface SessionInspection {
  readonly session: SessionKey;
  readonly store: string;
  /** The live file; absent where a store has no files. */
  readonly file?: string;
  readonly schema_version?: number;
  readonly title?: string;
  readonly coworker?: string;
  readonly workspace?: string;
  readonly created?: string;
  readonly updated?: string;
  readonly revision?: number;
  /** Sequence of the last event. */
  readonly version?: number;
  /** So many events can be read. */
  readonly events?: number;
  readonly generation?: number;
  readonly read_only?: boolean;
  /** All that belongs to the session, the live file first. */
  readonly files: readonly InspectedFile[];
  readonly health: SessionHealth;
  /** What is wrong, a sentence each. */
  readonly problems: readonly Sentence[];
}

export interface VerifiedSession {
  /** Absent when not even that can be read. */
  readonly session?: SessionKey;
  readonly title?: string;
  readonly location: string;
  readonly health: SessionHealth;
  readonly problems: readonly Sentence[];
}

export interface VerifySummary {
  /** Sessions that were looked at. */
  readonly sessions: number;
  readonly damaged: number;
  readonly newer: number;
  /** True when it was cancelled before all of them were looked at. */
  readonly cancelled: boolean;
}

export interface VerifyOptions {
  /** Only this one; absent: all. */
  readonly session?: SessionKey;
  readonly signal?: CancelSignal;
  /** Called for each session once it was looked at, with how many there are in all. */
  readonly onSession?: (verified: VerifiedSession, total: number) => void;
}

export interface CompactOutcome {
  /** Of all that holds the session and its history, without copies. */
  readonly bytesBefore: number;
  /** Equal to `bytesBefore` when there was nothing to gain and nothing was written. */
  readonly bytesAfter: number;
}

/** Everything that is stored of a session, at one moment. */
export interface ExportedSession {
  readonly record: SessionRecord;
  readonly version: number;
  /** Oldest first. */
  readonly events: readonly PlanEvent[];
  /** Sequences of events that cannot be read. */
  readonly missing: readonly number[];
}

/** What a session is at a moment, shortly. */
export interface StoredState {
  readonly title: string;
  readonly revision: number;
  readonly updated: string;
}

export interface RestoreOffer {
  readonly session: SessionKey;
  /** What is there now; undefined when it cannot be read. */
  readonly now: StoredState | undefined;
  readonly copy: StoredState;
  /** Stands for the two files that were looked at; restoring refuses when they have changed. */
  readonly token: string;
}

export interface TrashedSession extends StoredState {
  /** Names the entry in the trash. */
  readonly id: string;
  readonly session: SessionKey;
  /** When it was moved to the trash, in milliseconds since the epoch. */
  readonly trashed: number;
}

/**
 * What people do with a store beside planning; nothing of it is offered to a model. Each function works
 * beside running writers, and a process that ends in the middle leaves the old state or the new one,
 * whole. Failures are `PlanError`s: `store_unavailable`, `newer_version`, `session_not_found`, `retry`
 * when somebody else writes, and `invalid_input` where the store has nothing that it could be done to.
 */
export interface StoreMaintenance {
  readonly store: string;
  /** Where the files are; undefined where there are none. */
  readonly folder: string | undefined;
  /** Undefined for a session that does not exist. One that is damaged is described as far as possible. */
  inspect(session: SessionKey): Promise<SessionInspection | undefined>;
  /**
   * Reads everything of one session or all: checksums, structure, and whether the replay of the events
   * gives what is stored. Writes nothing. A session that changes meanwhile is read again.
   */
  verify(options?: VerifyOptions): Promise<VerifySummary>;
  /**
   * Rewrites the files of a session without what they hold in vain. All of its history stays, unless a person
   * has set a bound for it.
   */
  compact(session: SessionKey): Promise<CompactOutcome>;
  /** Undefined for a session that does not exist. */
  export(session: SessionKey): Promise<ExportedSession | undefined>;
  /**
   * What `restoreCopy` would do. Where a store keeps no copy, it is what the history gives. Rejects when there is
   * nothing to restore. Writes nothing.
   */
  offerCopy(session: SessionKey): Promise<RestoreOffer>;
  /**
   * Puts the last good copy in the place of what is there, which is kept beside it under the name that
   * this resolves to. Undefined: nothing was there. Rejects with `retry` when either is not what was offered.
   */
  restoreCopy(offer: RestoreOffer): Promise<string | undefined>;
  /** Moves the session to the trash, from where `untrash` brings it back for 30 days. Unknown: no-op. */
  trash(session: SessionKey): Promise<void>;
  /** The latest 500 that can be read, newest first. */
  trashed(): Promise<readonly TrashedSession[]>;
  /** Refuses with `invalid_input` when the session exists again. */
  untrash(id: string): Promise<SessionKey>;
  /**
   * Destroys up to 100 entries that have been in the trash for 30 days, at most once a day for all
   * processes of the store, and tells how many. Another process that is at it is left alone.
   */
  sweepTrash(now: number): Promise<number>;
}
