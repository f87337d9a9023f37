import { type TextPart, wordEdits } from './wordEdits';

/** Longer texts, in UTF-16 units, are shown as a whole, the old one and the new one. */
const LONGEST = 1_000;
/** So many words may come or go; beyond, the old and the new text are easier to read one by one. */
const MOST_EDITS = 16;
/** Of all texts of one comparison, old and new: two full plans and a little more. */
const LONGEST_TOGETHER = 17_000;

/** What belongs to the character before it: marks, variation selectors, joiners. */
const TAIL = String.raw`(?:[\u0300-\u036F\u200D\u20D0-\u20FF\u3099\u309A\uFE00-\uFE0F]|\uDB40[\uDD00-\uDDEF])*`;
/** Characters that are words by themselves: Han, kana and their punctuation, dashes and quotes. */
const ALONE = String.raw`\u2010-\u2027\u3000-\u9FFF\uF900-\uFAFF\uFF00-\uFF65`;
const PUNCTUATION = String.raw`!-\/:-@[-^\x60{-~`;
/**
 * A word and the space behind it. Whatever is not ASCII and not above belongs to words, so that no
 * emoji is cut; classes of Unicode would take longer to compile than all the rest takes.
 */
const WORDS = new RegExp(
  String.raw`(?:[${ALONE}${PUNCTUATION}]${TAIL}|[^\s${ALONE}${PUNCTUATION}]+)\s*|\s+${TAIL}`,
  'g',
);

/** Finds the changed words of many texts, of as many as fit into the bounds for all together. */
export class WordChanges {
  #length = 0;

  /** The parts without the removed ones are the text after, those without the added ones the text before. */
  between(before: string, after: string): TextPart[] {
    if (before === after) return parts(['kept', after]);
    const whole = parts(['removed', before], ['added', after]);
    if (Math.max(before.length, after.length) > LONGEST) return whole;
    this.#length += before.length + after.length;
    if (this.#length > LONGEST_TOGETHER) return whole;
    return changedWords(before, after) ?? whole;
  }
}

/** Undefined where too many words are others, or where the texts have no word in common. */
function changedWords(before: string, after: string): TextPart[] | undefined {
  // The last words end like all others.
  const found = wordEdits(wordsOf(`${before} `), wordsOf(`${after} `), MOST_EDITS);
  if (!found?.some(({ kind, text }) => kind === 'kept' && isWord(text))) return undefined;
  const made: TextPart[] = [];
  let removed = '';
  let added = '';
  for (const { kind, text } of found) {
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else {
      made.push(...parts(['removed', removed], ['added', added], [kind, text]));
      removed = added = '';
    }
  }
  return [...made.slice(0, -1), ...ending(made.at(-1)?.text ?? '', removed, added)];
}

/** The last kept words and what comes behind them, without the space that was added to both texts. */
function ending(kept: string, removed: string, added: string): TextPart[] {
  const [words, space] = [kept.slice(0, -1), kept.slice(-1)];
  if (removed === '' && added === '') return parts(['kept', words]);
  if (removed === '') return parts(['kept', words], ['added', space + added.slice(0, -1)]);
  if (added === '') return parts(['kept', words], ['removed', space + removed.slice(0, -1)]);
  return parts(['kept', kept], ['removed', removed.slice(0, -1)], ['added', added.slice(0, -1)]);
}

function wordsOf(text: string): string[] {
  return text.match(WORDS) ?? [];
}

function isWord(text: string): boolean {
  return /[^\s!-/:-@[-^`{-~]/.test(text);
}

function parts(...made: readonly (readonly [TextPart['kind'], string])[]): TextPart[] {
  return made.flatMap(([kind, text]) => (text === '' ? [] : [{ kind, text }]));
}
