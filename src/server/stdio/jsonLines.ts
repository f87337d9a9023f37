import type { Readable } from 'node:stream';

/** Longest line in bytes. */
export const LINE_BYTES = 1024 * 1024;

export type Line =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too_long' | 'not_utf8' };

const NEWLINE = 0x0a;

/**
 * The lines of a stream without their ends; empty ones are left out, and what stands behind the last end
 * counts as a line. One that is too long is told of at its end and never held. Reads on only when the next
 * line is asked for.
 */
export async function* jsonLines(input: Readable): AsyncGenerator<Line, void, void> {
  const line = new LineBuffer();
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      line.add(chunk.subarray(from, at));
      yield* line.take();
      from = at + 1;
    }
    line.add(chunk.subarray(from));
  }
  yield* line.take();
}

class LineBuffer {
  #parts: Buffer[] = [];
  #bytes = 0;

  add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > LINE_BYTES) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  *take(): Generator<Line, void, void> {
    const bytes = this.#bytes;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > LINE_BYTES) yield { kind: 'too_long' };
    else yield* textOf(whole);
  }
}

function* textOf(bytes: Buffer): Generator<Line, void, void> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.trim() !== '') yield { kind: 'text', text };
  } catch {
    yield { kind: 'not_utf8' };
  }
}
