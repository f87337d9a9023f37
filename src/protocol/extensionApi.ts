// What other extensions are given by `activate`, as the types of the package `session-plans/api`. They
// need nothing but each other and the types of the wire. docs/participants.md tells how to use them.
import type {
  Boundary,
  EventPage,
  FeedItem,
  ListedSession,
  PlanModeState,
  SessionTools,
  Snapshot,
  StepEvent,
  ToolResult,
} from '../client/wireTypes';

export type * from '../client/wireTypes';

/**
 * The plans of chat participants:
 * `(await vscode.extensions.getExtension('session-plans.session-plans')?.activate())` is one of these.
 * Everything is frozen and everybody is given the same object. What fails rejects with a `PlanApiError`.
 */
export interface SessionPlansApi {
  /** Raised when something that is here goes or means something else, and not when something is added. */
  readonly apiVersion: 1;
  /** What this version can do, whatever a participant has declared. */
  readonly capabilities: { readonly durable_plans: true };
  /**
   * The session of a chat, or one that is known by its key. A chat that has none yet is given one: how it
   * plans is what the package.json of the extension that contributes the participant declares at this
   * moment, and it stays so for the life of the session. An argument cannot change it.
   *
   * Rejects with `invalid_input` (no installed extension contributes the participant), `no_session`
   * (the token is of no chat), `session_not_found` (no session of this participant has the key),
   * `invalid_configuration` (the declaration makes no sense, or two extensions contribute the
   * participant) and `disabled` (the person has switched planning off; chats only).
   */
  openSession(request: ChatOfParticipant | SessionOfParticipant): Promise<PlanSession>;
  /** The sessions of a participant, newest update first; those that cannot be read are left out. */
  listSessions(request: OfParticipant): Promise<readonly ListedSession[]>;
  /**
   * Tells what calls that this window answered did to single steps of the participant's sessions: after
   * it is durable, before the call is answered, in order. Throws `invalid_input`.
   */
  onDidChangeSteps(request: OfParticipant, listener: (change: StepsChanged) => unknown): Disposable;
}

export interface OfParticipant {
  /** Its id, as `contributes.chatParticipants` has it. */
  readonly participant: string;
}

export interface ChatOfParticipant extends OfParticipant {
  /** `toolInvocationToken` of the chat request. It counts as long as the request runs. */
  readonly token: unknown;
}

export interface SessionOfParticipant extends OfParticipant {
  /** The `id` of a session that was opened before. */
  readonly session: string;
}

export interface PlanSession {
  /** Its key. It may be kept, e.g. in the result of a chat request. */
  readonly id: string;
  /** The session at a cursor. `plan` is there exactly where the session plans. */
  snapshot(): Promise<Snapshot>;
  /** A page of the log after a cursor, oldest first; `limit` is 1 to 1,000 and usually 100. */
  events(after: string, limit?: number): Promise<EventPage>;
  /** Follows the session, from a cursor or from now on, each event once and in order. */
  attach(after?: string): Promise<PlanAttachment>;
  /** Null where the session has no plan mode. */
  planMode(): Promise<PlanModeState | null>;
  /** Selects it for the next request: it becomes true at the next `boundary`. */
  setPlanMode(active: boolean): Promise<PlanModeState | null>;
  /**
   * Begins a turn. One that still runs in this session is cancelled, whoever runs it. When the token is
   * cancelled the turn is as well, and what it has not committed by then never is. Rejects with `disabled`.
   */
  beginTurn(cancel?: CancellationToken): Promise<PlanTurn>;
}

/** What is asked of a turn that is over rejects with `turn_not_current` and changes nothing. */
export interface PlanTurn {
  readonly id: string;
  /** What the model is told of planning; the same for every turn of the session. */
  tools(): Promise<SessionTools>;
  /**
   * To be called right before each request to the model: a selected plan mode becomes true. What it answers
   * belongs at the very end of that request, behind the cache marker, and in no history. A request that is
   * sent again under the same id is given the same answer.
   */
  boundary(requestId?: string): Promise<Boundary>;
  /**
   * Answers a call of one of the `tools`. The result is for the model, also when it is a refusal. A call id
   * that was answered in this session is answered as it was, so it has to be another one for every call.
   * `exit_plan_mode` asks the person. Rejects with `unknown_tool`, `cancelled` and `store_unavailable`.
   */
  call(callId: string, name: string, input: unknown): Promise<ToolResult>;
  /** Waits for the calls before it. A turn that is over already stays as it ended. */
  end(): Promise<void>;
  /** Withdraws what is not committed yet. A turn that is over already stays as it ended. */
  cancel(): Promise<void>;
}

/** To be iterated once. It ends when it is disposed of, and rejects when the log cannot be read. */
export interface PlanAttachment extends AsyncIterable<FeedItem>, Disposable {
  /** The session when it was attached to; it may be newer than the first items. */
  readonly snapshot: Snapshot;
}

/** What one accepted call did to single steps. */
export interface StepsChanged {
  /** The key of the session. */
  readonly session: string;
  readonly turn_id: string;
  readonly call_id: string;
  readonly revision: number;
  readonly events: readonly StepEvent[];
}

/** What can go wrong so that somebody can act on it. Others may come: treat one that you do not know as a failure. */
export interface PlanApiError extends Error {
  readonly code:
    | 'invalid_input'
    | 'no_session'
    | 'disabled'
    | 'cancelled'
    | 'retry'
    | 'invalid_configuration'
    | 'unknown_tool'
    | 'turn_not_current'
    | 'session_not_found'
    | 'store_unavailable'
    | 'newer_version';
  readonly details: Readonly<Record<string, unknown>>;
}

/** As the editor has it. */
export interface CancellationToken {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => unknown): Disposable;
}

export interface Disposable {
  dispose(): void;
}
