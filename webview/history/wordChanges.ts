import { diffArrays } from 'diff';

export interface TextPart {
  readonly text: string;
  readonly kind: 'kept' | 'removed' | 'added';
}

/** Longer texts, in UTF-16 units, are shown as a whole, the old one and the new one. */
const LONGEST = 1_000;
/** So many words may come or go; beyond, the old and the new text are easier to read one by one. */
const MOST_EDITS = 40;
/** All texts of one comparison together, in milliseconds; what is left then is shown as a whole. */
const BUDGET = 3;

/**
 * Words: letters with their marks, single characters where a script writes no spaces, space, and
 * everything else in runs, so that no emoji is cut.
 */
const WORDS =
  /[\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}][\p{M}\u200C\u200D\uFE00-\uFE0F]*|[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_\u200C\u200D]|['’](?=\p{L}))*|\s+|\p{P}\p{M}*|(?:(?![\p{L}\p{N}\p{P}\s])[^])+|[^]/gu;

/** Finds the changed words of many texts within a time that is the same for all of them together. */
export class WordChanges {
  readonly #clock: () => number;
  readonly #end: number;

  /** `clock` is in milliseconds. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
    this.#end = clock() + BUDGET;
  }

  /** The parts without the removed ones are the text after, those without the added ones the text before. */
  between(before: string, after: string): TextPart[] {
    if (before === after) return parts(['kept', after]);
    const whole = parts(['removed', before], ['added', after]);
    const timeout = this.#end - this.#clock();
    if (timeout <= 0 || Math.max(before.length, after.length) > LONGEST) return whole;
    const found = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? [], {
      timeout,
      maxEditLength: MOST_EDITS,
    });
    if (!found) return whole;
    const joined = joinedAcrossSpace(
      found.map(({ value, added, removed }) => ({
        text: value.join(''),
        kind: added ? 'added' : removed ? 'removed' : 'kept',
      })),
    );
    return joined.some(({ kind, text }) => kind === 'kept' && /[\p{L}\p{N}]/u.test(text))
      ? joined
      : whole;
  }
}

/** Changed words with nothing but space between them are one change: first all the old, then the new. */
function joinedAcrossSpace(found: readonly TextPart[]): TextPart[] {
  const joined: TextPart[] = [];
  let removed = '';
  let added = '';
  found.forEach(({ text, kind }, place) => {
    const isGap = /^\s+$/.test(text) && place > 0 && place < found.length - 1;
    if (kind === 'kept' && !isGap) {
      joined.push(...parts(['removed', removed], ['added', added], ['kept', text]));
      removed = '';
      added = '';
      return;
    }
    if (kind !== 'added') removed += text;
    if (kind !== 'removed') added += text;
  });
  return [...joined, ...parts(['removed', removed], ['added', added])];
}

function parts(...made: readonly (readonly [TextPart['kind'], string])[]): TextPart[] {
  return made.flatMap(([kind, text]) => (text === '' ? [] : [{ kind, text }]));
}
