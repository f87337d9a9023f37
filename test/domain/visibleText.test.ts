import assert from 'node:assert/strict';
import fc from 'fast-check';
import { visibleText } from '../../src/domain/visibleText';

describe('visibleText', () => {
  const shown: Record<string, string> = {
    'safe\u202Egnp.exe': 'safe⟨U+202E⟩gnp.exe',
    'a\u2066b\u2069c': 'a⟨U+2066⟩b⟨U+2069⟩c',
    'zero\u200Bwidth': 'zero⟨U+200B⟩width',
    'non\u200Cjoiner': 'non⟨U+200C⟩joiner',
    'join\u200Der': 'join⟨U+200D⟩er',
    'soft\u00ADhyphen': 'soft⟨U+00AD⟩hyphen',
    'two\u2028lines\u2029more': 'two⟨U+2028⟩lines⟨U+2029⟩more',
    '\uFEFFmark': '⟨U+FEFF⟩mark',
    'filler\u3164': 'filler⟨U+3164⟩',
    'tag\u{E0041}': 'tag⟨U+E0041⟩',
    'loose\uFE0F': 'loose⟨U+FE0F⟩',
    'esc\u001B[31m next\u0085 csi\u009B nul\u0000':
      'esc⟨U+001B⟩[31m next⟨U+0085⟩ csi⟨U+009B⟩ nul⟨U+0000⟩',
    'half\uD83D': 'half⟨U+D83D⟩',
  };
  for (const [text, expected] of Object.entries(shown)) {
    it(`[FC.51] shows ${expected} for what cannot be seen`, () => {
      assert.equal(visibleText(text), expected);
    });
  }

  const kept = [
    'Fix the flaky tests',
    '👩‍👩‍👧‍👦 family',
    '👩🏽‍💻 with a skin tone',
    '❤️‍🔥 with a selector inside',
    '1️⃣ keycap',
    '🏳️‍🌈 flag',
    '🇪🇺 flag of letters',
    '日本語のテキスト',
    'e\u0301 combining',
    'مرحبا بالعالم',
    'ไทย',
  ];
  for (const text of kept) {
    it(`[FC.51] leaves ${text} as it is`, () => {
      assert.equal(visibleText(text), text);
    });
  }

  const markup = [
    '<img src=x onerror=alert(1)>',
    '" onmouseover="alert(1)',
    '[x](javascript:alert(1))',
    '[x](command:workbench.action.quit)',
    '</script><script>alert(1)</script>',
    '${7*7}',
    '*_`bold`_*',
  ];
  for (const text of markup) {
    it(`[FC.49] leaves ${text} letter by letter: markup is for the place that shows it`, () => {
      assert.equal(visibleText(text), text);
    });
  }

  it('[FC.51] never leaves a direction or separator character, and adds no other change', () => {
    const hidden = fc.constantFrom(
      '\u202E',
      '\u200B',
      '\u2066',
      '\u2028',
      '\uFEFF',
      '\u200F',
      '\u00AD',
    );
    const text = fc
      .array(fc.oneof(hidden, fc.string({ unit: 'grapheme' })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (value) => {
        const result = visibleText(value);
        assert.doesNotMatch(
          result,
          /[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF\u00AD]/,
        );
        assert.equal(visibleText(result), result, 'what is visible stays as it is');
      }),
    );
  });

  it('[FC.51] takes a title of 100 KB in a moment', () => {
    const started = performance.now();
    visibleText('👩‍👩‍👧‍👦\u202Ex'.repeat(8_000));
    assert.ok(performance.now() - started < 500);
  });
});
