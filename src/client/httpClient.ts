import { PlanClientError } from './clientError';
import { eventStreamItems } from './eventStream';
import type { HeldPlan } from './heldPlan';
import type { Attachment, ListRequest, PlanClient, Subscription } from './planClient';
import { subscribeTo } from './subscription';
import type { FeedItem, PlanModeState, SessionPage, Snapshot } from './wireTypes';

export interface HttpAddress {
  /** Such as `http://127.0.0.1:4321`. */
  readonly url: string;
  readonly token: string;
}

/** Is a client of `session-plans --http`. */
export function connectHttp(address: HttpAddress): PlanClient {
  return new HttpClient(address);
}

interface Asking {
  readonly method?: 'GET' | 'PUT';
  readonly body?: object;
  readonly signal?: AbortSignal;
}

class HttpClient implements PlanClient {
  readonly #address: HttpAddress;
  readonly #closed = new AbortController();

  constructor(address: HttpAddress) {
    this.#address = address;
  }

  list({ limit, after }: ListRequest = {}): Promise<SessionPage> {
    return this.#json(`/sessions${query({ limit, after })}`);
  }

  snapshot(sessionId: string): Promise<Snapshot> {
    return this.#json(pathOf(sessionId));
  }

  async attach(sessionId: string, after?: string): Promise<Attachment> {
    const snapshot = await this.snapshot(sessionId);
    const stop = new AbortController();
    const path = pathOf(sessionId, `/events${query({ after: after ?? snapshot.cursor })}`);
    const signal = AbortSignal.any([stop.signal, this.#closed.signal]);
    const { body } = await this.#ask(path, { signal });
    return {
      snapshot,
      [Symbol.asyncIterator]: () => untilStopped(body, signal),
      close: () => {
        stop.abort();
      },
    };
  }

  subscribe(sessionId: string, onPlan: (held: HeldPlan) => void): Subscription {
    return subscribeTo(this, sessionId, onPlan);
  }

  planMode(sessionId: string): Promise<PlanModeState | null> {
    return this.#json(pathOf(sessionId, '/plan-mode'));
  }

  setPlanMode(sessionId: string, active: boolean): Promise<PlanModeState | null> {
    return this.#json(pathOf(sessionId, '/plan-mode'), { method: 'PUT', body: { active } });
  }

  close(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }

  async #json<T>(path: string, asking?: Asking): Promise<T> {
    const response = await this.#ask(path, asking);
    try {
      return (await response.json()) as T;
    } catch (error) {
      throw this.#broken(error);
    }
  }

  async #ask(path: string, { method = 'GET', body, signal }: Asking = {}): Promise<Response> {
    const { url, token } = this.#address;
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: signal ?? this.#closed.signal,
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw this.#broken(error);
    });
    if (response.ok) return response;
    const { detail = response.statusText } = (await response.json().catch(() => ({}))) as {
      detail?: string;
    };
    throw new PlanClientError(detail, response.status, response.headers.has('retry-after'));
  }

  /** A server that cannot be reached may be there again later, unless this is closed. */
  #broken(cause: unknown): PlanClientError {
    const { aborted } = this.#closed.signal;
    const what = aborted
      ? 'The client is closed.'
      : `The server cannot be reached. ${String(cause)}`;
    return new PlanClientError(what, undefined, !aborted);
  }
}

async function* untilStopped(
  body: Response['body'],
  signal: AbortSignal,
): AsyncGenerator<FeedItem, void, void> {
  try {
    if (body) yield* eventStreamItems(body);
  } catch (error) {
    if (signal.aborted) return;
    throw new PlanClientError(`The stream broke. ${String(error)}`);
  }
  if (!signal.aborted) throw new PlanClientError('The server has ended the stream.');
}

function pathOf(sessionId: string, rest = ''): string {
  return `/sessions/${encodeURIComponent(sessionId)}${rest}`;
}

function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '';
}
