import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync } from 'node:fs';
import type { PlanStore } from '../../src/service/planStore';
import { atCall, errno, hookedFileSystem, type Hooks } from '../support/hookedFileSystem';
import { SqliteFolder } from '../support/sqliteFolder';
import {
  aCall,
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
  /** Has the session open, as in the middle of a chat. */
  let store: PlanStore;
  beforeEach(async () => {
    await begin();
  });
  afterEach(() => folder.dispose());

  async function begin(): Promise<void> {
    folder = new SqliteFolder();
    hooks = {};
    await appendPlans(folder.open(), KEY, 1, 2);
    store = folder.open({ fileSystem: hookedFileSystem(hooks), platform: 'linux' });
    await store.load(KEY);
    // The first write of a store also sweeps; that is not part of what is tested here.
    await store.append('srv:warm', 0, aPlanCommit('srv:warm', 1));
  }

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
    assert.deepEqual(durable, [
      'handle.sync NAME.sqlite.OWN.tmp',
      'link NAME.sqlite',
      'rename NAME.sqlite.OWN.tmp',
      'rename NAME.sqlite.OWN.tmp',
      'handle.sync plans',
    ]);
  });

  it('goes on writing where a write takes only a part, and refuses a file that came out short', async () => {
    hooks.writes = (given) => Math.min(given, 1_000);
    await appendPlans(store, KEY, 3);
    await assertRevision(folder.open(), KEY, 3);
    hooks.writes = () => 0;
    await rejectsWith(store.append(KEY, 3, aPlanCommit(KEY, 4)), 'store_unavailable');
    delete hooks.writes;
    hooks.after = ({ name, path }) => {
      if (name === 'handle.write') truncateSync(path, 10);
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

  it('lets the other process win that wrote in between, and tells its caller to decide again', async () => {
    const other = folder.open();
    const seen = atCall(hooks, 4, () => appendPlans(other, KEY, 3), 'before');
    const late = { ...aPlanCommit(KEY, 3), call: aCall('late') };
    assert.deepEqual(await store.append(KEY, 2, late), { kind: 'conflict' });
    assert.ok(seen.reached);
    await assertRevision(store, KEY, 3);
    assert.equal(await store.recordedCall(KEY, 'late'), undefined);
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
      if (name === 'handle.write' && path.endsWith('.tmp')) throw errno('ENOSPC');
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
