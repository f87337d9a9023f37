import assert from 'node:assert/strict';
import { nextIndex, TypeAhead } from '../../webview/listNavigation';
import { windowRange } from '../../webview/windowRange';

describe('listNavigation', () => {
  it('moves by row, by page and to the ends, and stops there', () => {
    const from = (key: string, index: number) => nextIndex(key, index, 10, 4);
    assert.deepEqual(
      ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map((key) => from(key, 5)),
      [6, 4, 9, 1, 0, 9],
    );
    assert.deepEqual([from('ArrowUp', 0), from('ArrowDown', 9)], [0, 9]);
    assert.equal(from('Tab', 5), undefined);
    assert.equal(nextIndex('Home', 0, 0, 4), undefined);
  });

  it('finds rows by what their text begins with, and the next one for the same letter', () => {
    const texts = ['Read', 'Run', 'Note', 'run again'];
    const typing = new TypeAhead();
    assert.equal(typing.find('r', 0, 0, texts), 1);
    assert.equal(typing.find('r', 100, 1, texts), 3);
    assert.equal(typing.find('n', 5_000, 3, texts), 2);
    assert.equal(typing.find('r', 10_000, 2, texts), 3);
    assert.equal(typing.find('u', 10_100, 3, texts), 3);
    assert.equal(typing.find('x', 20_000, 3, texts), undefined);
    assert.equal(typing.find('Enter', 30_000, 3, texts), undefined);
    assert.equal(typing.find(' ', 40_000, 3, texts), undefined);
  });

  it('draws the visible rows of a long list and a few around them', () => {
    assert.deepEqual(windowRange(0, 132, 22, 1_000), { start: 0, end: 14 });
    assert.deepEqual(windowRange(11_000, 132, 22, 1_000), { start: 492, end: 514 });
    assert.deepEqual(windowRange(99_999, 132, 22, 3), { start: 3, end: 3 });
    assert.deepEqual(windowRange(0, 0, 22, 0), { start: 0, end: 0 });
  });
});
