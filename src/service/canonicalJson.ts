/** JSON with sorted keys: equal values are equal texts. Undefined properties are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    // fromEntries defines properties, so that a key such as __proto__ stays a plain key.
    return Object.fromEntries(entries);
  });
}
