import assert from 'node:assert/strict';
import type * as z from 'zod/mini';

/**
 * The schema takes this value, and not with a field too many, too few or of another kind, however deep:
 * but for those, by name, that may be left out.
 */
export function assertStrict(
  schema: z.ZodMiniType,
  value: unknown,
  mayBeLeftOut: readonly string[] = [],
): void {
  const takes = (other: unknown) => schema.safeParse(other).success;
  assert.deepEqual(schema.parse(JSON.parse(JSON.stringify(value))), value);
  const look = (part: unknown, within: (other: unknown) => unknown, place: string): void => {
    if (part === null || typeof part !== 'object') return;
    if (!Array.isArray(part)) assert.ok(!takes(within({ ...part, more: 1 })), `${place} with more`);
    for (const [name, inner] of Object.entries(part)) {
      const put = (other: unknown) =>
        Array.isArray(part) ? part.with(Number(name), other) : { ...part, [name]: other };
      const at = `${place}.${name}`;
      assert.ok(!takes(within(put(Symbol(name)))), `${at} of another kind`);
      if (!Array.isArray(part)) {
        const { [name]: left, ...rest } = part as Record<string, unknown>;
        assert.equal(left, inner);
        assert.equal(takes(within(rest)), mayBeLeftOut.includes(name), `without ${at}`);
      }
      look(inner, (other) => within(put(other)), at);
    }
  };
  look(value, (other) => other, 'it');
}
