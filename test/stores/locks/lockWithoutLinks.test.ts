import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import type { FileLocks } from '../../../src/stores/sqlite/locks/nodeFileLock';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { aProcess, LockFolder, take } from '../../support/lockFolder';
import { rejectsWith } from '../../support/storeFixtures';

describe('The lock of a session on a file system without hard links', () => {
  let folder: LockFolder;
  let hooks: Hooks;
  let locks: FileLocks;
  beforeEach(() => {
    folder = new LockFolder();
    hooks = {};
    locks = folder.open({ fileSystem: hookedFileSystem(hooks), patienceMs: 300 });
  });
  afterEach(() => {
    folder.dispose();
  });

  it('works all the same', async () => {
    for (const code of ['EPERM', 'ENOSYS', 'EISDIR']) {
      hooks.before = ({ name }) => {
        if (name === 'link') throw errno(code);
      };
      const lock = await take(locks);
      assert.ok(await lock.isHeld());
      await rejectsWith(take(folder.open({ patienceMs: 50 })), 'retry');
      await lock.release();
      await (await take(folder.open())).release();
    }
  });

  it('is not left half-written when the disk is full', async () => {
    hooks.before = ({ name, path }) => {
      if (name === 'link') throw errno('EPERM');
      if (name === 'handle.writeFile' && path === folder.path) throw errno('ENOSPC');
    };
    await assert.rejects(take(locks), { code: 'ENOSPC' });
    await (await take(folder.open({ patienceMs: 300 }))).release();
  });

  it('of a dead process is taken over', async () => {
    const noLinks: Hooks = {
      before: ({ name }) => {
        if (name === 'link') throw errno('EPERM');
      },
    };
    const options = { fileSystem: hookedFileSystem(noLinks), patienceMs: 300 };
    await take(folder.open({ ...options, self: aProcess(1) }));
    const lock = await take(folder.open({ ...options, self: aProcess(2, new Set([1])) }));
    assert.ok(await lock.isHeld());
    await lock.release();
  });

  it('is not believed to be held by who was stopped while it made it, and lost it', async () => {
    let others: Promise<unknown> | undefined;
    hooks.before = async ({ name, path }) => {
      if (name === 'link') throw errno('EPERM');
      if (name !== 'handle.writeFile' || path !== folder.path || others) return;
      // Nobody could tell whose it was, and it had become old.
      rmSync(folder.path);
      others = take(folder.open());
      await others;
    };
    await rejectsWith(take(locks), 'retry');
    assert.ok(others);
  });
});
