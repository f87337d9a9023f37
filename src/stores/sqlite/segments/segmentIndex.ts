import * as z from 'zod/mini';
import type { SegmentDatabase } from './segmentDatabase';

/** Numbers of the ids in one segment; a number may stand for several ids. */
interface Entry {
  readonly calls: ReadonlySet<number>;
  readonly steps: ReadonlySet<number>;
}

const storedSchema = z.record(
  z.string(),
  z.strictObject({ calls: z.array(z.int()), steps: z.array(z.int()) }),
);

/**
 * Which segment may have the answer of a call or the end of a step, so that an id that was never used
 * costs no reading. Made from the segments and never the truth: it is written beside them, and made again
 * when it is missing or does not know one of them.
 */
export class SegmentIndex {
  readonly #entries = new Map<string, Entry>();

  /** What was stored; whatever cannot be read is an empty index. */
  static parse(text: string): SegmentIndex {
    const index = new SegmentIndex();
    try {
      for (const [part, { calls, steps }] of Object.entries(storedSchema.parse(JSON.parse(text)))) {
        index.#entries.set(part, { calls: new Set(calls), steps: new Set(steps) });
      }
    } catch {
      index.#entries.clear();
    }
    return index;
  }

  stringify(): string {
    const entries = [...this.#entries].map(([part, { calls, steps }]) => [
      part,
      { calls: [...calls], steps: [...steps] },
    ]);
    return JSON.stringify(Object.fromEntries(entries));
  }

  has(part: string): boolean {
    return this.#entries.has(part);
  }

  add(part: string, ids: ReturnType<SegmentDatabase['ids']>): void {
    const entry = {
      calls: new Set(ids.calls.map(numberOf)),
      steps: new Set(ids.steps.map(numberOf)),
    };
    this.#entries.set(part, entry);
  }

  /** Leaves only what is named. */
  keep(parts: ReadonlySet<string>): void {
    for (const part of this.#entries.keys()) if (!parts.has(part)) this.#entries.delete(part);
  }

  partsWithCall(id: string): ReadonlySet<string> {
    const number = numberOf(id);
    const parts = new Set<string>();
    for (const [part, { calls }] of this.#entries) if (calls.has(number)) parts.add(part);
    return parts;
  }

  mayHaveStep(part: string, id: string): boolean {
    return this.#entries.get(part)?.steps.has(numberOf(id)) ?? false;
  }
}

/** FNV-1a, 32 bit. */
function numberOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
