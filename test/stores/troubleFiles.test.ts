import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import type { PlanStore } from '../../src/service/planStore';
import { errno, hookedFileSystem, type Hooks } from '../support/hookedFileSystem';
import { SqliteFolder } from '../support/sqliteFolder';
import {
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const OTHER = 'vscode-chat-session://local/other';

describe('A store among files that are none', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  let store: PlanStore;
  beforeEach(async () => {
    folder = new SqliteFolder();
    hooks = {};
    await appendPlans(folder.open(), KEY, 1, 2);
    await appendPlans(folder.open(), OTHER, 1);
    store = folder.open({ fileSystem: hookedFileSystem(hooks) });
  });
  afterEach(() => folder.dispose());

  /** Reads, lists and writes of the session; the other one is never affected. */
  async function assertOthersWork(unreadable: number): Promise<void> {
    const page = await store.list({}, { limit: 10 });
    assert.equal(page.unreadable.length, unreadable, JSON.stringify(page));
    assert.equal(page.sessions.length, 2 - unreadable);
    const { generation } = await loadExisting(store, OTHER);
    await appendPlans(store, OTHER, generation + 1);
    await assertRevision(folder.open(), OTHER, generation + 1);
  }

  for (const [what, put] of Object.entries<(path: string) => void>({
    'a folder': (path) => mkdirSync(path),
    'a folder with something in it': (path) => mkdirSync(`${path}/more`, { recursive: true }),
    'a link to itself': (path) => {
      symlinkSync(path, path);
    },
    'a link to nothing': (path) => {
      symlinkSync(`${path}.nothing`, path);
    },
  })) {
    it(`says so, or goes on from the last good copy, where a session is ${what}`, async () => {
      const path = folder.file(KEY);
      rmSync(path);
      put(path);
      const outcome = await store.load(KEY).catch((error: unknown) => error as Error);
      if (outcome instanceof Error) {
        const error = await rejectsWith(Promise.reject(outcome), 'store_unavailable');
        assert.doesNotMatch(error.message, /answered E/);
        await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'store_unavailable');
        await assertOthersWork(1);
        return;
      }
      assert.equal(outcome?.record.plan?.revision, 1);
      assert.equal(outcome.problems[0]?.kind, 'restored_last_good');
      await assertOthersWork(0);
      await appendPlans(store, KEY, 3);
      const { record, problems } = await loadExisting(folder.open(), KEY);
      assert.deepEqual([record.plan?.revision, problems], [3, []]);
    });
  }

  for (const code of ['EIO', 'EACCES', 'EMFILE']) {
    for (const call of ['open', 'handle.readFile', 'handle.stat'])
      it(`says ${code} of ${call} clearly, and neither shows an older plan nor writes over this one`, async () => {
        const path = folder.file(KEY);
        hooks.before = (at) => {
          if (at.name === call && at.path === path) throw errno(code);
        };
        const attempts = [
          () => store.load(KEY),
          () => store.append(KEY, 0, aPlanCommit(KEY, 1)),
          () => store.append(KEY, 1, aPlanCommit(KEY, 2)),
          () => store.recordedCall(KEY, 'call-1'),
          () => store.events(KEY, 0, 10),
        ];
        for (const attempt of attempts) {
          const error = await rejectsWith(attempt(), 'store_unavailable');
          assert.deepEqual([error.details['retry'], error.details['location']], [true, path]);
        }
        await assertOthersWork(1);
        hooks.before = () => undefined;
        // Nothing of the failure is remembered.
        await assertOthersWork(0);
        await assertRevision(store, KEY, 2);
        await assertRevision(folder.open(), KEY, 2);
        await appendPlans(store, KEY, 3);
        await assertRevision(folder.open(), KEY, 3);
      });
  }
});
