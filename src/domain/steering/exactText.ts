/**
 * What a chat or a renderer would take for something of its own: references to tools, files and agents at
 * the beginning of a word, pictures, markup, code, and characters that nobody sees.
 */
const OBEYED =
  /(?<=^|\s)[#@]|!(?=\[)|[<`]|[\p{Cf}\p{Cc}\p{Cs}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu;

/** A text as one JSON string, exact to the last character, in which nothing is obeyed and nothing hidden. */
export function exactText(text: string): string {
  // What JSON has escaped already is visible and stays.
  return JSON.stringify(text).replace(OBEYED, escaped);
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}
