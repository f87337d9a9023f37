import type { Journal } from '../../src/agent/journal';

interface JournalEntry {
  readonly owner: string;
  readonly name: string;
  /** JSON; absent while the operation runs, or when the process died before it was kept. */
  value?: string;
}

/**
 * A small durable engine: keeps the value of every operation in the order in which they were asked for,
 * and answers from what it kept before it runs anything. Asking for other operations than last time is
 * an error.
 */
export class JournalEngine implements Journal {
  readonly entries: JournalEntry[];
  readonly #kept: number;
  readonly #lives: number;
  #asked = 0;
  #open = 0;
  #mostAtOnce = 0;

  /** `lives`: so many operations are kept, then the process ends at the next one that is asked for. */
  constructor(kept: readonly JournalEntry[] = [], lives = Infinity) {
    this.entries = kept.map((entry) => ({ ...entry }));
    this.#kept = kept.length;
    this.#lives = lives;
  }

  /** The most operations that ever ran at the same time. */
  get mostAtOnce(): number {
    return this.#mostAtOnce;
  }

  /** Whether an operation runs at this moment. */
  get isRecording(): boolean {
    return this.#open > 0;
  }

  get order(): string[] {
    return this.entries.map(({ owner, name }) => `${owner}: ${name}`);
  }

  async record<T>(owner: string, name: string, run: () => Promise<T>): Promise<T> {
    const place = this.#asked++;
    if (place >= this.#lives) throw new Error('The process has ended.');
    const known = this.entries[place];
    if (known && (known.owner !== owner || known.name !== name)) {
      throw new Error(
        `${owner}: ${name} was asked for in the place of ${known.owner}: ${known.name}`,
      );
    }
    if (place < this.#kept && known?.value !== undefined) return JSON.parse(known.value) as T;
    const entry = known ?? { owner, name };
    this.entries[place] = entry;
    this.#mostAtOnce = Math.max(this.#mostAtOnce, ++this.#open);
    try {
      const value = await run();
      entry.value = JSON.stringify(value);
      return JSON.parse(entry.value) as T;
    } finally {
      this.#open--;
    }
  }

  /** The first `count` operations survive; with `lost`, the last of them ran, but its value was not kept. */
  cut(count: number, lost = false): JournalEntry[] {
    return this.entries.slice(0, count).map(({ owner, name, value }, at) => ({
      ...{ owner, name },
      ...(value !== undefined && !(lost && at === count - 1) && { value }),
    }));
  }
}
