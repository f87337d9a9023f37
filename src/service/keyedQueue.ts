/** Runs the jobs of one key one after the other, in the order given; keys do not wait for each other. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, job: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(job, job);
    // The next job starts whether this one fails or not; its caller hears of the failure from `result`.
    const tail = result.then(settled, settled);
    this.#tails.set(key, tail);
    void tail.then(() => {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    return result;
  }

  /** Resolves when every job given so far has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}

function settled(): void {
  // Only the order matters here.
}
