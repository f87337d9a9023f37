import type { Readable, Writable } from 'node:stream';
import * as z from 'zod/mini';
import type { Attachment } from '../../service/eventFeed';
import { KeyedQueue } from '../../service/keyedQueue';
import type { Log } from '../../service/ports';
import { METHOD_NOT_FOUND, toWireError, WireError } from '../wireError';
import { toWireEvent, toWireSnapshot } from '../../agent/wireSession';
import { jsonLines, type Line } from './jsonLines';
import { LineWriter } from './lineWriter';
import { toRequest, type RpcId, type RpcRequest } from './rpcRequest';
import { METHODS, type MethodContext, type PreparedCall } from './sessionMethods';

/** Requests that are being answered; no more is read until one of them is. */
const MOST_AT_WORK = 64;
/** So long a client has to take in the last answers when the server is asked to end. */
const READING_MS = 1_000;

export interface RpcOptions extends Pick<MethodContext, 'server' | 'serverInfo' | 'coworkers'> {
  readonly log: Log;
}

/** JSON-RPC 2.0 over a pair of streams, one JSON object a line (server.md). */
export class RpcConnection {
  readonly #options: RpcOptions;
  readonly #writer: LineWriter;
  /** Requests of a session are answered in the order in which they came. */
  readonly #order = new KeyedQueue();
  readonly #attached = new Map<string, Attachment>();
  readonly #work = new Set<Promise<void>>();
  readonly #context: MethodContext;
  /** What begins once the answer to the request at hand is written. */
  readonly #behind = new WeakMap<object, () => void>();

  constructor(output: Writable, options: RpcOptions) {
    this.#options = options;
    this.#writer = new LineWriter(output);
    const { server, serverInfo, coworkers } = options;
    this.#context = {
      ...{ server, serverInfo, coworkers },
      attach: (session, after) => this.#attach(session, after),
      detach: (session) => {
        this.#detach(session);
      },
    };
  }

  /** Resolves when the input ended, nobody reads the answers any more, or it was stopped, and all that came is answered. */
  async serve(input: Readable, stopped: Promise<void>): Promise<void> {
    void Promise.race([stopped, this.#writer.closed]).then(() => input.destroy());
    void stopped.then(() => {
      // What was asked is done; a client that does not read keeps nobody from ending.
      setTimeout(() => {
        this.#writer.abandon();
      }, READING_MS).unref();
    });
    try {
      for await (const line of jsonLines(input)) {
        this.#take(line);
        while (this.#work.size >= MOST_AT_WORK) await Promise.race(this.#work);
      }
    } catch (error) {
      // A stream that was ended from here tells it as an error.
      if (!input.destroyed) throw error;
    }
    await Promise.all(this.#work);
    for (const session of [...this.#attached.keys()]) this.#detach(session);
  }

  #take(line: Line): void {
    const work = this.#answer(line).finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  async #answer(line: Line): Promise<void> {
    let id: RpcId | undefined = null;
    try {
      const request = toRequest(line);
      ({ id } = request);
      const call = prepared(request);
      await this.#inOrder(call, id, () => call.run(this.#context));
    } catch (error) {
      await this.#fail(id, error);
    }
  }

  /** Answers where it stands in the order of its session; one that withdraws others has begun before. */
  async #inOrder(
    { session, atOnce }: PreparedCall,
    id: RpcId | undefined,
    run: () => Promise<object | null>,
  ): Promise<void> {
    const begun = atOnce ? settled(run()) : undefined;
    const job = async () => {
      try {
        const result = begun ? (await begun)() : await run();
        if (id !== undefined) await this.#writer.write({ jsonrpc: '2.0', id, result });
        if (result) this.#behind.get(result)?.();
      } catch (error) {
        await this.#fail(id, error);
      }
    };
    await (session === undefined ? job() : this.#order.run(session, job));
  }

  async #fail(id: RpcId | undefined, error: unknown): Promise<void> {
    const { code, message, data } = toWireError(error, this.#options.log);
    if (id === undefined) return;
    const told = { code, message, ...(data && { data }) };
    await this.#writer.write({ jsonrpc: '2.0', id, error: told });
  }

  async #attach(session: string, after: number | undefined): Promise<object> {
    const attachment = await this.#options.server.attach(session, after);
    this.#detach(session);
    this.#attached.set(session, attachment);
    const { snapshot } = attachment;
    const result = snapshot ? toWireSnapshot(snapshot) : {};
    this.#behind.set(result, () => void this.#follow(session, attachment));
    return result;
  }

  #detach(session: string): void {
    this.#attached.get(session)?.dispose();
    this.#attached.delete(session);
  }

  async #follow(session: string, attachment: Attachment): Promise<void> {
    try {
      for await (const item of attachment) {
        if (this.#attached.get(session) !== attachment) return;
        if (item.kind === 'event') {
          await this.#notify('session/event', {
            sessionId: session,
            event: toWireEvent(item.event),
          });
        } else {
          const snapshot = item.snapshot ? toWireSnapshot(item.snapshot) : null;
          await this.#notify('session/reset', { sessionId: session, snapshot });
        }
      }
    } catch (error) {
      const { code, message, data } = toWireError(error, this.#options.log);
      await this.#notify('session/detached', {
        sessionId: session,
        error: { code, message, data },
      });
    } finally {
      if (this.#attached.get(session) === attachment) this.#attached.delete(session);
    }
  }

  #notify(method: string, params: object): Promise<void> {
    return this.#writer.write({ jsonrpc: '2.0', method, params });
  }
}

/** What is wrong with a request is said in its place, too. */
function prepared({ method, params }: RpcRequest): PreparedCall {
  try {
    const known = METHODS.get(method);
    if (known) return known.prepare(params);
    throw new WireError(METHOD_NOT_FOUND, `There is no method ${JSON.stringify(method)}.`);
  } catch (error) {
    const parsed = z.looseObject({ sessionId: z.string() }).safeParse(params);
    const run = async () => {
      throw error;
    };
    return { session: parsed.data?.sessionId, atOnce: false, run };
  }
}

/** Waits for the end of it whatever that is; then it is told again. */
async function settled<T>(run: Promise<T>): Promise<() => T> {
  try {
    const value = await run;
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
