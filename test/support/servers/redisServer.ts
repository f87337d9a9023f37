import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { atExit, endProcess, killProcess, spawnWarded } from '../workbench/ownedProcesses';
import { freePort } from '../workbench/workbenchServer';
import { installedProgram } from './installedServer';
import type { ServerOptions } from './postgresServer';

/** A Redis server of its own on this machine, which keeps every write before it answers. */
export class RedisServer {
  readonly url: string;
  #child: ChildProcess | undefined;

  private constructor(
    private readonly program: string,
    private readonly folder: string,
    readonly port: number,
    private readonly settings: readonly string[],
  ) {
    this.url = `redis://127.0.0.1:${String(port)}`;
  }

  static async start({
    within = tmpdir(),
    settings = [],
  }: ServerOptions = {}): Promise<RedisServer> {
    const program = await installedProgram(findProgram, 'redis-server');
    const folder = mkdtempSync(join(within, 'session-plans-redis-'));
    atExit(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    const server = new RedisServer(program, folder, await freePort(), settings);
    await server.resume();
    return server;
  }

  /** It may end by itself, where it cannot keep what it was told. */
  get hasEnded(): boolean {
    return this.#child?.exitCode !== null;
  }

  /** After `kill`, on the same port with the same data. */
  async resume(): Promise<void> {
    this.#child = spawnWarded(this.program, [
      ...['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''],
      ...['--appendonly', 'yes', '--appendfsync', 'always', ...this.settings],
    ]);
    const deadline = Date.now() + 60_000;
    for (;;) {
      const client = createClient({ url: this.url, socket: { reconnectStrategy: false } });
      // What fails is thrown by `connect`, too.
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.sendCommand(['PING']);
        await client.close();
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(50);
      }
    }
  }

  async kill(): Promise<void> {
    if (this.#child) await killProcess(this.#child);
  }

  async stop(): Promise<void> {
    if (this.#child) await endProcess(this.#child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function findProgram(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path));
}
