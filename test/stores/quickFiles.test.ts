import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quickFileSystem, type Disk } from '../../src/stores/sqlite/nodeQuickFiles';

describe('The file system without a change of thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-plans-quick-'));
  const file = (name: string) => join(folder, name);
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Every call of a commit. */
  async function useAll(disk?: Partial<Disk>): Promise<void> {
    const files = quickFileSystem(disk);
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

  /** A disk whose calls take so long by its own clock, and which calls waited for a change of thread. */
  function slowDisk({ syncMs = 0, callMs = 0 }): { disk: Partial<Disk>; ways: string[] } {
    let clock = 0;
    const ways: string[] = [];
    const wait = (way: string) => {
      ways.push(way);
      clock += syncMs;
    };
    const disk: Partial<Disk> = {
      now: () => (clock += callMs),
      fsyncSync: () => wait('quick'),
      fsync: async () => {
        await Promise.resolve();
        wait('long');
      },
    };
    return { disk, ways };
  }

  async function syncs(disk: Partial<Disk>, count: number): Promise<void> {
    const handle = await quickFileSystem(disk).open(folder, 'r');
    for (let sync = 0; sync < count; sync++) await handle.sync();
    await handle.close();
  }

  it('goes the long way once calls were slow, with the same results', async () => {
    await useAll(slowDisk({ callMs: 50, syncMs: 50 }).disk);
  });

  it('syncs in place on a quick disk, and on a slow one does not block for long', async () => {
    const quick = slowDisk({ syncMs: 0.3 });
    await syncs(quick.disk, 50);
    assert.deepEqual(new Set(quick.ways), new Set(['quick']));
    const slow = slowDisk({ syncMs: 45 });
    await syncs(slow.disk, 50);
    assert.deepEqual(slow.ways, ['quick', ...new Array<string>(49).fill('long')]);
  });

  it('judges names and syncs apart', async () => {
    const { disk, ways } = slowDisk({ syncMs: 45 });
    const files = quickFileSystem(disk);
    const handle = await files.open(folder, 'r');
    await handle.sync();
    await handle.sync();
    assert.deepEqual(ways, ['quick', 'long']);
    let later = false;
    setImmediate(() => (later = true));
    await files.stat(folder);
    await handle.close();
    assert.equal(later, false, 'names were asked for in another thread');
  });

  it('fails as the disk fails, on either way, and goes on', async () => {
    const failure = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    let calls = 0;
    const fail = () => {
      calls++;
      throw failure;
    };
    for (const callMs of [0, 50]) {
      const disk = {
        ...slowDisk({ callMs }).disk,
        fsyncSync: fail,
        fsync: () => Promise.reject(failure),
      };
      const handle = await quickFileSystem(disk).open(folder, 'r');
      for (let sync = 0; sync < 3; sync++) await assert.rejects(handle.sync(), { code: 'EIO' });
      await handle.close();
    }
    assert.ok(calls >= 3);
  });

  it('lets others have their turn while it never waits', async () => {
    let turns = 0;
    const count = setInterval(() => turns++, 1);
    const handle = await quickFileSystem({ fsyncSync: () => undefined }).open(folder, 'r');
    const end = performance.now() + 5_000;
    while (turns < 5 && performance.now() < end) await handle.sync();
    await handle.close();
    clearInterval(count);
    assert.ok(turns >= 5, `${String(turns)} turns`);
  });
});
