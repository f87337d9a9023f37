// Control characters (category Cc) and lone surrogates, which have no UTF-8 form (DP.31, DP.32).
const FORBIDDEN = /[\p{Cc}\p{Cs}]/u;
// By White_Space, not by String.trim: trim also takes U+FEFF, and zero-width text counts as text.
const BLANK = /^\p{White_Space}*$/u;

export function hasForbiddenCharacter(text: string): boolean {
  return FORBIDDEN.test(text);
}

export function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** Length in UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += unit < 0x800 ? 1 : 2;
    // A pair takes four bytes: two for its units, two that its first one added.
    if (unit >> 10 === 0x36 && text.charCodeAt(at + 1) >> 10 === 0x37) at++;
  }
  return bytes;
}

// Making one takes longer than cutting a description with it.
let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** The longest beginning of whole graphemes that `fits`; with an ellipsis when something was cut. */
export function cutAtGrapheme(text: string, fits: (candidate: string) => boolean): string {
  if (fits(text)) return text;
  let kept = '';
  for (const { segment } of graphemes(text)) {
    if (!fits(`${kept}${segment}…`)) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** The same for a length in UTF-16 units, without a look at every grapheme; at least the ellipsis is left. */
export function cutToLength(text: string, length: number): string {
  if (text.length <= length) return text;
  const room = Math.max(length - 1, 0);
  const isEdge = room === 0 || NEVER_JOINED.test(text.slice(room - 1, room + 1));
  const edge = isEdge ? room : (graphemes(text).containing(room)?.index ?? 0);
  return `${text.slice(0, edge).trimEnd()}…`;
}

// Two of these letters (Latin, Greek, Cyrillic, kana, Han) are two graphemes whatever stands around them.
const NEVER_JOINED =
  /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff]{2}$/;

const SHOWN_LENGTH = 40;

/** Unproven text for a refusal: in quotes, escaped, and cut to about 40 characters. */
export function quotedText(text: string): string {
  return JSON.stringify(cutAtGrapheme(text.slice(0, 4 * SHOWN_LENGTH), isShort));
}

/** Measured as it is shown: an escaped character takes up to six. */
function isShort(text: string): boolean {
  return JSON.stringify(text).length <= SHOWN_LENGTH + 2;
}
