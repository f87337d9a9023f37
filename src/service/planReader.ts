import type { PlanDocument } from '../domain/plan';
import type { PlanEvent } from '../domain/planEvent';
import type { SessionRecord } from '../domain/session';
import type { SessionSnapshot, StoreProblem } from '../domain/sessionSnapshot';
import type {
  EventPage,
  SessionFilter,
  SessionKey,
  SessionPage,
  SessionSummary,
} from './planStore';
import type { Disposable } from './ports';

export type { SessionSnapshot };

/** What became durable: told after the commit, in order per session. */
export interface CommittedChange {
  readonly session: SessionKey;
  readonly record: SessionRecord;
  /** The plan before the commit. */
  readonly before: PlanDocument | null;
  readonly events: readonly PlanEvent[];
  /** What a person should know about the stored data now. */
  readonly problems: readonly StoreProblem[];
}

/** What readers may ask; writing goes through `PlanService.execute` alone. */
export interface PlanReader {
  /** Undefined for a session that does not exist (yet). Rejects with `store_unavailable`. */
  snapshot(session: SessionKey): Promise<SessionSnapshot | undefined>;
  /** The same session as lists show it. */
  summary(session: SessionKey): Promise<SessionSummary | undefined>;
  events(session: SessionKey, after: number, limit: number): Promise<EventPage>;
  list(filter: SessionFilter, page: { limit: number; after?: string }): Promise<SessionPage>;
  onDidCommit(listener: (change: CommittedChange) => void): Disposable;
  /** Another process changed the session, or it was removed: only another look tells what it is now (FC.19). */
  onDidChangeElsewhere(listener: (session: SessionKey) => void): Disposable;
}
