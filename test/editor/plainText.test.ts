import assert from 'node:assert/strict';
import { labelText, noticeText } from '../../src/editor/plainText';

describe('unproven text in the texts of the editor', () => {
  it('[FC.49] is no icon in a label', () => {
    assert.equal(labelText('$(bug) $5 (x)'), '\\$(bug) $5 (x)');
  });

  it('[FC.49] is no link in a notification', () => {
    const link = /\[([^\]]+)\]\((?:https?:\/\/|command:|file:)[^)\s]+/;
    for (const text of ['[x](command:y)', '[x](https://a.b)', '[x](file:///x)']) {
      assert.match(text, link);
      assert.doesNotMatch(noticeText(text), link);
    }
  });

  it('[FC.49] hides nothing in either', () => {
    assert.equal(labelText('a\u202eb'), 'a⟨U+202E⟩b');
    assert.equal(noticeText('a\u0000b'), 'a⟨U+0000⟩b');
  });
});
