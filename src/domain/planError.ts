import { Sentence } from './sentence';

/** What can go wrong so that somebody can act on it. A new code needs its line in tools/toolFailure. */
export type PlanErrorCode =
  /** The input does not fit the tool's schema. */
  | 'invalid_input'
  /** The caller cannot be tied to a chat session. */
  | 'no_session'
  /** Planning is switched off in the settings. */
  | 'disabled'
  /** The call was cancelled before its commit; nothing changed. */
  | 'cancelled'
  /** Another writer kept winning; nothing changed and the call can be made again. */
  | 'retry'
  /** Settings or a declaration name something that does not exist; `details` says what is allowed. */
  | 'invalid_configuration'
  /** The session does not have this tool. */
  | 'unknown_tool'
  /** The turn of the call is not the running one, or another process runs it; nothing changed. */
  | 'turn_not_current'
  /** No session has this key. */
  | 'session_not_found'
  /** The store cannot be read or written; the state before stands. */
  | 'store_unavailable'
  /** The data was made by a newer version of the product and can only be read. */
  | 'newer_version';

export interface PlanErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const BRAND = Symbol.for('session-plans.PlanError');

/** An outcome that somebody can act on. Any other error is a bug: logged, shown to nobody as text. */
export class PlanError extends Error {
  readonly [BRAND] = true;
  readonly code: PlanErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  /** The same as the message, for people of any language. */
  readonly sentence: Sentence;

  constructor(code: PlanErrorCode, said: string | Sentence, options: PlanErrorOptions = {}) {
    super(String(said), { cause: options.cause });
    this.name = 'PlanError';
    this.sentence = typeof said === 'string' ? new Sentence(said) : said;
    this.code = code;
    this.details = options.details ?? {};
  }

  /** By brand, not by class: bundles may hold this file more than once. */
  static is(error: unknown, code?: PlanErrorCode): error is PlanError {
    if (typeof error !== 'object' || error === null || !(BRAND in error)) return false;
    return code === undefined || (error as PlanError).code === code;
  }
}

/** Told by whoever meets the cancellation first: service or store. */
export function cancelledError(): PlanError {
  return new PlanError('cancelled', 'The call was cancelled before it changed anything.');
}

/** Who wants to change a session that there is not. */
export function sessionNotFoundError(): PlanError {
  return new PlanError('session_not_found', 'There is no such session.');
}

/** Who wants to change a session that this build may only read. */
export function newerVersionError(): PlanError {
  return new PlanError('newer_version', 'The session was made by a newer version.');
}
