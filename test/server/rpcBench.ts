import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { StdioClient } from '../../src/client/stdioClient';
import { PlanService } from '../../src/service/planService';
import type { PlanStore } from '../../src/service/planStore';
import { PLANNER, toInfo, type Coworker } from '../../src/server/coworkers';
import { SessionServer } from '../../src/server/sessionServer';
import { RpcConnection } from '../../src/server/stdio/rpcConnection';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { digest } from '../../src/host/digest';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog, type FakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';

/** An answer or a notification as it came over the wire. */
export interface Heard {
  readonly jsonrpc: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown> | null;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface RpcBenchOptions {
  readonly coworkers?: readonly Coworker[];
  readonly store?: PlanStore;
}

/** A client and a server in one process, with real lines between them. */
export class RpcBench {
  readonly log: FakeLog = fakeLog();
  readonly service: PlanService;
  readonly heard: Heard[] = [];
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  lose: (heard: Heard) => boolean = () => false;
  #relay: PassThrough | undefined;
  #stop: () => void = () => undefined;
  #wake: () => void = () => undefined;
  #ids = 0;

  constructor({ coworkers = [PLANNER], store }: RpcBenchOptions = {}) {
    const { log } = this;
    const opened = store ?? createMemoryStore({ log });
    const ids = fakeIds();
    this.service = new PlanService({
      store: () => Promise.resolve(opened),
      ...{ clock: fakeClock(), digest, ids, process: fakeProcess(), log },
    });
    const server = new SessionServer({ service: this.service, coworkers, ids });
    const connection = new RpcConnection(this.output, {
      ...{ server, log, coworkers: coworkers.map(toInfo) },
      serverInfo: { name: 'session-plans', version: '1.2.3' },
    });
    const stopped = new Promise<void>((resolve) => (this.#stop = resolve));
    this.ended = connection.serve(this.input, stopped);
    createInterface({ input: this.output }).on('line', (line) => {
      const heard = JSON.parse(line) as Heard;
      this.heard.push(heard);
      this.#wake();
      if (!this.lose(heard)) this.#relay?.write(`${line}\n`);
    });
  }

  /** The client that ships, which is then the only one here. Of what it is told, nothing is heard while `lose` says so. */
  client(): StdioClient {
    const incoming = (this.#relay = new PassThrough());
    void this.ended.then(() => incoming.end());
    return new StdioClient({
      incoming,
      send: (line) => {
        this.write(line);
      },
      end: async () => {
        this.input.end();
        await this.ended;
      },
    });
  }

  stop(): void {
    this.#stop();
  }

  /** Ends it, and resolves when it and its clients have ended. */
  async stopped(): Promise<void> {
    this.#stop();
    await this.ended;
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** Tells the client what the server does not. */
  tell(method: string, params: object): void {
    this.#relay?.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  /** Resolves when it is so. */
  async settled(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  write(line: string | Buffer): void {
    this.input.write(line);
  }

  /** Sends a request and resolves to its answer. */
  async request(method: string, params?: unknown): Promise<Heard> {
    const id = this.send(method, params);
    return this.until((one) => one.id === id);
  }

  /** Sends a request; its id is for who waits for the answer. */
  send(method: string, params?: unknown): number {
    const id = (this.#ids += 1);
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id;
  }

  /** The result of a request that has to succeed. */
  async result<T = Record<string, unknown>>(method: string, params?: unknown): Promise<T> {
    const { result, error } = await this.request(method, params);
    if (error) throw new Error(`${method}: ${String(error.code)} ${error.message}`);
    return result as T;
  }

  /** The code of a request that has to fail. */
  async failure(method: string, params?: unknown): Promise<number> {
    const { error } = await this.request(method, params);
    if (!error) throw new Error(`${method} did not fail.`);
    return error.code;
  }

  async until(isIt: (heard: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(isIt);
      if (found) return found;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  notifications(method: string): Record<string, unknown>[] {
    return this.heard.filter((one) => one.method === method).map(({ params }) => params ?? {});
  }

  /** A session of a coworker, with a turn in it. */
  async planned(coworker = 'planner'): Promise<{ sessionId: string; turnId: string }> {
    const { sessionId } = await this.result<{ sessionId: string }>('session/create', { coworker });
    const { turnId } = await this.result<{ turnId: string }>('turn/start', { sessionId });
    return { sessionId, turnId };
  }
}
