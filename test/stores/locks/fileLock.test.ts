import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileLocks } from '../../../src/stores/sqlite/locks/nodeFileLock';
import type { SessionLock } from '../../../src/stores/sqlite/sessionFiles';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { aProcess, LockFolder, NAME, take } from '../../support/lockFolder';
import { rejectsWith } from '../../support/storeFixtures';

describe('The lock of a session', () => {
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

  it('is held by one store at a time, of one process too, and lets others wait', async () => {
    const first = await take(locks);
    const second = take(folder.open());
    const third = take(locks);
    assert.equal(await Promise.race([second, third, wait(60, 'nobody')]), 'nobody');
    await first.release();
    let holders = 0;
    const alone = async (lock: SessionLock): Promise<void> => {
      assert.equal(++holders, 1);
      assert.ok(await lock.isHeld());
      await wait(20);
      holders--;
      await lock.release();
    };
    await Promise.all([second.then(alone), third.then(alone)]);
  });

  it('is nothing that a release twice, or after another took it, takes from anybody', async () => {
    for (const others of [folder.open(), locks]) {
      const first = await take(locks);
      await Promise.all([first.release(), first.release()]);
      const second = await take(others);
      await first.release();
      assert.ok(await second.isHeld());
      assert.ok(!(await first.isHeld()));
      await rejectsWith(take(locks), 'retry');
      await second.release();
    }
  });

  it('ends the wait with retry when the patience is over, and nothing has changed', async () => {
    const lock = await take(folder.open());
    const before = readFileSync(folder.path);
    const began = performance.now();
    const error = await rejectsWith(take(locks), 'retry');
    assert.ok(performance.now() - began >= 300);
    assert.equal(error.details['location'], folder.path);
    assert.deepEqual(readFileSync(folder.path), before);
    assert.ok(await lock.isHeld());
  });

  it('[DP.89] is waited for no longer than until the cancellation', async () => {
    await take(folder.open());
    const signal = { cancelled: false };
    const began = performance.now();
    const waiting = folder.open().acquire(NAME, signal);
    setTimeout(() => (signal.cancelled = true), 40);
    await rejectsWith(waiting, 'cancelled');
    assert.ok(performance.now() - began < 2_000);
  });

  it('knows one session from another', async () => {
    const held = await take(folder.open());
    const other = await locks.acquire('other', { cancelled: false });
    await Promise.all([held.release(), other.release()]);
  });

  it('leaves nothing behind when it is let go and its store is closed', async () => {
    await (await take(locks)).release();
    assert.equal(folder.names().length, 1);
    await locks.close();
    assert.deepEqual(folder.names(), []);
    // A store that was closed too early still gets what it asks for.
    await (await take(locks)).release();
  });

  for (const [what, text] of Object.entries({
    nothing: '',
    'half a holder': '{"token":"0123456789ab","mach',
    'something else': 'not ours',
    'a number that is no process': JSON.stringify({ token: '0123456789ab', machine: 'm', pid: -1 }),
  })) {
    it(`that holds ${what} counts as held until it is old`, async () => {
      mkdirSync(folder.folder);
      writeFileSync(folder.path, text);
      await rejectsWith(take(folder.open({ patienceMs: 100, silenceMs: 5_000 })), 'retry');
      assert.equal(readFileSync(folder.path, 'utf8'), text);
      const began = performance.now();
      const lock = await take(folder.open({ silenceMs: 200, patienceMs: 9_000 }));
      assert.ok(performance.now() - began >= 200);
      await lock.release();
    });
  }

  it('is made again when somebody took the folder away, and then nobody believes to hold the old one', async () => {
    await (await take(locks)).release();
    rmSync(folder.folder, { recursive: true });
    const lock = await take(locks);
    rmSync(folder.folder, { recursive: true });
    await lock.release();
    let isGone = true;
    hooks.before = ({ name }) => {
      // Taken away again in the middle of being made.
      if (name !== 'open' || !isGone) return;
      isGone = false;
      rmSync(folder.folder, { recursive: true });
    };
    await (await take(folder.open({ fileSystem: hookedFileSystem(hooks) }))).release();
    assert.ok(!isGone);
  });

  it('cannot be had while its folder is a file, and can afterwards', async () => {
    writeFileSync(folder.folder, 'a file');
    await assert.rejects(take(locks), { code: /EEXIST|ENOTDIR/ });
    await assert.rejects(take(locks), { code: /EEXIST|ENOTDIR/ });
    rmSync(folder.folder);
    await (await take(locks)).release();
  });

  it('cannot be had in a folder that is read-only, and can afterwards', async () => {
    await (await take(locks)).release();
    // Not by mode bits, which mean nothing to an administrator.
    hooks.before = ({ name, path }) => {
      if (name === 'link' || (name === 'open' && path === folder.path)) throw errno('EACCES');
    };
    await assert.rejects(take(locks), { code: 'EACCES' });
    hooks.before = () => undefined;
    await (await take(locks)).release();
  });

  it('is waited for on Windows, where a name that somebody reads as it goes is denied for a moment', async () => {
    let denials = 0;
    hooks.before = ({ name, path }) => {
      const denied = name === 'link' || (name === 'open' && path === folder.path);
      if (denied && denials++ < 6)
        throw errno(['EPERM', 'EACCES', 'EBUSY'][Math.abs(denials) % 3] ?? '');
    };
    const fileSystem = hookedFileSystem(hooks);
    const windows = folder.open({ fileSystem, platform: 'win32', patienceMs: 300 });
    await (await take(windows)).release();
    assert.ok(denials > 6);
    denials = -1_000_000;
    await assert.rejects(take(windows), { code: /EPERM|EACCES|EBUSY/ });
    hooks.before = () => undefined;
  });

  it('is looked at by its holder once it may have been lost', async () => {
    const lock = await take(folder.open({ silenceMs: 100 }));
    rmSync(folder.path);
    assert.ok(await lock.isHeld(), 'nobody can have taken it yet');
    await wait(60);
    assert.ok(!(await lock.isHeld()));
    const other = await take(locks);
    await lock.release();
    assert.ok(readFileSync(folder.path, 'utf8').length > 0, 'the lock of another was let go');
    await other.release();
  });

  it('shows by its time that its holder lives, with and without hard links', async () => {
    for (const links of [true, false]) {
      hooks.before = ({ name }) => {
        if (!links && name === 'link') throw errno('EPERM');
      };
      const fileSystem = hookedFileSystem(hooks);
      const lock = await take(folder.open({ fileSystem, silenceMs: 400, self: aProcess(7) }));
      const elsewhere = aProcess(8, new Set(), { machine: 'ffffffff' });
      const watcher = folder.open({ silenceMs: 400, patienceMs: 900, self: elsewhere });
      await rejectsWith(take(watcher), 'retry');
      assert.ok(await lock.isHeld());
      await lock.release();
    }
  });

  it('of another machine is taken over when it shows no sign of life, by our own clock', async () => {
    const remote = folder.open({ self: aProcess(7, new Set(), { machine: 'ffffffff' }) });
    await take(remote);
    // What that machine thinks of the time says nothing.
    utimesSync(folder.path, new Date(0), new Date(0));
    const watcher = folder.open({ silenceMs: 300, patienceMs: 200 });
    const began = performance.now();
    await rejectsWith(take(watcher), 'retry');
    // The next calls go on where the first one stopped watching.
    const lock = await take(watcher)
      .catch(() => take(watcher))
      .catch(() => take(watcher));
    await lock.release();
    assert.ok(performance.now() - began >= 300);
  });

  it('of another machine is not taken over by who looked away, as a machine that slept', async () => {
    const lock = await take(folder.open({ self: aProcess(7, new Set(), { machine: 'ffffffff' }) }));
    const watcher = folder.open({ silenceMs: 400, patienceMs: 20 });
    await rejectsWith(take(watcher), 'retry');
    await wait(500);
    // Its holder, who slept as well, has had no time to show that it lives.
    await rejectsWith(take(watcher), 'retry');
    assert.ok(await lock.isHeld());
    await lock.release();
  });

  it('of another machine that is taken again and again never looks like one in silence', async () => {
    const machine = { machine: 'ffffffff' };
    const remote = folder.open({ silenceMs: 400, self: aProcess(7, new Set(), machine) });
    const watcher = folder.open({ silenceMs: 400, patienceMs: 5 });
    const began = performance.now();
    while (performance.now() - began < 900) {
      // Each time for less than a heartbeat.
      const lock = await take(remote);
      await rejectsWith(take(watcher), 'retry');
      assert.ok(readFileSync(folder.path).length > 0);
      await lock.release();
      await wait(10);
    }
  });
});
