/** A sample that begins with no import goes on with the program before it. */
export class Programs {
  #text = '';
  #output = '';

  with(sample: string): { text: string; before: string } {
    const isNew = sample.startsWith('import ');
    this.#text = isNew ? sample : `${this.#text}\n${sample}`;
    return { text: this.#text, before: isNew ? '' : this.#output };
  }

  said(output: string): void {
    this.#output = output;
  }
}

/** An ellipsis is anything, as a line of its own any lines or none; the rest is as it stands there. */
export function outputPattern(text: string): RegExp {
  const source = text
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/^…\n/gm, '(?:.*\n)*')
    .replaceAll('…', '.*');
  return new RegExp(`^${source}$`);
}
