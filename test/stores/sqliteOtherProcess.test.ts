import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { PlanStore } from '../../src/service/planStore';
import { SCHEMA_VERSION } from '../../src/stores/sqlite/sqliteSchema';
import { editSessionFile } from '../support/editSessionFile';
import type { Hooks } from '../support/hookedFileSystem';
import { SqliteFolder } from '../support/sqliteFolder';
import { openSqliteFolderInUse } from '../support/sqliteFolderInUse';
import {
  aCall,
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';

const NEWER = `PRAGMA user_version = ${String(SCHEMA_VERSION + 1)}`;
const KEY = 'vscode-chat-session://local/one';

describe('A session file that another process changes', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  /** Has the session open, at revision 2. */
  let store: PlanStore;
  let other: PlanStore;
  beforeEach(async () => {
    ({ folder, hooks, store } = await openSqliteFolderInUse(KEY));
    other = folder.open();
  });
  afterEach(() => folder.dispose());

  it('is seen as it is by the next call, whichever it is', async () => {
    await appendPlans(other, KEY, 3);
    assert.deepEqual(await store.recordedCall(KEY, 'call-3'), aCall('call-3'));
    await appendPlans(other, KEY, 4);
    const page = await store.events(KEY, 3, 10);
    assert.equal(page.kind === 'events' && page.events.length, 1);
    await appendPlans(other, KEY, 5);
    await assertRevision(store, KEY, 5);
    await other.remove(KEY);
    assert.equal(await store.recordedCall(KEY, 'call-5'), undefined);
    assert.equal(await store.load(KEY), undefined);
  });

  it('is written by who knows its generation, whatever was open here', async () => {
    await appendPlans(other, KEY, 3);
    assert.equal((await store.append(KEY, 3, aPlanCommit(KEY, 4))).kind, 'appended');
    await assertRevision(other, KEY, 4);
    await other.remove(KEY);
    assert.equal((await store.append(KEY, 0, aPlanCommit(KEY, 1))).kind, 'appended');
    await assertRevision(other, KEY, 1);
  });

  for (const [how, change] of Object.entries<(path: string) => unknown>({
    'wrote it': () => appendPlans(other, KEY, 3),
    'removed it': () => other.remove(KEY),
    'took the folder away': () => {
      rmSync(folder.folder, { recursive: true });
    },
    'has a newer version': (path) => editSessionFile(path, NEWER),
  })) {
    it(`is not written by who knows only what was open here: the other ${how}`, async () => {
      await change(folder.file(KEY));
      const stored = await folder.open().load(KEY);
      const late = { ...aPlanCommit(KEY, 3), call: aCall('late') };
      assert.deepEqual(await store.append(KEY, 2, late), { kind: 'conflict' });
      for (const reader of [store, folder.open()]) {
        assert.deepEqual(await reader.load(KEY), stored);
        assert.equal(await reader.recordedCall(KEY, 'late'), undefined);
      }
    });
  }

  it('is refused for its newer version to who would have to read it first', async () => {
    await loadExisting(store, KEY);
    await editSessionFile(folder.file(KEY), NEWER);
    await rejectsWith(store.append(KEY, 7, aPlanCommit(KEY, 8)), 'newer_version');
  });

  it('stays as somebody wrote it without the lock in the middle of a commit, whose caller decides again', async () => {
    const elsewhere = new SqliteFolder();
    await appendPlans(elsewhere.open(), KEY, 1, 2, 3);
    const written = readFileSync(elsewhere.file(KEY));
    await elsewhere.dispose();
    const [live, calls] = [folder.file(KEY), [] as string[]];
    hooks.before = ({ name, path }) => {
      calls.push(name);
      // The last call before the switch is the look at the live file.
      if (name !== 'stat' || path !== live || !calls.includes('handle.sync')) return;
      hooks.before = () => undefined;
      writeFileSync(`${live}.other`, written);
      renameSync(`${live}.other`, live);
    };
    const late = { ...aPlanCommit(KEY, 3), call: aCall('late') };
    assert.deepEqual(await store.append(KEY, 2, late), { kind: 'conflict' });
    assert.deepEqual(readFileSync(live), written);
    await assertRevision(store, KEY, 3);
    assert.equal(await store.recordedCall(KEY, 'late'), undefined);
    // The caller comes back with what it decided on that.
    await appendPlans(store, KEY, 4);
    await assertRevision(folder.open(), KEY, 4);
  });
});
