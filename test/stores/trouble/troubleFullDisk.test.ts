import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileSystem } from '../../../src/stores/sqlite/nodeFileSystem';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { MountedDisks } from '../../support/mountedDisk';
import { appendLong, holds, KEY } from '../../support/powerCutSession';
import { SqliteFolder } from '../../support/sqliteFolder';
import { aPlanCommit, appendPlans, rejectsWith } from '../../support/storeFixtures';
import { StoresOnDisk } from '../../support/storesOnDisk';

/** More events than a live file keeps: the second commit moves the first ones into a segment. */
const EVENTS = 66;
const PAGE = 4_096;
/** More pages, or files, than a commit needs. */
const ENOUGH = 100;

describe('A disk that is full', function () {
  this.timeout(120_000);
  let disks: MountedDisks;
  let base: SqliteFolder;
  const stores = new StoresOnDisk();
  before(async () => {
    base = new SqliteFolder();
    await appendLong(base.open(), 1, 2, EVENTS);
  });
  after(() => base.dispose());
  beforeEach(() => {
    disks = new MountedDisks();
  });
  afterEach(async () => {
    await stores.closeAll();
    disks.dispose();
  });

  function begin(root: string): void {
    rmSync(join(root, 'plans'), { recursive: true, force: true });
    cpSync(base.folder, join(root, 'plans'), { recursive: true });
    for (const file of readdirSync(join(root, 'plans', 'locks')))
      rmSync(join(root, 'plans', 'locks', file));
  }

  /**
   * Lets a commit meet a disk with little left, and a little more each time, until it succeeds. What was
   * acknowledged is whole each time, for everybody, and with room again the same store goes on.
   */
  async function atEveryLimit(
    root: string,
    limit: (amount: number) => void,
    free: () => void,
    fileSystem?: FileSystem,
  ): Promise<number> {
    for (let amount = 0; amount < ENOUGH; amount++) {
      free();
      begin(root);
      const store = stores.open(root, fileSystem);
      assert.equal((await store.load(KEY))?.generation, 2);
      limit(amount);
      let acknowledged = 2;
      try {
        await appendLong(store, 3, 3, EVENTS);
        acknowledged = 3;
      } catch (failure) {
        const error = await rejectsWith(Promise.reject(asError(failure)), 'store_unavailable');
        assert.equal((error.cause as NodeJS.ErrnoException).code, 'ENOSPC');
        assert.match(error.message, /disk is full/);
        assert.equal((await stores.open(root).load(KEY))?.generation, 2);
      }
      free();
      // Its events, its calls and a next commit, by the store that failed and by one that begins now.
      await holds(EVENTS)({ store, folder: join(root, 'plans'), acknowledged });
      await holds(EVENTS)({
        store: stores.open(root),
        folder: join(root, 'plans'),
        acknowledged: acknowledged + 1,
      });
      await stores.closeAll();
      if (acknowledged === 3) return amount;
    }
    throw new Error('No commit succeeded.');
  }

  it('[DP.77] loses nothing, however little is left, also while events move into a segment', async () => {
    const root = disks.inMemory('size=4m');
    if (root === undefined) {
      console.log('      no disk can be mounted here: only the simulated one was full');
      return;
    }
    const filling = join(root, 'filling');
    const pages = await atEveryLimit(
      root,
      (amount) => {
        const { bavail, bsize } = statfsSync(root);
        writeFileSync(filling, Buffer.alloc((bavail - amount) * bsize));
      },
      () => {
        rmSync(filling, { force: true });
      },
    );
    assert.ok(pages > 8, `${String(pages)} pages were enough`);
  });

  it('[DP.77] loses nothing, however few files it may still have', async () => {
    const root = disks.inMemory('size=4m');
    if (root === undefined) return;
    const files = await atEveryLimit(
      root,
      (amount) => {
        const { files: all, ffree } = statfsSync(root);
        disks.remount(root, `nr_inodes=${String(all - ffree + amount)}`);
      },
      () => {
        disks.remount(root, 'nr_inodes=1000');
      },
    );
    assert.ok(files > 1, `${String(files)} files were enough`);
  });

  it('[DP.77] that has no room for the folders of a store says what is wrong and where, and goes on once there is some', async () => {
    const root = disks.inMemory('size=4m');
    if (root === undefined) return;
    const folder = join(root, 'globalStorage', 'plans');
    let refused = 0;
    for (let amount = 0; amount < ENOUGH; amount++) {
      rmSync(join(root, 'globalStorage'), { recursive: true, force: true });
      const { files: all, ffree } = statfsSync(root);
      disks.remount(root, `nr_inodes=${String(all - ffree + amount)}`);
      const store = stores.open(join(root, 'globalStorage'));
      const [outcome] = await Promise.allSettled([store.append(KEY, 0, aPlanCommit(KEY, 1))]);
      if (outcome.status === 'fulfilled') break;
      refused++;
      const error = await rejectsWith(Promise.reject(asError(outcome.reason)), 'store_unavailable');
      assert.match(error.message, /disk is full.*no more files.*once it has room/);
      assert.equal(error.details['reason'], 'ENOSPC');
      assert.ok(String(error.details['location']).startsWith(folder), JSON.stringify(error));
      disks.remount(root, 'nr_inodes=1000');
      await appendPlans(store, KEY, 1);
    }
    assert.ok(refused > 3, `${String(refused)} files were enough`);
  });

  it('[DP.77] loses nothing where the file system takes fewer and fewer bytes', async () => {
    const root = mkdtempSync(join(tmpdir(), 'session-plans-full-'));
    const hooks: Hooks = {};
    let left = Infinity;
    hooks.writes = (given) => {
      const taken = Math.min(given, left);
      left -= taken;
      return taken;
    };
    hooks.before = ({ name }) => {
      if (left === 0 && /^handle\.write/.test(name)) throw errno('ENOSPC');
    };
    const pages = await atEveryLimit(
      root,
      (amount) => (left = amount * PAGE),
      () => (left = Infinity),
      hookedFileSystem(hooks),
    );
    assert.ok(pages > 8, `${String(pages)} pages were enough`);
    rmSync(root, { recursive: true });
  });
});

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
