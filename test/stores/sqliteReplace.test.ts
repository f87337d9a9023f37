import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync } from 'node:fs';
import type { PlanStore } from '../../src/service/planStore';
import { errno, hookedFileSystem, type FileCall, type Hooks } from '../support/hookedFileSystem';
import type { SqliteFolder } from '../support/sqliteFolder';
import { openSqliteFolderInUse } from '../support/sqliteFolderInUse';
import {
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('Replacing a session file', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  let store: PlanStore;
  beforeEach(async () => {
    ({ folder, hooks, store } = await openSqliteFolderInUse(KEY));
  });
  afterEach(() => folder.dispose());

  it('says that the outcome is unknown when the folder cannot be synced after the switch', async () => {
    hooks.before = ({ name, path }) => {
      if (name === 'handle.sync' && path === folder.folder) throw errno('EIO');
    };
    const error = await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'store_unavailable');
    assert.equal(error.details['outcome'], 'unknown');
    hooks.before = () => undefined;
    // Reading tells, and the call is answered from its record instead of being made twice.
    await assertRevision(store, KEY, 3);
    assert.deepEqual(await store.append(KEY, 2, aPlanCommit(KEY, 3)), { kind: 'conflict' });
  });

  it('warns, with the cause, of a commit that stands although a step after its switch failed', async () => {
    const stood: Readonly<Record<string, (call: FileCall) => boolean>> = {
      'the copy of the state before': ({ name }) => name === 'rename' && ++renames === 2,
      'the folder': ({ name, path }) =>
        name === 'handle.sync' && path === folder.folder && ++syncs === 1,
    };
    let [renames, syncs, revision, warnings] = [0, 0, 2, 0];
    for (const [what, fails] of Object.entries(stood)) {
      hooks.before = (call) => {
        if (fails(call)) throw errno('EACCES');
      };
      await appendPlans(store, KEY, ++revision);
      hooks.before = () => undefined;
      const warned = folder.log.entries.filter(({ level }) => level === 'warn');
      assert.equal(warned.length, ++warnings, what);
      assert.match(warned.at(-1)?.message ?? '', /was saved.*EACCES.*\.last-good/s, what);
      await assertRevision(folder.open(), KEY, revision);
    }
    await appendPlans(store, KEY, ++revision);
    assert.equal(folder.log.entries.length, warnings);
  });

  it('syncs the new file before the switch and the folder after it', async () => {
    const calls: string[] = [];
    hooks.after = ({ name, path }) =>
      void calls.push(
        `${name} ${path
          .replace(/.*[\\/]/, '')
          .replace(/^[0-9a-f]{32}/, 'NAME')
          .replace(/[0-9a-f]{8}-\d+-[0-9a-f]{12}/, 'OWN')}`,
      );
    await appendPlans(store, KEY, 3);
    const durable = calls.filter((call) => /sync|link|rename/.test(call));
    assert.equal(durable.shift(), 'link OWN.owner', 'nothing is done without the lock');
    assert.equal(durable.pop(), 'unlink NAME.lock', 'nothing is left when it is let go');
    // Neither of the first two waits for the other; both come before the switch.
    assert.deepEqual(durable.slice(0, 2).sort(), [
      'handle.sync NAME.sqlite.OWN.tmp',
      'link NAME.sqlite',
    ]);
    assert.deepEqual(durable.slice(2), [
      'rename NAME.sqlite.OWN.tmp',
      'rename NAME.sqlite.OWN.tmp',
      'handle.sync plans',
    ]);
  });

  it('writes nothing when the state before can be kept in no way', async () => {
    hooks.before = ({ name, path }) => {
      if (path === folder.file(KEY) && (name === 'link' || name === 'handle.readFile'))
        throw errno('EIO');
    };
    await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'store_unavailable');
    hooks.before = () => undefined;
    await assertRevision(store, KEY, 2);
    assert.equal(folder.names().filter((name) => name.endsWith('.tmp')).length, 0);
  });

  it('goes on writing where a write takes only a part, and refuses a file that came out short', async () => {
    hooks.writes = (given) => Math.min(given, 1_000);
    await appendPlans(store, KEY, 3);
    await assertRevision(folder.open(), KEY, 3);
    hooks.writes = () => 0;
    await rejectsWith(store.append(KEY, 3, aPlanCommit(KEY, 4)), 'store_unavailable');
    delete hooks.writes;
    hooks.after = ({ name, path }) => {
      if (name === 'handle.writev') truncateSync(path, 10);
    };
    await rejectsWith(store.append(KEY, 3, aPlanCommit(KEY, 4)), 'store_unavailable');
    hooks.after = () => undefined;
    await assertRevision(store, KEY, 3);
    assert.equal(folder.names().filter((name) => name.endsWith('.tmp')).length, 0);
  });

  it('keeps the file before as last good copy, by link or by copy, never under one inode with the live one', async () => {
    const [live, lastGood] = [folder.file(KEY), `${folder.file(KEY)}.last-good`];
    for (const [revision, links] of [
      [3, true],
      [4, false],
      [5, false],
      [6, true],
    ] as const) {
      hooks.before = ({ name }) => {
        if (!links && name === 'link') throw errno('EPERM');
      };
      const before = readFileSync(live);
      await appendPlans(store, KEY, revision);
      assert.deepEqual(readFileSync(lastGood), before);
      assert.notEqual(statSync(live).ino, statSync(lastGood).ino);
    }
  });

  it('[FC.52] waits on Windows for whoever holds the file, and for nothing else', async () => {
    const windows = folder.open({ fileSystem: hookedFileSystem(hooks), platform: 'win32' });
    let refusals = 0;
    const synced: string[] = [];
    hooks.before = ({ name, path }) => {
      if (name === 'handle.sync') synced.push(path);
      if (name === 'rename' && refusals++ < 3)
        throw errno(['EPERM', 'EACCES', 'EBUSY'][refusals - 1] ?? '');
    };
    await appendPlans(windows, KEY, 3);
    assert.ok(refusals > 3);
    assert.ok(!synced.includes(folder.folder), 'Windows cannot sync a folder');
    hooks.before = ({ name }) => {
      if (name === 'rename') throw errno('ENOSPC');
    };
    await rejectsWith(windows.append(KEY, 3, aPlanCommit(KEY, 4)), 'store_unavailable');
    hooks.before = () => undefined;
    await assertRevision(folder.open(), KEY, 3);
  });

  it('does not wait on other systems, where a refusal is final', async () => {
    let asked = 0;
    hooks.before = ({ name }) => {
      if (name === 'rename' && ++asked > 0) throw errno('EACCES');
    };
    await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'store_unavailable');
    assert.equal(asked, 1);
  });

  it('keeps the session whole when it can be moved to the trash only in part', async () => {
    let moved = 0;
    hooks.before = ({ name }) => {
      if (name === 'rename' && ++moved > 1) throw errno('EIO');
    };
    await rejectsWith(store.remove(KEY), 'store_unavailable');
    await assertRevision(store, KEY, 2);
    hooks.before = () => undefined;
    await store.remove(KEY);
    assert.equal(await store.load(KEY), undefined);
  });

  it('[FC.8] a write that cannot mend a damaged file leaves it and its good copy as they are', async () => {
    truncateSync(folder.file(KEY), 100);
    const before = [folder.names(), readFileSync(folder.file(KEY))];
    hooks.before = ({ name, path }) => {
      if (name === 'handle.writev' && path.endsWith('.tmp')) throw errno('ENOSPC');
    };
    const error = await rejectsWith(store.append(KEY, 1, aPlanCommit(KEY, 2)), 'store_unavailable');
    assert.match(error.message, /disk is full/);
    assert.deepEqual([folder.names(), readFileSync(folder.file(KEY))], before);
    hooks.before = () => undefined;
    assert.equal((await loadExisting(store, KEY)).record.plan?.revision, 1);
    await store.append(KEY, 1, aPlanCommit(KEY, 2));
    await assertRevision(folder.open(), KEY, 2);
  });
});
