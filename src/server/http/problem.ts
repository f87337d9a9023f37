import { STATUS_CODES, type ServerResponse } from 'node:http';
import { PlanError, type PlanErrorCode } from '../../domain/planError';
import type { Log } from '../../service/ports';

/** What a request is answered with when it is not answered (RFC 9457). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** Also for a session that there is and this token may not read. */
export function noSuchSession(): Problem {
  return new Problem(404, 'There is no such session.');
}

const STATUS: Record<PlanErrorCode, number> = {
  invalid_input: 400,
  invalid_configuration: 400,
  unknown_tool: 404,
  session_not_found: 404,
  no_session: 404,
  turn_not_current: 409,
  newer_version: 409,
  cancelled: 409,
  disabled: 500,
  retry: 503,
  store_unavailable: 503,
};

/** Anything that is no outcome is a bug: logged with its stack, told to nobody. */
export function toProblem(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error;
  if (!PlanError.is(error)) {
    log.error('A request failed.', error);
    return new Problem(500, 'Something is wrong here; the log says what.');
  }
  if (error.code === 'session_not_found') return noSuchSession();
  const status = STATUS[error.code];
  if (status >= 500) log.warn(`${error.message} ${JSON.stringify(error.details)}`);
  const retry = error.code === 'retry' || error.details['retry'] === true;
  return new Problem(status, error.message, retry ? { 'retry-after': '1' } : {});
}

export function sendProblem(response: ServerResponse, { status, message, headers }: Problem): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, detail: message };
  response.writeHead(status, { ...headers, 'content-type': 'application/problem+json' });
  response.end(JSON.stringify(body));
}
