import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  cutAtGrapheme,
  cutToLength,
  hasForbiddenCharacter,
  utf8Bytes,
} from '../../src/domain/textLimits';
import { anyText } from './planArbitraries';

describe('limits of text', () => {
  it('[DP.29] half of a pair counts by itself, whatever follows it', () => {
    for (const text of [
      '\ud800é',
      '\ud800漢',
      '\ud83d\ud83d\udc4d',
      '\udc4d\ud83d',
      '👍👍é',
      '\ud800',
    ]) {
      assert.equal(utf8Bytes(text), Buffer.byteLength(text, 'utf8'));
    }
  });

  it('[DP.29] bytes are counted as the platform encodes them, for any string', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.equal(utf8Bytes(text), Buffer.byteLength(text, 'utf8'));
      }),
    );
  });

  it('[DP.31][FC.51] what is not refused survives UTF-8 unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encoded = Buffer.from(text, 'utf8').toString('utf8');
        assert.ok(hasForbiddenCharacter(text) || encoded === text);
        assert.equal(hasForbiddenCharacter(text), /[\p{Cc}\p{Cs}]/u.test(text));
      }),
    );
  });

  it('[FC.51] a text is cut between graphemes and marked, or not touched at all', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const length = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), length, (text, limit) => {
        const cut = cutAtGrapheme(text, (candidate) => candidate.length <= limit);
        assert.ok(cut.length <= limit);
        if (text.length <= limit) {
          assert.equal(cut, text);
          return;
        }
        assert.ok(cut.endsWith('…'));
        const kept = cut.slice(0, -1);
        assert.ok(text.startsWith(kept));
        const edges = [...graphemes.segment(text)].map(({ index }) => index);
        const dropped = text.slice(kept.length).trimStart();
        const atEdge = [kept.length, text.length - dropped.length].some((at) => edges.includes(at));
        assert.ok(atEdge, JSON.stringify({ text, cut }));
      }),
    );
  });

  it('[FC.51] cutting to a length is the same, however the edge is found', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom('x', 'é', 'ж', '漢', 'か', '\u0301', '\u200d', '👩‍👩‍👧‍👦', '🇪🇺', '©', ' '),
    );
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (units, length) => {
          const text = units.join('');
          const expected = cutAtGrapheme(text, (candidate) => candidate.length <= length);
          assert.equal(cutToLength(text, length), expected);
        },
      ),
      { numRuns: 1_000 },
    );
    assert.equal(cutToLength('ab', 0), '…');
    assert.equal(cutToLength('', 0), '');
  });

  it('[FC.51] a family or a letter with its accents is never taken apart', () => {
    const family = '👩‍👩‍👧‍👦';
    assert.equal(
      cutAtGrapheme(family.repeat(3), (text) => text.length < 2 * family.length),
      `${family}…`,
    );
    assert.equal(
      cutAtGrapheme('Z\u0351\u036b'.repeat(3), (text) => text.length < 6),
      'Z\u0351\u036b…',
    );
  });
});
