import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '../../../src/stores/sqlite/nodeFileSystem';
import { MountedDisks } from '../../support/mountedDisk';
import { appendLong, holds } from '../../support/powerCutSession';
import { StoresOnDisk } from '../../support/storesOnDisk';

const ROUNDS = 12;
const IMAGE_MB = 32;
/** A commit of so many events moves those before it into a segment. */
const EVENTS = 40;

describe('A power cut of a real disk', function () {
  this.timeout(120_000);
  let disks: MountedDisks;
  const stores = new StoresOnDisk();
  beforeEach(() => {
    disks = new MountedDisks();
  });
  afterEach(async () => {
    await stores.closeAll();
    disks.dispose();
  });

  /** How many commits were lost of those after whose answer the power went. */
  async function lost(image: string, root: string, fileSystem?: FileSystem): Promise<number> {
    const store = stores.open(root, fileSystem);
    let count = 0;
    for (let revision = 1; revision <= ROUNDS; revision++) {
      await appendLong(store, revision, revision, EVENTS);
      const copy = disks.copyImage(image);
      const after = disks.mountImage(copy);
      assert.ok(after);
      const folder = join(after, 'plans');
      try {
        // The process that held the lock is this one, and lives.
        rmSync(join(folder, 'locks'), { recursive: true, force: true });
        const survivor = { store: stores.open(after), folder, acknowledged: revision };
        await holds(EVENTS)(survivor).catch(() => count++);
        await survivor.store.close();
      } finally {
        disks.unmount(after);
        rmSync(copy);
      }
    }
    return count;
  }

  it('[DP.77] [DP.80] right after a commit loses nothing of it; without syncs it would', async () => {
    for (const fileSystem of [undefined, withoutSync()]) {
      const image = disks.makeImage(IMAGE_MB);
      const root = image && disks.mountImage(image);
      if (!root) {
        // What cannot be had here is simulated, in powerCut.test.ts.
        console.log('      no disk can be mounted here: only the simulated one was cut off');
        return;
      }
      const count = await lost(image, root, fileSystem);
      await stores.closeAll();
      disks.unmount(root);
      console.log(`      ${String(count)} of ${String(ROUNDS)} lost`);
      if (fileSystem) assert.ok(count > 0, 'nothing was lost without a sync');
      else assert.equal(count, 0);
    }
  });
});

function withoutSync(): FileSystem {
  return {
    ...fs,
    open: async (...args) => {
      const handle = await fs.open(...args);
      handle.sync = () => Promise.resolve();
      return handle;
    },
  };
}
