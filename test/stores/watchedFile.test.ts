import assert from 'node:assert/strict';
import { WatchedFile } from '../../src/stores/sqlite/watchedFile';

const PAGE = 512;

describe('A watched file', () => {
  /** As many pages as the header says, of a file that was kept as sql.js keeps it. */
  function keptFile(pages: number) {
    const content = new Uint8Array(pages * PAGE).fill(7);
    const header = new DataView(content.buffer);
    header.setUint16(16, PAGE);
    header.setUint32(28, pages);
    const file = new WatchedFile(content);
    const bytes = file.slice();
    assert.ok(file.kept);
    return { content, bytes, kept: file.kept };
  }
  const page = (fill: number) => new Uint8Array(PAGE).fill(fill);
  const headerOf = (content: Uint8Array, pages: number) => {
    const first = content.slice(0, PAGE);
    new DataView(first.buffer).setUint32(28, pages);
    return first;
  };

  it('is there as it was written', () => {
    const { content, bytes, kept } = keptFile(4);
    bytes.set(page(1), 2 * PAGE);
    content.set(page(1), 2 * PAGE);
    assert.deepEqual(kept.image(), content);
  });

  it('grows with what is written behind it', () => {
    const { content, bytes, kept } = keptFile(4);
    bytes.set(headerOf(content, 5));
    bytes.set(page(9), 4 * PAGE);
    const image = kept.image();
    assert.equal(image?.length, 5 * PAGE);
    assert.deepEqual(image.subarray(4 * PAGE), page(9));
  });

  it('is not taken for known while nothing was written since the last look', () => {
    const { bytes, kept } = keptFile(4);
    assert.equal(kept.image(), undefined);
    bytes.set(page(1), PAGE);
    assert.ok(kept.image());
    assert.equal(kept.image(), undefined);
  });

  it('is lost for good once all of it is read, which is how it gets another place', () => {
    const { bytes, kept } = keptFile(4);
    bytes.subarray(PAGE, 2 * PAGE);
    bytes.set(page(1), PAGE);
    assert.ok(kept.image());
    bytes.subarray(0, 2 * PAGE);
    bytes.set(page(1), PAGE);
    assert.equal(kept.image(), undefined);
  });

  it('is not known when its header tells of another length', () => {
    for (const pages of [3, 5]) {
      const { content, bytes, kept } = keptFile(4);
      bytes.set(headerOf(content, pages));
      assert.equal(kept.image(), undefined);
    }
  });

  it('is not known when the engine took no part in it', () => {
    assert.equal(new WatchedFile(new Uint8Array(PAGE)).kept, undefined);
  });
});
