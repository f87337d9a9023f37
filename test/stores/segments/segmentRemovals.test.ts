import assert from 'node:assert/strict';
import { querySessionFile } from '../../support/editSessionFile';
import { appendUpTo, numbers, SMALL_LIMITS } from '../../support/sealedSession';
import { SqliteFolder } from '../../support/sqliteFolder';
import { aPlanCommit } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('Removed steps in a history', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());
  const open = (limits = SMALL_LIMITS) => folder.open({}, limits);

  it('are kept by the hundred, also those that were removed twice', async () => {
    const store = open({ ...SMALL_LIMITS, mostRemoved: 256 });
    const ids = numbers(300).map((at) => `old-${String(at)}`);
    const commit = aPlanCommit(KEY, 1);
    await store.append(KEY, 0, { ...commit, removedSteps: ids });
    await appendUpTo(store, KEY, 20);
    const again = aPlanCommit(KEY, 21);
    await store.append(KEY, 20, { ...again, removedSteps: ['old-7', 'old-8'] });
    await appendUpTo(store, KEY, 60);
    const inLive = await querySessionFile(folder.file(KEY), 'SELECT count(*) FROM step_removed');
    assert.ok(Number(inLive[0]?.[0]) < 256);
    const removed = await open().removedSteps(KEY, [...ids, 'gone-in-60', 'one']);
    const expected = ids.map((id) => [id, id === 'old-7' || id === 'old-8' ? 21 : 1]);
    assert.deepEqual([...removed].sort(), [...expected, ['gone-in-60', 60]].sort());
  });

  it('count for the last time they were removed, in whatever segments their removals are', async () => {
    for (const [last, next] of [
      [10, 20],
      [20, 25],
      // This one and the one before it go into the same merged part.
      [25, 40],
    ] as const) {
      const twice = { ...aPlanCommit('srv:twice', last + 1), removedSteps: ['again'] };
      await appendUpTo(open(), 'srv:twice', last);
      await open().append('srv:twice', last, twice);
      await appendUpTo(open(), 'srv:twice', next);
    }
    assert.deepEqual([...(await open().removedSteps('srv:twice', ['again']))], [['again', 26]]);
  });
});
