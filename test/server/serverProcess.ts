import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Heard } from './rpcBench';

/** As it ships; the test run builds it before. */
export const SERVER = join(__dirname, '..', '..', 'dist', 'server.cjs');

/** What is no line of text for people, or a document of several lines. */
const MESSAGE = /^\{"(?:jsonrpc|result|error|id|method)"/;

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The server as a process of its own, and the client that it serves. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly heard: Heard[] = [];
  readonly ended: Promise<Finished>;
  #wake: () => void = () => undefined;
  #ids = 0;

  constructor(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    file = SERVER,
    node = process.execPath,
    cwd = process.cwd(),
  ) {
    const child = spawn(node, [file, ...args], { env: { ...process.env, ...env }, cwd });
    this.child = child;
    // Whoever was killed does not read any more.
    child.stdin.on('error', () => undefined);
    const output = { stdout: '', stderr: '' };
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.stdout += `${line}\n`;
      if (MESSAGE.test(line)) this.#hear(JSON.parse(line) as Heard);
      this.#wake();
    });
    this.ended = once(child, 'close').then(([code, signal]) => {
      this.#wake();
      return { code: code as number | null, signal: signal as NodeJS.Signals | null, ...output };
    });
  }

  send(method: string, params?: unknown): number {
    const id = (this.#ids += 1);
    this.write({ id, method, params });
    return id;
  }

  notify(method: string, params?: unknown): void {
    this.write({ method, params });
  }

  write(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async request(method: string, params?: unknown): Promise<Heard> {
    const id = this.send(method, params);
    return this.until((one) => one.id === id);
  }

  async result<T = Record<string, unknown>>(method: string, params?: unknown): Promise<T> {
    const { result, error } = await this.request(method, params);
    if (error) throw new Error(`${method}: ${String(error.code)} ${error.message}`);
    return result as T;
  }

  async until(isIt: (heard: Heard) => boolean): Promise<Heard> {
    for (;;) {
      const found = this.heard.find(isIt);
      if (found) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        const { stderr } = await this.ended;
        throw new Error(`The server has ended. ${stderr}`);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  async dispose(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Servers of others ask for folders, which this client has none of; what they ask has ids of its own. */
  #hear(heard: Heard): void {
    if (heard.method === 'roots/list') this.write({ id: heard.id, result: { roots: [] } });
    else this.heard.push(heard);
  }
}

/** Runs the server to its end. */
export function runServer(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Finished> {
  const server = new ServerProcess(args, env);
  server.child.stdin.end();
  return server.ended;
}
