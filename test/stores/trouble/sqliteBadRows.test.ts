import assert from 'node:assert/strict';
import { editSessionFile, querySessionFile } from '../../support/editSessionFile';
import { SqliteFolder } from '../../support/sqliteFolder';
import {
  aPlan,
  aPlanCommit,
  aRecord,
  aStep,
  goneIn,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const STEPS = [aStep('a'), aStep('b', { parent_id: 'a' }), aStep('c', { depends_on: ['a', 'b'] })];

interface BadRow {
  readonly sql: string;
  readonly shown: readonly string[];
  readonly reason: RegExp;
}

const BAD_ROWS: Readonly<Record<string, BadRow>> = {
  'an unknown status': {
    sql: `UPDATE step SET status = 'done' WHERE id = 'c'`,
    shown: ['a', 'b'],
    reason: /Step 3 .* status cannot be read and it is not shown/,
  },
  'a status that is no text': {
    sql: `UPDATE step SET status = NULL WHERE id = 'c'`,
    shown: ['a', 'b'],
    reason: /status/,
  },
  'an id that is taken': {
    sql: `UPDATE step SET id = 'a' WHERE id = 'c'`,
    shown: ['a', 'b'],
    reason: /id "a" is taken/,
  },
  'bad JSON': {
    sql: `UPDATE step SET depends_on = '["a",' WHERE id = 'c'`,
    shown: ['a', 'b'],
    reason: /depends_on/,
  },
  'a blob in the place of text': {
    sql: `UPDATE step SET description = x'00ff' WHERE id = 'c'`,
    shown: ['a', 'b'],
    reason: /description/,
  },
};

describe('A session with a bad row', () => {
  let folder: SqliteFolder;
  beforeEach(async () => {
    folder = new SqliteFolder();
    const commit = aPlanCommit(KEY, 1, { plan: aPlan(1, STEPS) });
    await folder.open().append(KEY, 0, commit);
  });
  afterEach(() => folder.dispose());

  for (const [what, { sql, shown, reason }] of Object.entries(BAD_ROWS)) {
    it(`[FC.10] with ${what}: lists the other steps, reports it and keeps it at the next write`, async () => {
      await editSessionFile(folder.file(KEY), sql);
      const raw = await querySessionFile(folder.file(KEY), 'SELECT * FROM step WHERE position = 2');
      const store = folder.open();
      const loaded = await loadExisting(store, KEY);
      assert.deepEqual(
        loaded.record.plan?.steps.map(({ id }) => id),
        shown,
      );
      assert.deepEqual(
        loaded.problems.map(({ kind }) => kind),
        ['bad_row'],
      );
      assert.match(String(loaded.problems[0]?.message), reason);
      assert.equal((await store.list({}, { limit: 9 })).sessions[0]?.total, shown.length);

      await store.append(KEY, 1, aPlanCommit(KEY, 2, { plan: aPlan(2, [aStep('new')]) }));
      await store.append(KEY, 2, aPlanCommit(KEY, 3, { plan: aPlan(3, []) }));
      const kept =
        'SELECT position, id, description, status, active_form, parent_id, depends_on FROM step_set_aside';
      assert.deepEqual(await querySessionFile(folder.file(KEY), kept), raw);
      const after = await loadExisting(folder.open(), KEY);
      assert.deepEqual([after.record.plan, after.problems], [aPlan(3, []), loaded.problems]);
    });
  }

  it('[FC.11] with references to steps that do not exist: shows the steps without them and says which', async () => {
    await editSessionFile(folder.file(KEY), `DELETE FROM step WHERE id = 'a'`);
    const store = folder.open();
    const loaded = await loadExisting(store, KEY);
    assert.deepEqual(loaded.record.plan?.steps, [aStep('b'), aStep('c', { depends_on: ['b'] })]);
    assert.deepEqual(
      loaded.problems.map(({ kind }) => kind),
      ['bad_row', 'bad_row'],
    );
    for (const { message } of loaded.problems)
      assert.match(String(message), /refers to a, which does not exist/);
    await store.append(KEY, 1, { record: aRecord(KEY, { plan: aPlan(2, []) }), events: [] });
    const kept = await querySessionFile(
      folder.file(KEY),
      'SELECT id FROM step_set_aside ORDER BY id',
    );
    assert.deepEqual(kept, [['b'], ['c']]);
  });

  it('[FC.10] in its events: answers with a reset instead of a hole', async () => {
    const store = folder.open();
    await store.append(KEY, 1, aPlanCommit(KEY, 2));
    await store.append(KEY, 2, aPlanCommit(KEY, 3));
    for (const sql of [
      `UPDATE event SET data = '{' WHERE sequence = 2`,
      `UPDATE event SET type = 'plan_exploded' WHERE sequence = 2`,
      'DELETE FROM event WHERE sequence = 2',
    ]) {
      await editSessionFile(folder.file(KEY), sql);
      for (const [after, limit] of [
        [0, 10],
        [1, 1],
      ] as const) {
        assert.deepEqual(await store.events(KEY, after, limit), { kind: 'reset' });
      }
      const later = await store.events(KEY, 2, 10);
      assert.deepEqual(
        later.kind === 'events' && later.events.map(({ sequence }) => sequence),
        [3],
      );
      assert.equal((await loadExisting(store, KEY)).record.plan?.revision, 3);
    }
    await editSessionFile(folder.file(KEY), 'DELETE FROM event WHERE sequence = 3');
    assert.deepEqual(await store.events(KEY, 2, 10), { kind: 'reset' });
  });

  it('[FC.10] in its recorded calls: refuses that call id and never takes it for new', async () => {
    await editSessionFile(folder.file(KEY), `UPDATE call SET result = '{'`);
    const store = folder.open();
    const error = await rejectsWith(store.recordedCall(KEY, 'call-1'), 'store_unavailable');
    assert.equal(error.details['retry'], false);
    assert.equal((await loadExisting(store, KEY)).record.plan?.revision, 1);
    assert.equal(await store.recordedCall(KEY, 'call-2'), undefined);
  });

  it('[FC.10] in its removals: hides nothing, and an id whose revision is lost stays taken', async () => {
    await folder.open().append(KEY, 1, aPlanCommit(KEY, 2));
    const loaded = await folder.open().load(KEY);
    const ids = [goneIn(1), goneIn(2), 'other'];
    const removed = async () => [...(await folder.open().removedSteps(KEY, ids))];
    for (const value of [`'soon'`, '1.5', '0', `x'00ff'`, `''`]) {
      const sql = `UPDATE step_removed SET revision = ${value} WHERE id = '${goneIn(1)}'`;
      await editSessionFile(folder.file(KEY), sql);
      assert.deepEqual(await removed(), [
        [goneIn(1), 2],
        [goneIn(2), 2],
      ]);
    }
    const odd = `INSERT INTO step_removed VALUES (NULL, 1), (x'00ff', 1), (7, 'x')`;
    await editSessionFile(
      folder.file(KEY),
      `${odd}; UPDATE step_removed SET id = 'two' WHERE id = '${goneIn(1)}'`,
    );
    assert.deepEqual(await removed(), [[goneIn(2), 2]]);
    const store = folder.open();
    assert.deepEqual(await store.load(KEY), loaded);
    assert.equal((await store.list({}, { limit: 9 })).sessions[0]?.total, 2);
    assert.equal((await store.append(KEY, 2, aPlanCommit(KEY, 3))).kind, 'appended');
  });

  it('[FC.10] without the table of its removals: finds them in the log, and is written', async () => {
    const plan = aPlan(2, [aStep('a')]);
    await folder
      .open()
      .append(KEY, 1, { ...aPlanCommit(KEY, 2, { plan }), removedSteps: ['b', 'c'] });
    await editSessionFile(folder.file(KEY), 'DROP TABLE step_removed');
    const store = folder.open();
    assert.deepEqual((await loadExisting(store, KEY)).problems, []);
    const all = [
      ['b', 2],
      ['c', 2],
    ];
    assert.deepEqual([...(await store.removedSteps(KEY, ['a', 'b', 'c']))], all);
    const empty = aPlanCommit(KEY, 3, { plan: aPlan(3, []) });
    await store.append(KEY, 2, { ...empty, removedSteps: ['a'] });
    const removed = await folder.open().removedSteps(KEY, ['a', 'b', 'c']);
    assert.deepEqual([...removed], [['a', 3], ...all]);
  });
});
