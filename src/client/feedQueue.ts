/** What was put in, to be iterated once; ends when it is closed, and rejects when it failed. */
export class FeedQueue<T> implements AsyncIterable<T> {
  readonly #items: T[] = [];
  #end: { readonly error?: Error } | undefined;
  #wake: () => void = () => undefined;

  put(item: T): void {
    if (this.#end) return;
    this.#items.push(item);
    this.#wake();
  }

  /** What was put in before is still given out; after a plain end it is not. */
  end(error?: Error): void {
    if (this.#end) return;
    this.#end = error ? { error } : {};
    if (!error) this.#items.length = 0;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) yield item;
      else if (this.#end?.error) throw this.#end.error;
      else if (this.#end) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
