import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import type { SqlStatement } from '../../src/stores/sqlite/sqlJs';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { openBench } from '../service/serviceFixtures';
import { querySessionFile } from '../support/editSessionFile';
import { sharedSqlJs, SqliteFolder } from '../support/sqliteFolder';
import { aCall, aPlan, aPlanCommit, aRecord, aStep, loadExisting } from '../support/storeFixtures';
import { VERSION_ONE_TABLES, writeVersionOneFile } from '../support/versionOneFile';

const KEY = 'vscode-chat-session://local/one';
const planOf = (revision: number, ...ids: string[]) =>
  aPlan(
    revision,
    ids.map((id) => aStep(id)),
  );
const PLANS = [
  planOf(1, 'a', 'b', 'c'),
  planOf(2, 'a', 'c'),
  planOf(3, 'a', 'b', 'x'),
  planOf(4, 'a', 'b', 'd'),
  planOf(5, 'd'),
];
const REMOVED = Object.entries({ a: 5, b: 5, c: 3, x: 4 });
const IDS = ['a', 'b', 'c', 'd', 'e', 'x'];

describe('A session file of schema version 1', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());

  const write = (more = '') => writeVersionOneFile(folder.file(KEY), KEY, PLANS, more);
  const version = () => querySessionFile(folder.file(KEY), 'PRAGMA user_version');
  const removed = async (ids = IDS) => [...(await folder.open().removedSteps(KEY, ids))].sort();

  it('is read and listed as it was, and not written by any reader', async () => {
    await write();
    const before = readFileSync(folder.file(KEY));
    const store = folder.open();
    const [numbers, rest] = [
      { version: 5, generation: 5 },
      { problems: [], readOnly: false },
    ];
    const record = aRecord(KEY, { plan: planOf(5, 'd') });
    assert.deepEqual(await store.load(KEY), { record, ...numbers, ...rest });
    const page = await store.events(KEY, 1, 2);
    const events = [2, 3].map((sequence) => ({
      ...aPlanCommit(KEY, sequence, { plan: PLANS[sequence - 1] ?? null }).events[0],
      sequence,
    }));
    assert.deepEqual(page, { kind: 'events', events });
    assert.deepEqual(await store.recordedCall(KEY, 'call-3'), aCall('call-3'));
    assert.deepEqual((await store.removedSteps(KEY, IDS)).size, 4);
    const { sessions, unreadable } = await store.list({}, { limit: 10 });
    assert.deepEqual([sessions[0]?.revision, sessions[0]?.total, unreadable], [5, 1, []]);
    assert.deepEqual(await store.load(KEY), { record, ...numbers, ...rest });
    assert.deepEqual([readFileSync(folder.file(KEY)), folder.names().length], [before, 1]);
  });

  it('knows which revision removed a step last, also where an event of the log is damaged', async () => {
    await write();
    assert.deepEqual(await removed(), REMOVED);
    await write(`UPDATE event SET data = '{' WHERE sequence = 2`);
    assert.deepEqual(await removed(), REMOVED);
    await write(`DELETE FROM event WHERE sequence = 4`);
    assert.deepEqual(await removed(), Object.entries({ a: 5, b: 5, c: 3, x: 5 }));
    await write(`UPDATE event SET type = 'plan_exploded' WHERE sequence = 5`);
    assert.deepEqual(await removed(), REMOVED);
  });

  it('does not take a step for removed whose row is bad', async () => {
    await write(`UPDATE step SET status = 'done'`);
    assert.deepEqual((await loadExisting(folder.open(), KEY)).record.plan?.steps, []);
    assert.deepEqual(await removed(['d']), []);
  });

  it('is written in the current version by the next commit, and its removals with it', async () => {
    await write();
    const before = readFileSync(folder.file(KEY));
    const plan = planOf(6, 'e');
    const commit = { ...aPlanCommit(KEY, 6, { plan }), removedSteps: ['d'] };
    assert.equal((await folder.open().append(KEY, 5, commit)).kind, 'appended');
    assert.deepEqual(await version(), [[2]]);
    assert.deepEqual(readFileSync(`${folder.file(KEY)}.last-good`), before);
    const rows = 'SELECT id, revision FROM step_removed ORDER BY id';
    const all = [...REMOVED, ['d', 6]].sort();
    assert.deepEqual(await querySessionFile(folder.file(KEY), rows), all);
    assert.deepEqual(await removed(), all);
    const again = await loadExisting(folder.open(), KEY);
    assert.deepEqual([again.record.plan, again.version, again.readOnly], [plan, 6, false]);
    assert.deepEqual(await folder.open().recordedCall(KEY, 'call-1'), aCall('call-1'));
  });

  it('is lifted once by a store that has it open, whoever asks first', async () => {
    await write();
    const store = folder.open();
    await store.removedSteps(KEY, IDS);
    const commit = aPlanCommit(KEY, 6, { plan: planOf(6, 'd') });
    assert.equal((await store.append(KEY, 5, commit)).kind, 'appended');
    const metadata = { record: aRecord(KEY, { plan: planOf(6, 'd') }), events: [] };
    assert.equal((await store.append(KEY, 6, metadata)).kind, 'appended');
    assert.deepEqual([...(await store.removedSteps(KEY, IDS))].sort(), REMOVED);
    assert.deepEqual(await removed(), REMOVED);
  });

  for (const [what, sql] of Object.entries({
    'no log': 'DROP TABLE event',
    'a log without columns': 'DROP TABLE event; CREATE TABLE event (sequence)',
    'something else in the place of the new table': 'CREATE VIEW step_removed AS SELECT 1',
    'a step without an id': 'UPDATE step SET id = NULL',
    'no version': 'PRAGMA user_version = 0',
  })) {
    it(`[FC.10] with ${what} is read and listed all the same`, async () => {
      await write(sql);
      const store = folder.open();
      const { record, readOnly } = await loadExisting(store, KEY);
      assert.deepEqual([record.plan?.revision, readOnly], [5, false]);
      const { sessions, unreadable } = await store.list({}, { limit: 10 });
      assert.deepEqual([sessions.length, unreadable], [1, []]);
    });
  }

  it('knows what it can of removals without a log, and can be written', async () => {
    await write('DROP TABLE event');
    assert.deepEqual(await removed(), []);
    const record = aRecord(KEY, { plan: planOf(6) });
    const commit = { record, events: [], removedSteps: ['d'] };
    assert.equal((await folder.open().append(KEY, 5, commit)).kind, 'appended');
    assert.deepEqual(await removed(), [['d', 6]]);
  });

  it('costs a list no more than a current one: nobody looks into its log', async () => {
    await write();
    await folder.open().append('srv:new', 0, aPlanCommit('srv:new', 1));
    const asked: string[] = [];
    const { Database } = await sharedSqlJs();
    class Spied extends Database {
      override prepare(sql: string): SqlStatement {
        asked.push(sql);
        return super.prepare(sql);
      }
    }
    const files = createNodeSessionFiles(folder.folder);
    const sqlJs = () => Promise.resolve({ Database: Spied });
    const store = createSqliteStore({ files, sqlJs, log: folder.log });
    await store.list({}, { limit: 10 });
    const [first, second] = [asked.slice(0, asked.length / 2), asked.slice(asked.length / 2)];
    assert.deepEqual(first, second);
    assert.ok(!first.some((sql) => /event|step_removed/.test(sql)), first.join('\n'));
    await store.close();
  });

  it('[DP.95] has no plan where it never had one: it reads so, and takes a first one without more', async () => {
    await writeVersionOneFile(folder.file(KEY), KEY, []);
    const before = readFileSync(folder.file(KEY));
    const { service, asGuest } = openBench(folder.open());
    const snapshot = await service.snapshot(KEY);
    assert.deepEqual([snapshot?.plan, snapshot?.version, snapshot?.problems], [null, 0, []]);
    assert.equal((await service.list({}, { limit: 10 })).sessions[0]?.revision, 0);
    const read = await asGuest('call-1', { name: 'read_plan', input: {} }, { session: KEY });
    assert.equal(read.isError, false);
    assert.deepEqual(readFileSync(folder.file(KEY)), before);
    const steps = [{ id: 'a', description: 'Do a', status: 'pending' as const }];
    const input = { expected_revision: 0, steps };
    const first = await asGuest('call-2', { name: 'update_plan', input }, { session: KEY });
    assert.deepEqual(first.structuredContent, { revision: 1, step_count: 1 });
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 1);
  });
});

describe('A session file of schema version 2', () => {
  it('has every table of version 1 as it was, so that builds of that version can read it', async () => {
    const folder = new SqliteFolder();
    await folder.open().append(KEY, 0, aPlanCommit(KEY, 1));
    const old = new (await sharedSqlJs()).Database();
    old.exec(VERSION_ONE_TABLES);
    const tables = `SELECT name, sql FROM sqlite_master
      WHERE tbl_name NOT IN ('step_removed', 'segment') ORDER BY name`;
    const [expected] = old.exec(tables) as { values: unknown[][] }[];
    old.close();
    assert.deepEqual(await querySessionFile(folder.file(KEY), tables), expected?.values);
    await folder.dispose();
  });
});
