import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diffArrays } from 'diff';
import { WordChanges } from '../../webview/history/wordChanges';
import { type TextPart, wordEdits } from '../../webview/history/wordEdits';

function between(before: string, after: string): readonly TextPart[] {
  return new WordChanges().between(before, after);
}

function shown(before: string, after: string): string {
  const wrap = { kept: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return between(before, after)
    .map(({ kind, text }) => wrap[kind][0] + text + wrap[kind][1])
    .join('');
}

function side(parts: readonly TextPart[], without: TextPart['kind']): string {
  return parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');
}

describe('changed words', () => {
  const examples: readonly (readonly [string, string, string])[] = [
    ['Fix the timer', 'Fix the timer', 'Fix the timer'],
    [
      'Inject it into the timer',
      'Inject it into the session timer',
      'Inject it into the {+session +}timer',
    ],
    [
      'Add a retry to the runner',
      'Add one more try to the runner',
      'Add [-a retry -]{+one more try +}to the runner',
    ],
    ['Fix the timer', 'Fix the timer now', 'Fix the timer{+ now+}'],
    ['Fix the timer now', 'Fix the timer', 'Fix the timer[- now-]'],
    ['测试失败重试', '测试成功重试', '测试[-失败-]{+成功+}重试'],
    ['Один два три', 'Один пять три', 'Один [-два -]{+пять +}три'],
    ['اكتب اختبارا قصيرا', 'اكتب اختبارا طويلا', 'اكتب اختبارا [-قصيرا-]{+طويلا+}'],
    ['Ask 👨‍👩‍👧 twice', 'Ask 👨‍👩‍👦 twice', 'Ask [-👨‍👩‍👧 -]{+👨‍👩‍👦 +}twice'],
    ['Press 1️⃣ then', 'Press 2️⃣ then', 'Press [-1️⃣ -]{+2️⃣ +}then'],
    ['Use Date.now', 'Use Date.parse', 'Use Date.[-now-]{+parse+}'],
    ['', 'All new', '{+All new+}'],
  ];
  for (const [before, after, expected] of examples) {
    it(`are found: ${expected}`, () => {
      assert.equal(shown(before, after), expected);
    });
  }

  it('are not sought where two texts have no word in common: each is read as a whole', () => {
    assert.equal(shown('One, two', 'Three, four'), '[-One, two-]{+Three, four+}');
  });

  it('are not sought where most words are others, as nobody could read that', () => {
    const text = (word: string, times: number): string =>
      Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 && n < 2 * times ? word : `w${String(n)}`,
      ).join(' ');
    assert.equal(between(text('a', 8), text('b', 8)).length, 24);
    assert.deepEqual(
      between(text('a', 9), text('b', 9)).map(({ kind }) => kind),
      ['removed', 'added'],
    );
  });

  it('give back both texts to the letter, and never an empty part', () => {
    const words = fc
      .array(
        fc.oneof(
          fc.constantFrom('a', 'b', ' ', '  ', '.', '字', '\n'),
          fc.string({ unit: 'grapheme', maxLength: 3 }),
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(words, words, (before, after) => {
        const parts = between(before, after);
        assert.equal(side(parts, 'added'), before);
        assert.equal(side(parts, 'removed'), after);
        assert.ok(parts.every(({ text }) => text !== ''));
      }),
      { numRuns: 1_000 },
    );
  });

  it('[FC.51] are never cut inside what a person sees as one character', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const bounds = (text: string): Set<number> =>
      new Set([...graphemes.segment(text)].map(({ index }) => index).concat(text.length));
    const unit = fc.constantFrom(
      ...[
        'a',
        'b',
        ' ',
        ',',
        '👨‍👩‍👧',
        '👍🏽',
        '🇩🇪',
        '1️⃣',
        '#️⃣',
        '❤️',
        'é',
        'e\u0301',
        '字',
        'が',
        'か\u3099',
        '하',
        '葛\u{E0100}',
      ],
    );
    const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(''));
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const [whole, without] of [
          [before, 'added'],
          [after, 'removed'],
        ] as const) {
          const allowed = bounds(whole);
          let at = 0;
          for (const part of between(before, after).filter(({ kind }) => kind !== without)) {
            at += part.text.length;
            assert.ok(allowed.has(at), `${JSON.stringify(whole)} at ${String(at)}`);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('are sought in long texts not at all, and in many texts only as far as the bound goes', () => {
    const long = 'word '.repeat(250);
    assert.equal(shown(long, `${long}more`), `[-${long}-]{+${long}more+}`);
    const words = new WordChanges();
    const text = `${'word '.repeat(190)}end`;
    const found = Array.from({ length: 20 }, () => words.between(text, `${text} now`)[0]?.kind);
    assert.deepEqual(new Set(found.slice(0, 8)), new Set(['kept']));
    assert.deepEqual(new Set(found.slice(9)), new Set(['removed']));
  });

  it('are as few as can be', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 24 });
    fc.assert(
      fc.property(words, words, fc.nat(20), (before, after, most) => {
        const edits = wordEdits(before, after, most)?.filter(({ kind }) => kind !== 'kept');
        const fewest = diffArrays(before, after)
          .filter(({ added, removed }) => added || removed)
          .reduce((sum, { count }) => sum + count, 0);
        assert.equal(edits?.length, fewest <= most ? fewest : undefined);
      }),
      { numRuns: 1_000 },
    );
  });
});
