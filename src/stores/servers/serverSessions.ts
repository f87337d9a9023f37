import type { Sentence } from '../../domain/sentence';
import type { SessionRecord } from '../../domain/session';
import type { PlanStore, SessionCommit, SessionKey } from '../../service/planStore';
import type { CancelSignal } from '../../service/ports';
import type { InspectedFile, TrashedSession } from '../../service/storeMaintenance';

type Reads = Pick<PlanStore, 'load' | 'recordedCall' | 'removedSteps' | 'events' | 'list'>;

/** What one kind of server does for the store on it, which has checked what it hands on. */
export interface ServerSessions extends Reads {
  /**
   * The version before the commit, once it is durable; else nothing was written: somebody was first, or, undefined,
   * nobody has looked yet why.
   */
  write(
    commit: SessionCommit,
    expectedGeneration: number,
    signal: CancelSignal,
  ): Promise<number | 'conflict' | undefined>;
  /** Into the trash; false when there is none. */
  remove(session: SessionKey): Promise<boolean>;
  /** Tells of what others do, once it was started. */
  follow(heard: HeardOfOthers): Follower;
}

export interface HeardOfOthers {
  /** It was committed, by whom where that is known. */
  readonly changed: (session: SessionKey, writer?: string) => void;
  /** A write of somebody else came too late (see Courtesy). */
  readonly late: (session: SessionKey, writer: string) => void;
}

export interface Follower {
  /** Resolves once it hears, or could not for now. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A session that there may be. */
export interface StoredEntry {
  /** Undefined when its key cannot be read. */
  readonly session: SessionKey | undefined;
  readonly location: string;
}

/** What is stored of a session beside what the store reads. */
export interface StoredRows {
  readonly generation: number;
  /** Sequence of the last event. */
  readonly version: number;
  readonly schema: number;
  /** A newer version wrote it. */
  readonly isNewer: boolean;
  /** Sequence of the first event that is kept. */
  readonly first: number;
  /** Tables or keys, with what they take for this session. */
  readonly parts: readonly InspectedFile[];
  readonly problems: readonly Sentence[];
}

/** What one kind of server does for people who look after the store on it. */
export interface ServerCare {
  readonly kind: string;
  /** Name of the server's software. */
  readonly name: string;
  entries(): Promise<readonly StoredEntry[]>;
  locationOf(session: SessionKey): string;
  rowsOf(session: SessionKey): Promise<StoredRows | undefined>;
  /** Drops the events before this one if the session is still of that generation. */
  dropEvents(session: SessionKey, first: number, generation: number): Promise<void>;
  /**
   * Puts another record in the place of what is there if that is still of this generation, and resolves to where it is
   * kept; undefined when it is not.
   */
  replaceRecord(record: SessionRecord, generation: number): Promise<string | undefined>;
  /** Newest first. */
  trashed(most: number): Promise<readonly TrashedSession[]>;
  untrash(id: string): Promise<SessionKey>;
  sweepTrash(now: number): Promise<number>;
}
