import type { Writable } from 'node:stream';

/** Writes objects as lines. Whoever waits for a line waits until the reader has taken in most of what was written. */
export class LineWriter {
  readonly #output: Writable;
  /** Resolves when nobody reads any more. */
  readonly closed: Promise<void>;
  #isClosed = false;
  #close: () => void = () => undefined;
  /** Of those who wait for room. */
  #waiting: (() => void)[] = [];

  constructor(output: Writable) {
    this.#output = output;
    this.closed = new Promise((resolve) => {
      this.#close = () => {
        this.#isClosed = true;
        this.#wake();
        resolve();
      };
    });
    output.on('error', this.#close);
    output.on('close', this.#close);
    output.on('drain', () => {
      this.#wake();
    });
  }

  /** Waits for no reader any more, and writes nothing more. */
  abandon(): void {
    this.#close();
  }

  async write(value: object): Promise<void> {
    if (this.#isClosed || this.#output.write(`${JSON.stringify(value)}\n`)) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
