import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlanError } from '../../../src/domain/planError';
import type { PlanStore } from '../../../src/service/planStore';
import { atCall, errno, type Hooks } from '../../support/hookedFileSystem';
import type { SqliteFolder } from '../../support/sqliteFolder';
import { openSqliteFolderInUse } from '../../support/sqliteFolderInUse';
import {
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
/** More than a commit has calls; the loops end at the first one that no call reached. */
const ENOUGH = 60;

describe('A commit in which something fails', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  let store: PlanStore;
  beforeEach(begin);
  afterEach(() => folder.dispose());

  async function begin(): Promise<void> {
    ({ folder, hooks, store } = await openSqliteFolderInUse(KEY));
  }

  /** Runs the body for every file system call of a commit, each on fresh files, and tells how many there are. */
  async function atEveryCall(
    body: (index: number) => Promise<{ reached: boolean }>,
  ): Promise<number> {
    for (let index = 1; index <= ENOUGH; index++) {
      await folder.dispose();
      await begin();
      const { reached } = await body(index);
      hooks.before = hooks.after = () => undefined;
      if (!reached) return index - 1;
    }
    throw new Error('The loop did not come to an end.');
  }

  for (const when of ['before', 'after'] as const) {
    it(`[DP.75] [DP.77] [FC.9] a failure ${when} any call leaves the old plan and emits nothing, or the commit is whole`, async () => {
      const kinds = new Set<string>();
      const calls = await atEveryCall(async (index) => {
        const heard: string[] = [];
        store.watch((session) => void heard.push(session));
        const code = ['ENOSPC', 'EACCES', 'EIO', 'EROFS'][index % 4] ?? 'EIO';
        const fault = atCall(hooks, index, () => Promise.reject(errno(code)), when);
        let revision = 3;
        const outcome = await store.append(KEY, 2, aPlanCommit(KEY, 3)).catch(wrapped);
        if (outcome.kind === 'failed') {
          const error = await rejectsWith(Promise.reject(outcome.error), 'store_unavailable');
          const { code: told } = error.cause as NodeJS.ErrnoException;
          // A link that exists although it was reported as failed is in the way of the copy.
          assert.ok(told === code || (when === 'after' && told === 'EEXIST'), told);
          revision = 2;
        }
        kinds.add(outcome.kind);
        hooks.before = hooks.after = () => undefined;
        assert.deepEqual(heard, revision === 3 ? [KEY] : [], `at call ${String(index)}`);
        await assertRevision(store, KEY, revision);
        await assertRevision(folder.open(), KEY, revision);
        // Nothing that failed keeps others from writing, lock and ticket included.
        await appendPlans(folder.open(), KEY, revision + 1);
        await appendPlans(store, KEY, revision + 2);
        await assertRevision(folder.open(), KEY, revision + 2);
        return fault;
      });
      assert.deepEqual([...kinds].sort(), ['appended', 'failed']);
      assert.ok(calls >= 12, `only ${String(calls)} calls`);
    });
  }

  it('[DP.77] a process that ends at any call leaves the old plan or the new one, whole', async () => {
    const found = new Set<number>();
    await atEveryCall(async (index) => {
      let count = 0;
      hooks.before = () => {
        if (++count >= index) throw errno('EIO');
      };
      const outcome = await store
        .append(KEY, 2, aPlanCommit(KEY, 3))
        .catch((error: unknown) => error);
      const acknowledged = !(outcome instanceof Error);
      // Its lock says that it is this process, which lives; dead ones have tests of their own.
      rmSync(join(folder.folder, 'locks'), { recursive: true, force: true });
      const reopened = folder.open();
      const { generation } = await loadExisting(reopened, KEY);
      found.add(generation);
      if (acknowledged) assert.equal(generation, 3);
      await assertRevision(reopened, KEY, generation);
      await appendPlans(reopened, KEY, generation + 1);
      return { reached: count >= index };
    });
    assert.deepEqual([...found].sort(), [2, 3]);
  });

  it('[DP.89] a cancellation counts until the switch and not after it', async () => {
    const outcomes: string[] = [];
    await atEveryCall(async (index) => {
      const signal = { cancelled: false };
      const fault = atCall(hooks, index, () => void (signal.cancelled = true), 'before');
      const outcome = await store.append(KEY, 2, aPlanCommit(KEY, 3), signal).then(
        ({ kind }) => kind as string,
        (error: unknown) => (PlanError.is(error) ? error.code : 'bug'),
      );
      hooks.before = () => undefined;
      await assertRevision(store, KEY, outcome === 'appended' ? 3 : 2);
      await assertRevision(folder.open(), KEY, outcome === 'appended' ? 3 : 2);
      assert.equal(folder.names().filter((name) => name.endsWith('.tmp')).length, 0);
      outcomes.push(outcome);
      return fault;
    });
    const first = outcomes.indexOf('appended');
    assert.ok(
      first > 6 && outcomes.slice(0, first).every((outcome) => outcome === 'cancelled'),
      outcomes.join(),
    );
    assert.ok(
      outcomes.slice(first).every((outcome) => outcome === 'appended'),
      outcomes.join(),
    );
  });
});

function wrapped(error: Error): { readonly kind: 'failed'; readonly error: Error } {
  return { kind: 'failed', error };
}
