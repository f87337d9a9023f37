import type { Disposable, Log } from './ports';

/** Tells listeners in the order in which they came; one that throws is logged and keeps no other from hearing. */
export class Emitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly on = (listener: (value: T) => void): Disposable => {
    // Wrapped, so that the same function can listen twice and each disposal ends one of them.
    const own = (value: T) => {
      listener(value);
    };
    this.#listeners.add(own);
    return { dispose: () => void this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(value);
      } catch (error) {
        this.#log.error('A listener failed.', error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
