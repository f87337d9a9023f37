import * as fs from 'node:fs/promises';
import * as z from 'zod/mini';
import { ifPresent, type FileSystemOptions } from './nodeFileSystem';
import { isSameProcess, MACHINE, ownStart } from './nodeProcesses';

/** Who holds a lock: the content of its file. `token` is random per process and store. */
export interface LockHolder {
  readonly token: string;
  readonly machine: string;
  readonly pid: number;
  /** When the process began, as its machine counts; absent where that cannot be told. */
  readonly started?: string | undefined;
}

/** A holder of another machine, or one that nothing is known of, counts as dead after so long without a beat. */
export const SILENCE_MS = 15_000;

const holderSchema = z.object({
  token: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  machine: z.string(),
  pid: z.int(),
  started: z.optional(z.string()),
});

export function ownHolder(token: string): LockHolder {
  return { token, machine: MACHINE, pid: process.pid, started: ownStart() };
}

/** Reads locks and tells which of their holders are gone. */
export class LockHolders {
  readonly #options: FileSystemOptions;
  /** Since when (our own clock) a lock that cannot be judged otherwise looks the same. */
  readonly #unchanged = new Map<string, { readonly look: string; readonly since: number }>();

  constructor(options: FileSystemOptions) {
    this.#options = options;
  }

  /** Undefined when there is no such lock. One that is half-written has the token of no one. */
  async of(path: string): Promise<LockHolder | undefined> {
    const { fileSystem = fs } = this.#options;
    const handle = await ifPresent(fileSystem.open(path, 'r'));
    if (!handle) return undefined;
    try {
      return parsed(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  }

  async isDead(path: string, { token, machine, pid, started }: LockHolder): Promise<boolean> {
    if (token !== '' && machine === MACHINE) return !(await isSameProcess(pid, started));
    const { fileSystem = fs } = this.#options;
    const stats = await ifPresent(fileSystem.stat(path));
    if (!stats) return false;
    const look = `${token} ${String(stats.mtimeMs)}`;
    const before = this.#unchanged.get(path);
    // Clocks of machines differ, so what counts is how long we have been looking.
    if (before?.look !== look) {
      this.#unchanged.set(path, { look, since: performance.now() });
      return false;
    }
    if (performance.now() - before.since < SILENCE_MS) return false;
    this.#unchanged.delete(path);
    return true;
  }
}

function parsed(text: string): LockHolder {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    // Being written, or not ours: judged by its age alone.
    return { token: '', machine: '', pid: 0 };
  }
}
