import { inBackground } from '../../../service/backgroundTimer';
import type { CancelSignal, Log } from '../../../service/ports';
import type { SessionFiles, SessionLock } from '../sessionFiles';

/** So long a lock is kept for a writer that came too late and decides again. */
const KEPT_MS = 100;

/**
 * The locks of one store. A writer that finds that another process was first keeps the lock for a moment:
 * it will come back with what it decided on the new state, and nobody may be first again (else writers in
 * a crowd would lose race after race).
 */
export class WriteLocks {
  readonly #files: SessionFiles;
  readonly #log: Log;
  readonly #kept = new Map<
    string,
    { readonly lock: SessionLock; readonly timer: NodeJS.Timeout }
  >();

  /** Locks on their way out: who asks for one meanwhile must not take it for held. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(files: SessionFiles, log: Log) {
    this.#files = files;
    this.#log = log;
  }

  /** Runs the job while the session is locked; `keep` tells from its result whether the writer will be back. */
  async with<T>(
    name: string,
    signal: CancelSignal,
    job: (lock: SessionLock) => Promise<T>,
    keep: (result: T) => boolean = () => false,
  ): Promise<T> {
    await this.#leaving.get(name);
    const lock = (await this.#takeIfHeld(name)) ?? (await this.#files.lock(name, signal));
    let kept = false;
    try {
      const result = await job(lock);
      kept = keep(result);
      if (kept) this.#keep(name, lock);
      return result;
    } finally {
      if (!kept) await this.#release(lock);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#kept.keys()].map((name) => this.#letGo(name)));
    await Promise.all(this.#leaving.values());
    await this.#files.close();
  }

  #keep(name: string, lock: SessionLock): void {
    const timer = inBackground(setTimeout(() => void this.#letGo(name), KEPT_MS));
    this.#kept.set(name, { lock, timer });
  }

  #takeKept(name: string): SessionLock | undefined {
    const kept = this.#kept.get(name);
    clearTimeout(kept?.timer);
    this.#kept.delete(name);
    return kept?.lock;
  }

  /** Who was stopped for long while it kept a lock may have lost it. */
  async #takeIfHeld(name: string): Promise<SessionLock | undefined> {
    const lock = this.#takeKept(name);
    if (!lock || (await isHeld(lock))) return lock;
    await this.#release(lock);
    return undefined;
  }

  async #letGo(name: string): Promise<void> {
    const lock = this.#takeKept(name);
    if (!lock) return;
    const leaving = this.#release(lock).finally(() => this.#leaving.delete(name));
    this.#leaving.set(name, leaving);
    await leaving;
  }

  /** What was written stands, whatever becomes of the lock; the files try again. */
  async #release(lock: SessionLock): Promise<void> {
    try {
      await lock.release();
    } catch (error) {
      this.#log.error('The lock of a session could not be let go yet.', error);
    }
  }
}

async function isHeld(lock: SessionLock): Promise<boolean> {
  try {
    return await lock.isHeld();
  } catch {
    // Whoever asks for a new one hears what is wrong.
    return false;
  }
}
