import { PlanError, type PlanErrorCode } from '../domain/planError';
import type { Log } from '../service/ports';

/** What a request over the wire failed with, in the words of JSON-RPC. */
export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;
const SESSION_NOT_FOUND = -32004;
const TURN_NOT_CURRENT = -32005;
const STORE_UNAVAILABLE = -32010;
const NEWER_VERSION = -32011;

const CODES: Record<PlanErrorCode, number> = {
  invalid_input: INVALID_PARAMS,
  invalid_configuration: INVALID_PARAMS,
  unknown_tool: METHOD_NOT_FOUND,
  session_not_found: SESSION_NOT_FOUND,
  no_session: SESSION_NOT_FOUND,
  turn_not_current: TURN_NOT_CURRENT,
  cancelled: TURN_NOT_CURRENT,
  retry: STORE_UNAVAILABLE,
  store_unavailable: STORE_UNAVAILABLE,
  newer_version: NEWER_VERSION,
  disabled: INTERNAL_ERROR,
};

/** Anything that is no outcome is a bug: logged with its stack, told to nobody. */
export function toWireError(error: unknown, log: Log): WireError {
  if (error instanceof WireError) return error;
  if (!PlanError.is(error)) {
    log.error('A request failed.', error);
    return new WireError(INTERNAL_ERROR, 'Something is wrong here; the log says what.');
  }
  const code = CODES[error.code];
  if (code !== STORE_UNAVAILABLE) return new WireError(code, error.message);
  log.warn(`${error.message} ${JSON.stringify(error.details)}`);
  const { retry = error.code === 'retry', outcome } = error.details;
  return new WireError(code, error.message, {
    retry: retry === true,
    // The disk failed so late that the change may or may not be there: only reading tells.
    ...(outcome === 'unknown' && { outcome }),
  });
}
