import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickFileSystem } from '../../src/stores/sqlite/nodeQuickFiles';

describe('The file system without a change of thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-plans-quick-'));
  const file = (name: string) => join(folder, name);
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every call of a commit; the quick way looks at the clock before and after a call. */
  async function useAll(now?: () => number): Promise<void> {
    const files = quickFileSystem(now);
    const handle = await files.open(file('a'), 'wx', 0o600);
    const parts = [new TextEncoder().encode('one '), new TextEncoder().encode('two')];
    assert.equal((await handle.writev(parts)).bytesWritten, 7);
    await handle.sync();
    const stats = await handle.stat({ bigint: true });
    assert.deepEqual([stats.size, stats.ino], [7n, statSync(file('a'), { bigint: true }).ino]);
    await handle.close();
    await assert.rejects(files.open(file('a'), 'wx', 0o600), { code: 'EEXIST' });
    await files.link(file('a'), file('b'));
    await files.rename(file('b'), file('c'));
    await assert.rejects(files.rename(file('b'), file('c')), { code: 'ENOENT' });
    assert.equal((await files.stat(file('c'), { bigint: true })).size, 7n);
    await assert.rejects(files.stat(file('b')), { code: 'ENOENT' });
    const again = await files.open(file('c'), 'r');
    assert.equal(String(Buffer.from(await again.readFile())), 'one two');
    await again.close(true);
    const empty = await files.open(file('d'), 'w');
    await empty.writeFile('text');
    await empty.close();
    assert.equal(readFileSync(file('d'), 'utf8'), 'text');
    for (const name of ['a', 'c', 'd']) await files.unlink(file(name));
    await assert.rejects(files.unlink(file('a')), { code: 'ENOENT' });
    assert.deepEqual(readdirSync(folder), []);
  }

  it('does and refuses what the platform does and refuses', async () => {
    await useAll();
  });

  it('takes the long way for a while once a call was slow, with the same results', async () => {
    let [looks, clock] = [0, 0];
    await useAll(() => {
      looks++;
      return (clock += 5);
    });
    assert.equal(looks, 2, 'nothing was timed after the first call');
    looks = 0;
    await useAll(() => {
      looks++;
      return (clock += 1);
    });
    assert.ok(looks >= 30);
  });

  it('tries the quick way again later', async () => {
    let [looks, clock] = [0, 0];
    const files = quickFileSystem(() => {
      looks++;
      return (clock += looks > 2 ? 1 : 5);
    });
    for (let call = 0; call < 502; call++) await files.stat(folder);
    assert.equal(looks, 4);
  });
});
