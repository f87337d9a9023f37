import assert from 'node:assert/strict';
import fc from 'fast-check';
import { inOrder, SessionSearch, toggled } from '../../webview/sessions/sessionSearch';
import { everyKind, rowOf } from './sessionFixtures';

const search = new SessionSearch((row) => [row.title, row.current, row.coworker].join('\n'));

function found(query: string, ...filters: Parameters<typeof toggled>[1][]): string[] {
  return search.find(everyKind(), query, new Set(filters)).map((row) => row.title);
}

describe('sessionSearch', () => {
  it('finds words in title, current step and coworker, in any order', () => {
    assert.deepEqual(found('tests flaky'), ['Fix the flaky checkout tests']);
    assert.deepEqual(found('injecting'), ['Fix the flaky checkout tests']);
    assert.deepEqual(found('claude csv'), ['Port the CSV importer']);
    assert.deepEqual(found('claude  wasm'), []);
    assert.equal(found(' ').length, everyKind().length);
  });

  const SAME: readonly (readonly [query: string, title: string])[] = [
    ['ubersetzung', 'Übersetzung'],
    ['ÜBERSETZUNG', 'übersetzung'],
    ['u\u0308bersetzung', '\u00DCbersetzung'],
    ['strasse', 'STRASSE Straße'],
    ['istanbul', 'İSTANBUL'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['ﬁnd', 'find'],
    ['ＣＳＶ', 'csv'],
    ['設定', '設定の移行'],
    ['कि', 'कि'],
  ];
  for (const [query, title] of SAME) {
    it(`finds "${title}" by "${query}"`, () => {
      assert.equal(search.find([rowOf('a', 1, { title })], query, new Set()).length, 1);
    });
  }

  it('takes vowels of other scripts for letters', () => {
    assert.equal(search.find([rowOf('a', 1, { title: 'का' })], 'कि', new Set()).length, 0);
  });

  it('finds a row by any part of its title, however it is accented and in any case', () => {
    const words = fc.array(fc.stringMatching(/^[a-zß-öα-ω]{1,9}$/u), {
      minLength: 1,
      maxLength: 6,
    });
    const accents = fc.constantFrom('', '\u0301', '\u0308', '\u0323');
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), accents, (title, from, length, accent) => {
        const rows = [rowOf('a', 1, { title: title.join(' ') })];
        const part = title
          .join(' ')
          .slice(from % title.join(' ').length)
          .slice(0, length % 20);
        const typed = [...part].map((letter) => (/\p{L}/u.test(letter) ? letter + accent : letter));
        for (const query of [typed.join(''), typed.join('').toUpperCase()]) {
          assert.equal(search.find(rows, query, new Set()).length, 1, query);
          assert.equal(search.find(rows, `${query} #`, new Set()).length, 0);
        }
      }),
    );
  });

  it('narrows by every filter that is on', () => {
    assert.deepEqual(found('', 'needsYou'), ['Migrate settings to zod 4']);
    assert.deepEqual(found('', 'done'), [
      'Release notes for 2.3',
      'House rules of this repository',
    ]);
    assert.deepEqual(found('', 'planMode'), [
      'Fix the flaky checkout tests',
      'Migrate settings to zod 4',
    ]);
    assert.deepEqual(found('', 'open', 'here'), [
      'Fix the flaky checkout tests',
      'Migrate settings to zod 4',
      '',
    ]);
    const leaving = rowOf('a', 1, { planMode: { active: true, pending: false } });
    assert.equal(search.find([leaving], '', new Set(['planMode'])).length, 0);
  });

  it('turns filters on and off; open and done take turns', () => {
    const open = toggled(new Set(['here']), 'open');
    assert.deepEqual([...open], ['here', 'open']);
    assert.deepEqual([...toggled(open, 'done')], ['here', 'done']);
    assert.deepEqual([...toggled(toggled(open, 'done'), 'open')], ['here', 'open']);
    assert.deepEqual([...toggled(open, 'open')], ['here']);
  });

  it('puts pinned rows first, and newer ones before older ones', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(50), fc.boolean())), (made) => {
        const rows = made.map(([ago, pinned], n) => rowOf(String(n), ago, { pinned }));
        const sorted = inOrder(rows);
        assert.deepEqual(new Set(sorted), new Set(rows));
        sorted.slice(1).forEach((row, index) => {
          const before = sorted[index];
          if (before?.pinned === row.pinned) assert.ok(before.updated >= row.updated);
          else assert.equal(before?.pinned, true);
        });
      }),
    );
  });
});
