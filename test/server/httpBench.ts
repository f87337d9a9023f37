import { request } from 'node:http';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { PlanService } from '../../src/service/planService';
import { PLANNER } from '../../src/server/coworkers';
import { serveHttp } from '../../src/server/http/serveHttp';
import { Tokens } from '../../src/server/http/tokens';
import { digest } from '../../src/host/digest';
import { step, update } from '../domain/planFixtures';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';

export const ALL = 'token-of-everything';
export const READER = 'token-of-a-reader';
export const NOBODY = 'token-of-nobody-at-all';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly body: unknown;
}

export interface Asking {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** A server on a free port of this machine, over a store in memory with two sessions. */
export class HttpBench {
  readonly log = fakeLog();
  readonly service: PlanService;
  readonly one = 'srv:one';
  readonly other = 'vscode-chat-session://local/a b/ü';
  url = '';
  #turn = '';
  #stop: () => void = () => undefined;
  #ended: Promise<void> = Promise.resolve();

  private constructor() {
    const { log } = this;
    const store = createMemoryStore({ log });
    this.service = new PlanService({
      store: () => Promise.resolve(store),
      ...{ clock: fakeClock(), digest, ids: fakeIds(), process: fakeProcess(), log },
    });
  }

  static async open(): Promise<HttpBench> {
    const bench = new HttpBench();
    const { service } = bench;
    const origin = { coworker: 'planner', configuration: PLANNER.configuration };
    for (const session of [bench.one, bench.other]) {
      await service.execute({ kind: 'create_session', session, origin, planMode: true });
    }
    bench.#turn = await service.execute({ kind: 'begin_turn', session: bench.one });
    await bench.#serve(0);
    return bench;
  }

  /** Ends the server, and begins it anew at the same address when `meanwhile` is done. */
  async restart(meanwhile: () => Promise<unknown>): Promise<void> {
    await this.close();
    await meanwhile();
    await this.#serve(Number(new URL(this.url).port));
  }

  /** The path of a session. */
  path(session: string, rest = ''): string {
    return `/sessions/${encodeURIComponent(session)}${rest}`;
  }

  write(revision: number, steps = [step(`s${String(revision)}`)]): Promise<unknown> {
    return this.service.execute({
      ...{ kind: 'hosted_call', session: this.one, turn_id: this.#turn },
      call_id: `c${String(revision)}`,
      command: update(revision, steps),
    });
  }

  /** By the plain client of the platform, which sends what it is told to. */
  ask(
    path: string,
    { method = 'GET', token = ALL, headers = {}, body }: Asking = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
      const { hostname, port } = new URL(this.url);
      const sent = request(
        { hostname, port, path, method, headers: { ...authorization, ...headers }, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('end', () => {
            const { statusCode: status = 0 } = response;
            resolve({ status, headers: response.headers, text, body: parsed(text) });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  async status(path: string, asking?: Asking): Promise<number> {
    return (await this.ask(path, asking)).status;
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#ended;
  }

  #serve(port: number): Promise<void> {
    const { service, log, one } = this;
    const tokens = new Tokens({
      [ALL]: { read: ['*'], prompt: ['*'] },
      [READER]: { read: [one], prompt: [] },
      [NOBODY]: { read: [], prompt: [one] },
    });
    const stopped = new Promise<void>((resolve) => (this.#stop = resolve));
    return new Promise((resolve, reject) => {
      this.#ended = serveHttp({
        ...{ service, coworkers: [PLANNER], ids: fakeIds(100), tokens, log, stopped },
        address: { host: '127.0.0.1', port },
        onListening: (url) => {
          this.url = url;
          resolve();
        },
      });
      this.#ended.catch(reject);
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
