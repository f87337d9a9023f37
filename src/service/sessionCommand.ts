import type { PlanCommand } from '../domain/planCommand';
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
 * (`create_session`), else `session_not_found`.
 */
export interface HostedCall extends ToolCall {
  readonly kind: 'hosted_call';
}

/**
 * A call by an agent that is not ours. Its session comes into being with the first accepted change;
 * refusals before that, and reads always, leave no trace.
 */
export interface GuestCall extends ToolCall {
  readonly kind: 'guest_call';
  readonly origin: SessionOrigin;
}

export type SessionCall = HostedCall | GuestCall;
