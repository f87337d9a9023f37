import assert from 'node:assert/strict';
import { TimeWords } from '../../webview/relativeTime';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');

describe('relativeTime', () => {
  const words = new TimeWords('en', 'now');
  const expected: Record<string, readonly [short: string, ago: string]> = {
    '2026-06-15T11:59:30.000Z': ['now', 'now'],
    '2026-06-15T12:00:30.000Z': ['now', 'now'],
    '2026-06-15T11:58:00.000Z': ['2 min', '2 min. ago'],
    '2026-06-15T09:00:00.000Z': ['3 hr', '3 hr. ago'],
    '2026-06-13T12:00:00.000Z': ['2 days', '2 days ago'],
    '2025-06-01T12:00:00.000Z': ['1 yr', '1 yr. ago'],
  };
  for (const [iso, [short, ago]] of Object.entries(expected)) {
    it(`calls ${iso} ${ago}`, () => {
      assert.deepEqual([words.short(iso, NOW), words.ago(iso, NOW)], [short, ago]);
    });
  }

  it('says since when: the time of today, yesterday, a day or a month', () => {
    const now = new Date(2026, 5, 15, 12).getTime();
    const since = (...time: [number, number, number, number?]): string =>
      words.since(new Date(...time).toISOString(), now).replace(/\s/g, ' ');
    assert.equal(since(2026, 5, 15, 9), '9:00 AM');
    assert.equal(since(2026, 5, 15, 0), '12:00 AM');
    assert.equal(since(2026, 5, 14, 23), 'yesterday');
    assert.equal(since(2026, 5, 14, 0), 'yesterday');
    assert.equal(since(2026, 5, 13, 23), 'June 13');
    assert.equal(since(2025, 11, 31), 'December 31');
    assert.equal(since(2025, 10, 30), 'November 2025');
    assert.equal(words.since('20\u202E26', now), '20⟨U+202E⟩26');
  });

  it('speaks the language of the editor, and copes with one that does not exist', () => {
    assert.equal(new TimeWords('de', 'jetzt').short('2026-06-15T09:00:00.000Z', NOW), '3 Std.');
    assert.equal(new TimeWords('qps-ploc-', 'now').short('2026-06-15T11:59:59.000Z', NOW), 'now');
  });

  it('shows a time that cannot be read as it is', () => {
    assert.equal(words.ago('yesterday', NOW), 'yesterday');
    const hidden = '20\u202E26';
    const shown = [words.short(hidden, NOW), words.ago(hidden, NOW), words.full(hidden)];
    assert.deepEqual(shown, Array(3).fill('20⟨U+202E⟩26'));
  });
});
