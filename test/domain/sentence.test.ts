import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../src/domain/planError';
import { sentence, verbatim } from '../../src/domain/sentence';

/** Any text, often with what looks like a place. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^(\{[0-3]?\}?|\$[&1`']|a)*$/),
);

describe('a sentence', () => {
  it('[FC.49] is in English what a string of its parts would be, whatever stands in it', () => {
    fc.assert(
      fc.property(text, text, fc.integer(), (a, b, n) => {
        const inner = sentence`step ${n} is ${b}`;
        const english = `The step ${String(n)} is ${b}`;
        assert.equal(String(sentence`The ${inner}: ${a}, ${b}.`), `${english}: ${a}, ${b}.`);
        assert.equal(String(verbatim(a)), a);
        assert.equal(JSON.stringify([inner]), JSON.stringify([`step ${String(n)} is ${b}`]));
        const error = new PlanError('invalid_input', a);
        assert.deepEqual([error.message, String(error.sentence)], [a, a]);
      }),
    );
  });

  it('has its places numbered in their order, for translators', () => {
    const { template, values } = sentence`${'a'}: ${1} of ${sentence`two`}.`;
    assert.deepEqual([template, values], ['{0}: {1} of {2}.', ['a', 1, sentence`two`]]);
    assert.equal(new PlanError('retry', sentence`Again ${2}.`).message, 'Again 2.');
  });
});
