import { PlanClientError } from './clientError';
import type { ServerStreams } from './stdioClient';

interface Waiting {
  readonly taken: (result: unknown) => void;
  readonly failed: (error: PlanClientError) => void;
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly retry?: boolean };
  };
}

export interface RpcPeerOptions extends Pick<ServerStreams, 'incoming' | 'send'> {
  readonly onNotification: (method: string, params: unknown) => void;
  /** Nothing more comes. */
  readonly onEnd: (error: PlanClientError) => void;
}

/** Asks the process on the other side of a pair of streams: JSON-RPC 2.0, one JSON object a line. */
export class RpcPeer {
  readonly #options: RpcPeerOptions;
  readonly #waiting = new Map<number, Waiting>();
  /** Resolves when nothing more comes. */
  readonly ended: Promise<void>;
  #over: PlanClientError | undefined;
  #ids = 0;

  constructor(options: RpcPeerOptions) {
    this.#options = options;
    this.ended = this.#read();
  }

  /** `taken` sees the result before anything that came behind it is looked at. */
  request<T>(method: string, params: object, taken?: (result: T) => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#over) {
        reject(this.#over);
        return;
      }
      const id = (this.#ids += 1);
      this.#waiting.set(id, {
        failed: reject,
        taken: (result) => {
          taken?.(result as T);
          resolve(result as T);
        },
      });
      this.#options.send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const part of this.#options.incoming) {
        rest += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
        const lines = rest.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) this.#take(line);
      }
    } catch {
      // However it ended, nothing more comes.
    }
    this.#over = new PlanClientError('The connection to the server has ended.', undefined, false);
    for (const { failed } of this.#waiting.values()) failed(this.#over);
    this.#waiting.clear();
    this.#options.onEnd(this.#over);
  }

  #take(line: string): void {
    if (line === '') return;
    const { id, method, params, result, error } = JSON.parse(line) as Message;
    if (method !== undefined) {
      this.#options.onNotification(method, params);
      return;
    }
    const waiting = this.#waiting.get(id as number);
    if (!waiting) return;
    this.#waiting.delete(id as number);
    if (error) waiting.failed(toClientError(error));
    else waiting.taken(result);
  }
}

export function toClientError({
  code,
  message,
  data,
}: Required<Message>['error']): PlanClientError {
  return new PlanClientError(message, code, data?.retry === true);
}
