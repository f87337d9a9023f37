/** Where a key leads in a list of `count` rows; undefined when it is no key of a list. */
export function nextIndex(
  key: string,
  index: number,
  count: number,
  pageRows: number,
): number | undefined {
  const target = targetOf(key, index, count, pageRows);
  if (target === undefined || count === 0) return undefined;
  return Math.min(Math.max(target, 0), count - 1);
}

function targetOf(key: string, index: number, count: number, page: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + page;
    case 'PageUp':
      return index - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Letters typed within this time belong to one word, in milliseconds. */
const WORD_TIME = 800;

/** Finds rows by the letters that their text begins with. */
export class TypeAhead {
  #word = '';
  #last = -Infinity;

  /** The row to go to, or undefined where none fits or the key is no letter. */
  find(key: string, time: number, index: number, texts: readonly string[]): number | undefined {
    if ([...key].length !== 1 || (key === ' ' && !this.#isTyping(time))) return undefined;
    const word = (this.#isTyping(time) ? this.#word : '') + key.toLocaleLowerCase();
    this.#word = word;
    this.#last = time;
    // The same letter again goes on to the next row that begins with it.
    const again = [...word].every((letter) => letter === key.toLocaleLowerCase());
    const wanted = again ? key.toLocaleLowerCase() : word;
    const start = again ? index + 1 : index;
    for (let step = 0; step < texts.length; step += 1) {
      const row = (start + step) % texts.length;
      if (texts[row]?.toLocaleLowerCase().startsWith(wanted)) return row;
    }
    return undefined;
  }

  #isTyping(time: number): boolean {
    return time - this.#last < WORD_TIME;
  }
}
