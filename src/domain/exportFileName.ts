import { utf8Bytes } from './textLimits';

/** Room for a number, an extension and the name of a temporary file within the 255 bytes of a file system. */
const MOST_BYTES = 120;
/** Names that Windows gives to devices, whatever follows them after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin|conout|clock|com[0-9¹²³]|lpt[0-9¹²³])(?:[ .]|$)/i;

/**
 * A file name, without its extension, from a text that anybody may have written: letters and digits of any
 * script, and of the rest only what no file system and no shell takes for something else (FC.52).
 */
export function exportFileName(title: string): string {
  const words = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N} ._-]+/gu, ' ')
    .replace(/\.{2,}/g, '.')
    .replace(/\s+/g, ' ');
  const name = edged(shortened(edged(words)));
  if (name === '') return 'plan';
  return DEVICE.test(name) ? `plan ${name}` : name;
}

/** Without what is hidden, or taken for an option, at the beginning, and what Windows drops at the end. */
function edged(text: string): string {
  return text.replace(/^[\p{M} ._-]+/u, '').replace(/[ ._-]+$/, '');
}

function shortened(text: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    if (utf8Bytes(kept + segment) > MOST_BYTES) break;
    kept += segment;
  }
  return kept;
}

/** The name with a number where it, in any letter case, is taken already. */
export function freeName(name: string, extension: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const candidate = `${name}${number > 1 ? ` ${String(number)}` : ''}.${extension}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
