/** Why the server did not answer, or the connection to it is no more. */
export class PlanClientError extends Error {
  /** Of JSON-RPC, or the status over HTTP; undefined: there is no connection. */
  readonly code: number | undefined;
  /** Whether the very same may succeed later. */
  readonly retry: boolean;

  constructor(message: string, code?: number, retry: boolean = code === undefined) {
    super(message);
    this.name = 'PlanClientError';
    this.code = code;
    this.retry = retry;
  }
}
