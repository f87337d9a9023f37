import assert from 'node:assert/strict';
import fc from 'fast-check';
import { canonicalJson } from '../../src/service/canonicalJson';

function withReversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReversedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [key, withReversedKeys(part)] as const,
  );
  return Object.fromEntries(entries.reverse());
}

describe('canonical JSON', () => {
  it('[FC.22] is the same for any order of keys, and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        assert.equal(canonicalJson(withReversedKeys(value)), text);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('tells values apart that are not equal, and keeps the order of lists', () => {
    const values = [
      null,
      0,
      '0',
      false,
      [],
      {},
      [1, 2],
      [2, 1],
      [[1], 2],
      { a: 1 },
      { a: '1' },
      { a: [1] },
    ];
    assert.equal(new Set(values.map(canonicalJson)).size, values.length);
  });

  it('takes a property that is undefined as absent, and __proto__ as a plain key', () => {
    assert.equal(canonicalJson({ b: 1, a: undefined }), '{"b":1}');
    assert.equal(
      canonicalJson(JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}')),
      '{"__proto__":{"c":2,"d":1},"b":1}',
    );
  });
});
