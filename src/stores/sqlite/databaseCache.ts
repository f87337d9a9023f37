import { inBackground } from '../../service/backgroundTimer';
import type { OpenSession } from './openSession';

/** A database costs 1.5 MB or more of WebAssembly memory, which is never given back to the system. */
const MAX_IDLE = 3;
const IDLE_MS = 60_000;

interface Idle {
  readonly name: string;
  readonly open: OpenSession;
}

/**
 * Open sessions that nobody uses at the moment. A user takes one out and gives it back, so what is in
 * use can never be closed by another.
 */
export class DatabaseCache {
  /**
   * Oldest use first. No Map: V8 links each table that a map has outgrown to the next one, so once one of
   * them is old, all that was ever in the map stays until a full collection, here 20 KB for every session.
   */
  #idle: readonly Idle[] = [];
  #timer: NodeJS.Timeout | undefined;

  take(name: string): OpenSession | undefined {
    const taken = this.#idle.find((idle) => idle.name === name);
    if (taken) this.#idle = this.#idle.filter((idle) => idle !== taken);
    return taken?.open;
  }

  giveBack(name: string, open: OpenSession): void {
    const all = [...this.#idle, { name, open }];
    this.#idle = all.slice(-MAX_IDLE);
    closeEach(all.slice(0, -MAX_IDLE));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.closeAll();
    }, IDLE_MS);
    inBackground(this.#timer);
  }

  closeAll(): void {
    clearTimeout(this.#timer);
    closeEach(this.#idle);
    this.#idle = [];
  }
}

function closeEach(idle: readonly Idle[]): void {
  for (const { open } of idle) open.database.close();
}
