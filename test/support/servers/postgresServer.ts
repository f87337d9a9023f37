import type { ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { atExit, endProcess, killProcess, spawnWarded } from '../workbench/ownedProcesses';
import { runCommand } from '../workbench/runCommand';
import { freePort } from '../workbench/workbenchServer';
import { installedProgram } from './installedServer';

const DEBIAN = '/usr/lib/postgresql';
const PASSWORD = 'secret';

export interface ServerOptions {
  /** Where its data are; on the disk of this machine if absent. */
  readonly within?: string;
  /** As on its command line. */
  readonly settings?: readonly string[];
}

/** A PostgreSQL server of its own on this machine, with data that go with it. */
export class PostgresServer {
  readonly config: ClientConfig;
  #child: ChildProcess | undefined;

  private constructor(
    private readonly bin: string,
    private readonly folder: string,
    readonly port: number,
    private readonly settings: readonly string[],
  ) {
    this.config = {
      ...{ host: '127.0.0.1', port, user: 'postgres', password: PASSWORD, database: 'postgres' },
    };
  }

  static async start({
    within = tmpdir(),
    settings = [],
  }: ServerOptions = {}): Promise<PostgresServer> {
    const bin = await installedProgram(findPrograms, 'postgresql');
    const folder = mkdtempSync(join(within, 'session-plans-postgres-'));
    atExit(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    if (process.getuid?.() === 0) {
      const id = async (flag: string) => Number(await runCommand('id', [flag, 'postgres']));
      chownSync(folder, await id('-u'), await id('-g'));
    }
    const data = join(folder, 'data');
    await runCommand(
      ...asPostgres(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-N']),
    );
    const server = new PostgresServer(bin, folder, await freePort(), settings);
    await server.resume();
    return server;
  }

  /** After `kill`, on the same port with the same data. */
  async resume(): Promise<void> {
    const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    const args = [
      '-D',
      join(this.folder, 'data'),
      '-p',
      String(this.port),
      ...options,
      ...this.settings,
    ];
    const command = asPostgres(join(this.bin, 'postgres'), args);
    const deadline = Date.now() + 60_000;
    for (;;) {
      // One that was killed holds its memory until its last worker is gone; until then none starts.
      if (this.#child?.exitCode !== null) this.#child = spawnWarded(...command);
      const client = new Client(this.config);
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(100);
      }
    }
  }

  /** kill -9 for the server and for what it started, which is in groups of its own. */
  async kill(): Promise<void> {
    const [first = ''] = readFileSync(join(this.folder, 'data', 'postmaster.pid'), 'utf8').split(
      '\n',
    );
    const workers = childrenOf(Number(first));
    if (this.#child) await killProcess(this.#child);
    this.#child = undefined;
    for (const pid of workers) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It saw the end of the server, and ended.
      }
    }
  }

  /** From now on; whoever is connected stays. */
  async demandPasswords(): Promise<void> {
    const client = new Client(this.config);
    await client.connect();
    await client.query(`ALTER ROLE postgres PASSWORD '${PASSWORD}'`);
    writeFileSync(
      join(this.folder, 'data', 'pg_hba.conf'),
      'host all all 127.0.0.1/32 scram-sha-256\n',
    );
    await client.query('SELECT pg_reload_conf()');
    await client.end();
    await sleep(300);
  }

  async stop(): Promise<void> {
    if (this.#child) await endProcess(this.#child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => {
    try {
      const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
      return new RegExp(`^PPid:\\s+${String(parent)}$`, 'm').test(status);
    } catch {
      // It ended while we looked.
      return false;
    }
  });
}

function findPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const folders = readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The server refuses to run as root. */
function asPostgres(program: string, args: readonly string[]): [string, string[]] {
  if (process.getuid?.() !== 0) return [program, [...args]];
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return ['setpriv', [...user, program, ...args]];
}
