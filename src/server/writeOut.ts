import type { Writable } from 'node:stream';

/** Resolves when whoever reads has taken it, or nobody does any more: no more than this waits in memory. */
export function writeOut(output: Writable, text: string): Promise<void> {
  return new Promise((resolve) => {
    output.write(text, () => {
      resolve();
    });
  });
}
