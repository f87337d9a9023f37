/**
 * One emoji as people see it: a pictograph with its skin tone or variation selector, joined by
 * U+200D to further ones, or a keycap. Inside it the invisible characters do their proper work.
 */
const EMOJI = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\uFE0E\uFE0F])?)*|[0-9#*]\uFE0F\u20E3`;

/**
 * What a reader cannot see but a renderer or a model obeys: format and direction characters,
 * line and paragraph separators, fillers, loose variation selectors, and (in data that was
 * damaged or written by another product) control characters and lone surrogates.
 */
const HIDDEN = String.raw`[\p{Cf}\p{Cc}\p{Cs}\u2028\u2029\p{Default_Ignorable_Code_Point}]`;

const EMOJI_OR_HIDDEN = new RegExp(`(${EMOJI})|${HIDDEN}`, 'gu');

/**
 * The text as it may be shown to a person: every hidden character becomes a readable mark such as
 * ⟨U+202E⟩, so that a description cannot reorder or hide what stands around it. The stored text is
 * not changed by this. Other text, including emoji families and combining marks, stays as it is.
 */
export function visibleText(text: string): string {
  return text.replace(EMOJI_OR_HIDDEN, (found, emoji: string | undefined) => emoji ?? mark(found));
}

function mark(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
