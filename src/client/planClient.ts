import type { HeldPlan } from './heldPlan';
import type { FeedItem, PlanModeState, SessionPage, Snapshot } from './wireTypes';

/** What was attached to; iterate it once. Iterating rejects when the connection breaks. */
export interface Attachment extends AsyncIterable<FeedItem> {
  /** The session when it was attached to; it may be newer than the first items. */
  readonly snapshot: Snapshot;
  /** Ends the iteration. */
  close(): void;
}

export interface Subscription {
  close(): void;
  /** Resolves when it was closed; rejects with what cannot be mended. */
  readonly ended: Promise<void>;
}

export interface ListRequest {
  readonly limit?: number;
  /** The `next` of the page before. */
  readonly after?: string;
}

/** What can be seen of sessions, whatever the server is connected by. What fails rejects with `PlanClientError`. */
export interface PlanClient {
  /** Newest update first. */
  list(request?: ListRequest): Promise<SessionPage>;
  snapshot(sessionId: string): Promise<Snapshot>;
  /** `after`: cursor of the last event that is known; without it what comes is what follows the snapshot. */
  attach(sessionId: string, after?: string): Promise<Attachment>;
  /**
   * Tells the plan now and whenever it is another one. Events that were lost and connections that broke
   * are mended, and no plan is ever replaced by an older one.
   */
  subscribe(sessionId: string, onPlan: (held: HeldPlan) => void): Subscription;
  /** Null where plan mode does not exist. */
  planMode(sessionId: string): Promise<PlanModeState | null>;
  /** Selects what counts from the next model request on. */
  setPlanMode(sessionId: string, active: boolean): Promise<PlanModeState | null>;
  /** Ends the connection and all that is attached to. */
  close(): Promise<void>;
}
