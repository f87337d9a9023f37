import * as fs from 'node:fs/promises';
import * as z from 'zod/mini';
import { ifPresent, type FileSystemOptions } from '../nodeFileSystem';
import { isNoFile, readFileAt } from '../nodeReading';
import { thisProcess, type ProcessView } from './nodeProcesses';

/** Who holds a lock: the content of its file. `token` is random per process and store. */
export interface LockHolder {
  readonly token: string;
  readonly machine: string;
  readonly pid: number;
  /** When the process began, as its machine counts; absent where that cannot be told. */
  readonly started?: string | undefined;
}

export interface LockOptions extends FileSystemOptions {
  /** How long a writer waits for another one before its caller hears `retry`. */
  readonly patienceMs?: number;
  /** Who cannot be judged otherwise counts as dead after so long without a beat. */
  readonly silenceMs?: number;
  readonly self?: ProcessView;
  /** What waiting is made of. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

const SILENCE_MS = 15_000;
/** In parts of the silence: so long one has to watch, and who looks away for as long begins anew (a machine that slept). */
const WATCH = 1 / 4;

const holderSchema = z.object({
  token: z.string().check(z.regex(/^[0-9a-f]{12}$/)),
  machine: z.string(),
  pid: z.int().check(z.positive()),
  started: z.optional(z.string()),
});

/** Times that follow from the silence, so that they always fit each other. */
export function lockTimes({ silenceMs = SILENCE_MS }: LockOptions): {
  readonly heartbeatMs: number;
  /** Until then nobody can have taken a lock for a dead one's. */
  readonly surelyHeldMs: number;
} {
  return { heartbeatMs: silenceMs / 8, surelyHeldMs: silenceMs / 2 };
}

interface Watch {
  readonly look: string;
  /** Since when it looks the same, by our own clock: those of other machines differ. */
  readonly since: number;
  /** Since when we look without a break. */
  readonly watched: number;
  readonly last: number;
}

/** Reads locks and tells which of their holders are gone. */
export class LockHolders {
  readonly #options: LockOptions;
  readonly #self: ProcessView;
  readonly #watches = new Map<string, Watch>();

  constructor(options: LockOptions) {
    this.#options = options;
    this.#self = options.self ?? thisProcess;
  }

  /** Undefined when there is no such lock. One that is half-written, or no file, has the token of no one. */
  async of(path: string): Promise<LockHolder | undefined> {
    try {
      const file = await readFileAt(path, this.#options);
      return file && parsed(new TextDecoder().decode(file.bytes));
    } catch (error) {
      if (isNoFile(error)) return NOBODY;
      throw error;
    }
  }

  /** False as long as there is a doubt. */
  async isDead(path: string, { token, machine, pid, started }: LockHolder): Promise<boolean> {
    if (token !== '' && machine === this.#self.machine) {
      if (!(await this.#self.isRunning(pid, started))) return true;
      // Without a start the number may have gone to another process, and then it would be alive for ever.
      if (started !== undefined) return false;
    }
    return this.#isSilent(path, token);
  }

  async #isSilent(path: string, token: string): Promise<boolean> {
    const { fileSystem = fs, silenceMs = SILENCE_MS } = this.#options;
    const stats = await ifPresent(fileSystem.stat(path));
    if (!stats) return false;
    const look = `${token} ${String(stats.mtimeMs)} ${String(stats.ino)}`;
    const now = performance.now();
    const before = this.#watches.get(path);
    const since = before?.look === look ? before.since : now;
    const blinked = !before || now - before.last > silenceMs * WATCH;
    const watched = blinked ? now : before.watched;
    this.#watches.set(path, { look, since, watched, last: now });
    return now - since >= silenceMs && now - watched >= silenceMs * WATCH;
  }

  /** There is nothing to watch any more. */
  forget(path: string): void {
    this.#watches.delete(path);
  }
}

const NOBODY: LockHolder = { token: '', machine: '', pid: 0 };

function parsed(text: string): LockHolder {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    // Being written, or not ours: judged by its age alone.
    return NOBODY;
  }
}
