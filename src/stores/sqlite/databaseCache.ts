import type { OpenSession } from './openSession';

/** A database costs 1.5 MB or more of WebAssembly memory, which is never given back to the system. */
const MAX_OPEN = 4;
const IDLE_MS = 60_000;

/**
 * Open sessions that nobody uses at the moment. A user takes one out and gives it back, so what is in
 * use can never be closed by another.
 */
export class DatabaseCache {
  /** Oldest use first. */
  readonly #idle = new Map<string, OpenSession>();
  #timer: NodeJS.Timeout | undefined;

  take(name: string): OpenSession | undefined {
    const open = this.#idle.get(name);
    this.#idle.delete(name);
    return open;
  }

  giveBack(name: string, open: OpenSession): void {
    this.#idle.set(name, open);
    for (const [oldest, database] of this.#idle) {
      if (this.#idle.size <= MAX_OPEN) break;
      database.database.close();
      this.#idle.delete(oldest);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.closeAll();
    }, IDLE_MS);
    this.#timer.unref();
  }

  closeAll(): void {
    clearTimeout(this.#timer);
    for (const { database } of this.#idle.values()) database.close();
    this.#idle.clear();
  }
}
