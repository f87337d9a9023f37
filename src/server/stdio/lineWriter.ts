import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes objects as lines. Whoever waits for a line waits until the reader has taken in most of what was written. */
export class LineWriter {
  readonly #output: Writable;
  /** Resolves when nobody reads any more. */
  readonly closed: Promise<void>;
  #isClosed = false;

  constructor(output: Writable) {
    this.#output = output;
    this.closed = new Promise((resolve) => {
      const close = () => {
        this.#isClosed = true;
        resolve();
      };
      output.on('error', close);
      output.on('close', close);
    });
  }

  async write(value: object): Promise<void> {
    if (this.#isClosed) return;
    if (this.#output.write(`${JSON.stringify(value)}\n`)) return;
    await Promise.race([once(this.#output, 'drain').catch(() => undefined), this.closed]);
  }
}
