import type { PlanCommand } from '../domain/planCommand';
import type { ExitPlanModeInput, ReviewAnswer } from '../domain/planReview';
import type { SessionConfiguration } from '../domain/session';
import type { SessionKey } from './planStore';
import type { CancelSignal } from './ports';

/** What a session is made with when a command brings it into being. */
export interface SessionOrigin {
  readonly coworker: string;
  /** URI of the workspace, where there is one. */
  readonly workspace?: string;
  readonly configuration: SessionConfiguration;
}

export interface CreateSession {
  readonly kind: 'create_session';
  readonly session: SessionKey;
  readonly origin: SessionOrigin;
  /** As a person would give it with `rename_session`; absent: the title follows the plan. */
  readonly title?: string;
  /** Plan mode exists in it from the beginning, inactive at first. */
  readonly planMode?: true;
}

/**
 * Begins a turn with a fresh id and resolves to it. A turn that still runs is ended as cancelled in the
 * same commit, whoever owns it. Its calls that are not committed yet are withdrawn at once (they reject
 * with `cancelled`), also when beginning then fails (planning 7.5).
 */
export interface BeginTurn {
  readonly kind: 'begin_turn';
  readonly session: SessionKey;
  /** The turn has plan mode: from now on it exists in the session, inactive at first. */
  readonly planMode?: true;
}

/**
 * Ends the running turn, else `turn_not_current`; no step changes (DP.93). `completed` waits for the
 * calls taken before it; `cancelled` withdraws at once those that are not committed yet. Only the process
 * that began a turn completes it; any may cancel it.
 */
export interface EndTurn {
  readonly kind: 'end_turn';
  readonly session: SessionKey;
  readonly turn_id: string;
  readonly outcome: 'completed' | 'cancelled';
}

/**
 * What people do to a session beside planning: metadata, so no event, no revision, and no newer update
 * time (C26). Unknown session: `session_not_found`.
 */
export interface RenameSession {
  readonly kind: 'rename_session';
  readonly session: SessionKey;
  /** By the rules of a title, else `invalid_input`; empty: the title follows the plan again. */
  readonly title: string;
}

export interface PinSession {
  readonly kind: 'pin_session';
  readonly session: SessionKey;
  readonly pinned: boolean;
}

interface ToolCall {
  readonly session: SessionKey;
  readonly turn_id: string;
  readonly call_id: string;
  readonly command: PlanCommand;
  readonly signal?: CancelSignal;
}

/**
 * A call in a turn that our side runs: every answer is recorded and logged. The session must exist
 * (`create_session`), else `session_not_found`, and the turn must be the running one and this
 * process's own, else `turn_not_current`.
 */
export interface HostedCall extends ToolCall {
  readonly kind: 'hosted_call';
  /** Holds for this call where several loops share a session (PT.74); absent: that of the session. */
  readonly configuration?: SessionConfiguration;
}

/**
 * A call by an agent that is not ours: its turn is recorded and does not fence (C24). Its session
 * comes into being with the first accepted change; refusals before that, and reads always, leave no
 * trace. The configuration of the origin holds for this call, whatever the session began with.
 */
export interface GuestCall extends ToolCall {
  readonly kind: 'guest_call';
  readonly origin: SessionOrigin;
}

export type SessionCall = HostedCall | GuestCall;

/**
 * Selects plan mode for the next boundary and resolves to the state (planning 8.1, 8.2): null where plan
 * mode does not exist. Nothing that runs is cancelled, and no event is written.
 */
export interface SelectPlanMode {
  readonly kind: 'select_plan_mode';
  readonly session: SessionKey;
  readonly active: boolean;
}

/**
 * The running turn is about to assemble its next model request: what was selected becomes true and is
 * logged, in one commit. Resolves to the state that holds for the request; null without plan mode. When
 * it rejects the selection waits for the next boundary (PMx.2).
 */
export interface ReachBoundary {
  readonly kind: 'reach_boundary';
  readonly session: SessionKey;
  readonly turn_id: string;
}

interface ReviewCall {
  readonly session: SessionKey;
  readonly turn_id: string;
  readonly call_id: string;
  readonly input: ExitPlanModeInput;
}

/**
 * The first half of a call of `exit_plan_mode`: either its answer already, or the plan to ask a person
 * about. Nothing is queued or locked while the person decides; `settle_review` is the second half.
 */
export interface RequestReview extends ReviewCall {
  readonly kind: 'request_review';
  readonly signal?: CancelSignal;
}

/** Checks again and answers the call. A null answer is none: nothing is approved (FC.36). */
export interface SettleReview extends ReviewCall {
  readonly kind: 'settle_review';
  readonly answer: ReviewAnswer | null;
  readonly signal?: CancelSignal;
}

interface CopyPlan {
  readonly session: SessionKey;
  /** The session that is copied from; it stays as it is. Unknown: `session_not_found`. */
  readonly from: SessionKey;
  /** Up to this one; `invalid_input` where it cannot be read. */
  readonly revision: number;
  /** What the session is made with where it does not exist. */
  readonly origin: SessionOrigin;
}

/** Makes a session that begins with a copy of another one's log (C25). */
export interface ForkSession extends CopyPlan {
  readonly kind: 'fork_session';
  /** The last turn that the copy knows of: what was approved or switched after its end is not copied. */
  readonly turn?: string;
}

/** Goes on in this session with the plan of another one, or with an earlier one of its own (C25). */
export interface AdoptPlan extends CopyPlan {
  readonly kind: 'adopt_plan';
}

/** Commands that change a session and answer nothing. */
export type SilentCommand =
  CreateSession | EndTurn | RenameSession | PinSession | ForkSession | AdoptPlan;

export type PlanModeCommand = SelectPlanMode | ReachBoundary;

export type SessionCommand =
  SessionCall | BeginTurn | SilentCommand | PlanModeCommand | RequestReview | SettleReview;
