import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NEVER_CANCELLED } from '../../../src/service/ports';
import type { LockOptions } from '../../../src/stores/sqlite/locks/nodeFileLock';
import { thisProcess } from '../../../src/stores/sqlite/locks/nodeProcesses';
import {
  atCall,
  endsAt,
  errno,
  hookedFileSystem,
  type FileCall,
  type Hooks,
} from '../../support/hookedFileSystem';
import { aProcess, LockFolder, take } from '../../support/lockFolder';
import { rejectsWith } from '../../support/storeFixtures';

const OWNERS = /\.owner$/;
/** More than there are calls; the loops end at the first one that no call reached. */
const ENOUGH = 60;

describe('A lock whose holder is gone', () => {
  let folder: LockFolder;
  const ended = new Set<number>();
  beforeEach(begin);
  afterEach(() => {
    folder.dispose();
  });

  function begin(): void {
    folder = new LockFolder();
    ended.clear();
  }

  /** A process that may end. */
  function as(pid: number, more: LockOptions = {}): LockOptions {
    return { patienceMs: 1_000, ...more, self: aProcess(pid, ended) };
  }

  async function leftBy(pid: number): Promise<void> {
    await take(folder.open(as(pid)));
    ended.add(pid);
  }

  it('is taken over when its process number went to another process', async () => {
    // Where starts can be told, one second is enough to know; elsewhere its silence tells.
    const self = { ...thisProcess, started: thisProcess.started && 'before this one' };
    await take(folder.open({ self, silenceMs: 1e6 }));
    const lock = await take(folder.open({ silenceMs: 300, patienceMs: 9_000 }));
    await lock.release();
  });

  it('and of which nobody can tell when it began is taken over when it is silent, and not before', async () => {
    const self = aProcess(1, ended, { started: undefined });
    const lock = await take(folder.open({ self, silenceMs: 400 }));
    await rejectsWith(take(folder.open({ ...as(2), silenceMs: 400 })), 'retry');
    assert.ok(await lock.isHeld());
    await lock.release();
    await take(folder.open({ self, silenceMs: 1e6 }));
    await (await take(folder.open({ ...as(2), silenceMs: 300, patienceMs: 9_000 }))).release();
  });

  it('is not taken over when it shows a sign of life at the last moment', async () => {
    const machine = { machine: 'ffffffff' };
    const lock = await take(folder.open({ self: aProcess(1, ended, machine), silenceMs: 1e6 }));
    const hooks: Hooks = {};
    let wakings = 0;
    hooks.after = ({ name }) => {
      // The ticket is ours, and nobody else can take the lock away; but its holder wakes up.
      if (name !== 'link' || folder.names().every((found) => !/\.lock\./.test(found))) return;
      wakings++;
      utimesSync(folder.path, new Date(), new Date());
    };
    const fileSystem = hookedFileSystem(hooks);
    const patient = { fileSystem, silenceMs: 300, patienceMs: 1_500 };
    await rejectsWith(take(folder.open(as(2, patient))), 'retry');
    assert.ok(wakings > 0);
    assert.ok(existsSync(folder.path) && (await lock.isHeld()));
    await lock.release();
  });

  it('goes to exactly one of many who want it', async () => {
    await leftBy(1);
    let [holders, most] = [0, 0];
    const one = async (pid: number): Promise<void> => {
      const lock = await take(folder.open(as(pid, { patienceMs: 5_000 })));
      most = Math.max(most, ++holders);
      await wait(5);
      holders--;
      await lock.release();
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => one(index + 2)));
    assert.equal(most, 1);
    assert.deepEqual(
      folder.names().filter((name) => !OWNERS.test(name)),
      [],
    );
  });

  it('is had by the next one when a taker dies at any call of the takeover', async () => {
    let index = 1;
    for (; index <= ENOUGH; index++) {
      folder.dispose();
      begin();
      await leftBy(1);
      const hooks: Hooks = {};
      const { ended: died, bury } = endsAt(hooks, (_, count) => count === index);
      const taker = take(folder.open(as(2, { fileSystem: hookedFileSystem(hooks) })));
      const outcome = await Promise.race([died, taker.catch(() => 'failed')]);
      ended.add(2);
      const locks = folder.open(as(3));
      await (await take(locks)).release();
      // Whatever the two left is gone, and nothing of it is in the way of anybody.
      await locks.close();
      const names = folder.names();
      assert.deepEqual(names, [], `at call ${String(index)}: ${names.join()}`);
      bury();
      if (outcome !== 'ended') break;
    }
    assert.ok(index > 15 && index < ENOUGH, String(index));
  });

  it('is had although several takers died one after the other', async () => {
    await leftBy(1);
    const unreadable: Hooks = {
      before: ({ name }) => {
        if (name === 'readdir') throw errno('EIO');
      },
    };
    for (let pid = 2; pid <= 6; pid++) {
      const hooks: Hooks = {};
      const taken = ({ name, path }: FileCall) => name === 'unlink' && path === folder.path;
      const { ended: died, bury } = endsAt(hooks, taken);
      take(folder.open(as(pid, { fileSystem: hookedFileSystem(hooks) }))).catch(() => undefined);
      await died;
      ended.add(pid);
      bury();
    }
    const locks = folder.open(as(7, { fileSystem: hookedFileSystem(unreadable) }));
    const lock = await take(locks);
    assert.ok(await lock.isHeld());
    await lock.release();
    // Not by its sweep, which saw nothing.
    assert.deepEqual(
      folder.names().filter((name) => !OWNERS.test(name)),
      [],
    );
  });

  for (const when of ['before', 'after'] as const) {
    for (const dead of [false, true]) {
      it(`is let go in the end when a call fails (${when} its effect), ${dead ? 'taken over' : 'free at first'}`, async () => {
        let index = 1;
        for (; index <= ENOUGH; index++) {
          folder.dispose();
          begin();
          if (dead) await leftBy(1);
          const hooks: Hooks = {};
          const code = index % 2 === 0 ? 'ENOSPC' : 'EIO';
          const fault = atCall(hooks, index, () => Promise.reject(errno(code)), when);
          const fileSystem = hookedFileSystem(hooks);
          const pause = (ms: number) => wait(Math.min(ms, 3));
          const living = folder.open(as(2, { fileSystem, pause }));
          await take(living).then(
            (lock) => lock.release().catch(() => undefined),
            () => undefined,
          );
          const { reached } = fault;
          hooks.before = hooks.after = () => undefined;
          // The one that had the failure lives on, and writes nothing any more.
          const lock = await take(folder.open(as(3)));
          assert.ok(await lock.isHeld(), `at call ${String(index)}`);
          await lock.release();
          await (await take(living)).release();
          if (!reached) break;
        }
        assert.ok(index > 5 && index < ENOUGH, String(index));
      });
    }
  }

  it('is swept with everything of dead processes by the first write of a store, and nothing of others', async () => {
    const living = folder.open(as(2));
    const held = await living.acquire('held', NEVER_CANCELLED);
    await leftBy(1);
    const foreign = join(folder.folder, 'ffffffff-2-0123456789ab.owner');
    const left = [
      `${thisProcess.machine}-1-0123456789ab.owner`,
      ...['session.lock.0123456789ab', 'gone.lock.0123456789ab', 'gone.lock.0123456789ab.1'],
    ];
    const dead = readFileSync(folder.path);
    for (const name of left) writeFileSync(join(folder.folder, name), dead);
    const alive = readFileSync(join(folder.folder, 'held.lock'));
    writeFileSync(join(folder.folder, 'taken.lock.0123456789ab'), alive);
    writeFileSync(foreign, '');
    writeFileSync(join(folder.folder, 'notes.txt'), '');
    const locks = folder.open(as(3));
    const other = await locks.acquire('other', NEVER_CANCELLED);
    assert.deepEqual(
      folder.names().filter((name) => !OWNERS.test(name)),
      ['held.lock', 'notes.txt', 'other.lock', 'taken.lock.0123456789ab'],
    );
    assert.equal(folder.names().filter((name) => OWNERS.test(name)).length, 3);
    // Another machine is known by its age alone.
    const old = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(foreign, old, old);
    await (await take(folder.open(as(4)))).release();
    assert.ok(!existsSync(foreign));
    await Promise.all([held.release(), other.release()]);
  });

  it('costs a sweep a bounded number of looks, and a sweep that fails no write', async () => {
    await leftBy(1);
    for (let index = 0; index < 400; index++) {
      const name = `${thisProcess.machine}-1-${String(index).padStart(12, '0')}.owner`;
      writeFileSync(join(folder.folder, name), '{}');
    }
    rmSync(folder.path);
    const hooks: Hooks = {};
    let looks = 0;
    hooks.before = ({ name }) => {
      if (name === 'stat' && ++looks === 100) throw errno('EIO');
    };
    for (const pid of [2, 3, 4]) {
      looks = pid === 2 ? 0 : 100;
      const locks = folder.open(as(pid, { fileSystem: hookedFileSystem(hooks) }));
      await (await take(locks)).release();
      await locks.close();
      assert.ok(looks <= 100 + 256);
    }
    assert.deepEqual(folder.names(), []);
  });
});
