import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { PlanEvent } from '../../../src/domain/planEvent';
import { createNodeSessionFiles } from '../../../src/stores/sqlite/nodeSessionFiles';
import { SEALING_LIMITS } from '../../../src/stores/sqlite/segments/sealing';
import { createSqliteStore } from '../../../src/stores/sqlite/sqliteStore';
import { editSessionFile, querySessionFile } from '../../support/editSessionFile';
import {
  appendUpTo,
  assertWhole,
  numbers,
  segmentsOf,
  SMALL_LIMITS,
} from '../../support/sealedSession';
import { sharedSqlJs, SqliteFolder } from '../../support/sqliteFolder';
import {
  aCall,
  aPlan,
  aPlanCommit,
  aRecord,
  everyEvent,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';
import { writeVersionOneFile } from '../../support/versionOneFile';

const KEY = 'vscode-chat-session://local/one';
const ODD = ['\ufeff first', '\ud83d', 'a\u0000b', '__proto__', 'e\u0301'];

describe('History behind the live file', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());
  const open = (limits = SMALL_LIMITS) => folder.open({}, limits);
  const path = (segment = '') => `${folder.folder}/${segment}`;
  const liveEvents = async () =>
    (await querySessionFile(folder.file(KEY), 'SELECT sequence FROM event')).flat();

  it('is sealed and merged on the way, and every page is the same from every cursor', async () => {
    const store = open();
    await appendUpTo(store, KEY, 40);
    assert.deepEqual(
      segmentsOf(folder).map((name) => /seg-\d+-\d+/.exec(name)?.[0]),
      ['seg-1-15', 'seg-16-30', 'seg-31-35'],
    );
    assert.deepEqual(await liveEvents(), [36, 37, 38, 39, 40]);
    for (const reader of [store, open(), folder.open()]) {
      await assertWhole(reader, KEY, 40);
      const whole = await reader.events(KEY, 0, 100);
      assert.ok(whole.kind === 'events');
      for (const limit of [1, 2, 7, 16, 39, 40, 41])
        for (let after = 0; after <= 40; after++) {
          const page = await reader.events(KEY, after, limit);
          const events: readonly PlanEvent[] = whole.events.slice(after, after + limit);
          assert.deepEqual(
            page,
            { kind: 'events', events },
            `${String(limit)} at ${String(after)}`,
          );
        }
      assert.deepEqual(await reader.events(KEY, 41, 1), { kind: 'reset' });
    }
  });

  it('answers an old call id with a conflict, in whatever segment its answer is', async () => {
    await appendUpTo(open(), KEY, 40);
    for (const old of [1, 16, 31, 36, 40]) {
      const commit = aPlanCommit(KEY, 41);
      const again = { ...commit, call: aCall(`call-${String(old)}`) };
      assert.deepEqual(await open().append(KEY, 40, again), { kind: 'conflict' });
    }
    await appendUpTo(open(), KEY, 41);
  });

  it('hands out copies', async () => {
    const store = open();
    await appendUpTo(store, KEY, 20);
    for (let round = 0; round < 2; round++) {
      const page = await store.events(KEY, 0, 1);
      assert.ok(page.kind === 'events');
      Object.assign(page.events[0]?.data ?? {}, { name: 'other' });
      Object.assign((await store.recordedCall(KEY, 'call-1'))?.result ?? {}, { isError: true });
    }
    await assertWhole(store, KEY, 20);
  });

  it('keeps odd texts and every type of event', async () => {
    const store = open();
    for (const [at, odd] of ODD.entries()) {
      const call = { ...aCall(odd, odd), input: odd, name: odd };
      const commit = { record: aRecord(KEY, { plan: aPlan(at + 1) }), events: everyEvent(), call };
      await store.append(KEY, at, { ...commit, removedSteps: [odd] });
    }
    assert.ok(segmentsOf(folder).length > 1);
    const reader = open();
    for (const [at, odd] of ODD.entries()) {
      const call = { ...aCall(odd, odd), input: odd, name: odd };
      assert.deepEqual(await reader.recordedCall(KEY, odd), call);
      assert.deepEqual([...(await reader.removedSteps(KEY, [odd]))], [[odd, at + 1]]);
    }
    const events = ODD.flatMap(() => everyEvent()).map((event, at) => ({
      ...event,
      sequence: at + 1,
    }));
    assert.deepEqual(await reader.events(KEY, 0, 1_000), { kind: 'events', events });
  });

  it('[FC.10] takes damaged rows along cell by cell, and they answer as before', async () => {
    await appendUpTo(open(), KEY, 5);
    await editSessionFile(
      folder.file(KEY),
      `UPDATE event SET data = x'00ff', turn_id = 7 WHERE sequence = 2;
       UPDATE call SET result = x'01' WHERE call_id = 'call-3';
       UPDATE step_removed SET revision = 'soon' WHERE id = 'gone-in-1';`,
    );
    const rows = async (file: string) => [
      ...(await querySessionFile(file, 'SELECT * FROM event WHERE sequence = 2')),
      ...(await querySessionFile(file, `SELECT * FROM call WHERE call_id = 'call-3'`)),
      ...(await querySessionFile(file, `SELECT * FROM step_removed WHERE id = 'gone-in-1'`)),
    ];
    const before = await rows(folder.file(KEY));
    for (const last of [8, 24]) {
      await appendUpTo(open(), KEY, last);
      assert.deepEqual(await rows(path(segmentsOf(folder)[0])), before);
      const reader = open();
      assert.equal((await reader.events(KEY, 0, 1)).kind, 'events');
      assert.deepEqual(await reader.events(KEY, 0, 5), { kind: 'reset' });
      assert.deepEqual(await reader.events(KEY, 1, 1), { kind: 'reset' });
      assert.equal((await reader.events(KEY, 2, 5)).kind, 'events');
      await rejectsWith(reader.recordedCall(KEY, 'call-3'), 'store_unavailable');
      assert.deepEqual(await reader.recordedCall(KEY, 'call-2'), aCall('call-2'));
      assert.deepEqual([...(await reader.removedSteps(KEY, ['gone-in-1']))], [['gone-in-1', last]]);
    }
  });

  it('takes a long file of version 1 in, piece by piece from the first commit on', async () => {
    await writeVersionOneFile(
      folder.file(KEY),
      KEY,
      numbers(2_000).map((at) => aPlan(at)),
    );
    const limits = { ...SEALING_LIMITS, mostLive: 64 };
    const commit = async (revision: number) => {
      const more = aPlanCommit(KEY, revision);
      assert.equal((await open(limits).append(KEY, revision - 1, more)).kind, 'appended');
    };
    await commit(2_001);
    assert.deepEqual((await liveEvents())[0], 769);
    for (const revision of [2_002, 2_003]) await commit(revision);
    assert.ok((await liveEvents()).length < 64);
    const reader = open(limits);
    const page = await reader.events(KEY, 0, 3_000);
    assert.ok(page.kind === 'events');
    assert.deepEqual(
      page.events.map(({ sequence, call_id }) => [sequence, call_id]),
      numbers(2_003).map((at) => [at, `call-${String(at)}`]),
    );
    for (const at of [1, 768, 769, 1_500, 2_000, 2_003])
      assert.equal(
        (await reader.recordedCall(KEY, `call-${String(at)}`))?.call_id,
        `call-${String(at)}`,
      );
  });

  it('is left alone by readers and in a file of a newer version, which is read', async () => {
    await appendUpTo(open({ ...SMALL_LIMITS, mostLive: 1_000 }), KEY, 30);
    await editSessionFile(folder.file(KEY), 'PRAGMA user_version = 3');
    const before = readFileSync(folder.file(KEY));
    const store = open();
    await rejectsWith(store.append(KEY, 30, aPlanCommit(KEY, 31)), 'newer_version');
    assert.deepEqual([segmentsOf(folder), readFileSync(folder.file(KEY))], [[], before]);

    await folder.dispose();
    folder = new SqliteFolder();
    await appendUpTo(open(), KEY, 30);
    await editSessionFile(
      folder.file(KEY),
      'PRAGMA user_version = 3; ALTER TABLE segment ADD more;',
    );
    const reader = open();
    const page = await reader.events(KEY, 0, 100);
    assert.equal(page.kind === 'events' && page.events.length, 30);
    assert.deepEqual(await reader.recordedCall(KEY, 'call-1'), aCall('call-1'));
    assert.deepEqual((await reader.removedSteps(KEY, ['gone-in-1'])).size, 0);
  });

  it('costs nothing while nobody looks back: no database of it stays open', async () => {
    let openNow = 0;
    const { Database } = await sharedSqlJs();
    class Counted extends Database {
      constructor(image?: Uint8Array) {
        super(image);
        openNow++;
      }
      override close(): void {
        openNow--;
        super.close();
      }
    }
    const files = createNodeSessionFiles(folder.folder);
    const sqlJs = () => Promise.resolve({ Database: Counted });
    const store = createSqliteStore({ files, sqlJs, log: folder.log, sealing: SMALL_LIMITS });
    await appendUpTo(store, KEY, 40);
    await assertWhole(store, KEY, 40);
    assert.equal(openNow, 1);
    await store.close();
    assert.equal(openNow, 0);
  });

  it('goes to the trash with its session, and the next one of that name begins without it', async () => {
    const store = open();
    await appendUpTo(store, KEY, 30);
    await store.remove(KEY);
    assert.deepEqual(folder.names(), []);
    await appendUpTo(store, KEY, 30);
    await assertWhole(open(), KEY, 30);
  });

  it('survives rows of its list that make no sense: a hole in the log, and commits go on', async () => {
    await appendUpTo(open(), KEY, 14);
    await editSessionFile(folder.file(KEY), `UPDATE segment SET part = '../../x' WHERE first = 6`);
    await appendUpTo(open(), KEY, 40);
    const reader = open();
    assert.deepEqual(await reader.events(KEY, 0, 40), { kind: 'reset' });
    assert.equal((await reader.events(KEY, 0, 5)).kind, 'events');
    assert.deepEqual(await reader.events(KEY, 5, 1), { kind: 'reset' });
    const later = await reader.events(KEY, 10, 40);
    assert.equal(later.kind === 'events' && later.events.length, 30);
    assert.equal((await loadExisting(reader, KEY)).version, 40);
    assert.ok((await liveEvents()).length <= 7, 'it is still sealed');
  });
});
