import { visibleText } from './visibleText';

/**
 * Text that stays text in Markdown (FC.49), within a line: what a renderer would take for markup is
 * escaped, and what it would turn into a link, a mention or a picture by itself is shown as code.
 */
export function markdownText(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/\S+/gu, (word) => (LINK_LIKE.test(word) ? code(word) : escaped(word)));
}

/** The same where it begins a line, and could begin a list, a quotation or a rule. */
export function markdownParagraph(text: string): string {
  return markdownText(text).replace(LINE_START, '$1\\');
}

const LINE_START = /^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=>|[-+](?:\s|$)|-[-\s]*$))/u;

/** Addresses of any scheme, domains and file names, mentions, `:emoji:`, `#123`. */
const LINK_LIKE =
  /:\/\/|\/\/[^\s/]|[a-z][\w+.-]*:[^\s:]|:[\w+-]+:|@[\p{L}\p{N}_]|#\p{N}|[^\s.]\.\p{L}[\p{L}\p{N}-]|^\W*www\./iu;

/**
 * Emphasis, code, links, formulas, strikethrough; a tag, a character reference, an underscore or a
 * backslash only where it would be one; a word of `#` alone begins a heading, or is dropped at its end.
 */
const MARKUP =
  /[*`[$~]|<(?=[\p{L}/!?])|&(?=#?\w)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|\\(?=[!-/:-@[-`{-~]|$)|^#+$/gu;

function escaped(word: string): string {
  return word.replace(MARKUP, (found) => found.replace(/./g, '\\$&'));
}

function code(word: string): string {
  const longest = Math.max(0, ...[...word.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${word} ${fence}` : fence + word + fence;
}
