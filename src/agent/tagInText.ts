/** What cannot be seen does not keep a tag from being read as one. */
const HIDDEN = String.raw`[\s\p{Cf}\p{Default_Ignorable_Code_Point}]*`;

/** Takes this tag out of a text, so that nothing in it can end or begin the block that it stands in (planning 6.2). */
export function withoutTag(tag: string): (text: string) => string {
  const spaced = Array.from(tag).join(HIDDEN);
  const found = new RegExp(`<(?=${HIDDEN}/?${HIDDEN}${spaced})`, 'giu');
  return (text) => text.replace(found, '&lt;');
}
