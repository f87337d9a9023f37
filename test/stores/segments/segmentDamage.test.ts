import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import {
  appendUpTo,
  assertWhole,
  numbers,
  segmentsOf,
  SMALL_LIMITS,
} from '../../support/sealedSession';
import { SqliteFolder } from '../../support/sqliteFolder';
import {
  aCall,
  aPlan,
  aPlanCommit,
  goneIn,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const OTHER = 'srv:other';

function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(path, bytes);
}

describe('A damaged part of the history', () => {
  let folder: SqliteFolder;
  beforeEach(async () => {
    folder = new SqliteFolder();
    // Segments 1-15, 16-20 and 21-25; live from 26 on.
    await appendUpTo(open(), KEY, 30);
    await appendOthers(24);
    // Of the same range, and of another session.
    [other = ''] = segmentsOf(folder).filter(
      (name) => name.includes('seg-1-15') && !folder.file(KEY).endsWith(name.slice(0, 39)),
    );
    [segment = ''] = segmentsOf(folder).filter(
      (name) => name.includes('seg-1-15') && name !== other,
    );
    assert.ok(other !== '' && segment !== '');
  });
  afterEach(() => folder.dispose());
  let segment: string;
  let other: string;

  const open = () => folder.open({}, SMALL_LIMITS);
  /** Segments have no key in them: what was told differs. */
  const appendOthers = async (last: number) => {
    const store = open();
    for (const revision of numbers(last)) {
      const plan = { ...aPlan(revision), explanation: 'Another session' };
      await store.append(OTHER, revision - 1, aPlanCommit(OTHER, revision, { plan }));
    }
  };
  const at = (name: string) => `${folder.folder}/${name}`;
  const index = () => `${folder.file(KEY)}.ids`;

  const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
    missing: (path) => {
      rmSync(path);
    },
    'cut short': (path) => {
      truncateSync(path, 5_000);
    },
    'cut to nothing': (path) => {
      truncateSync(path, 0);
    },
    'changed by one bit': (path) => {
      flipBit(path, 9_000);
    },
    'of another application': (path) => {
      flipBit(path, 70);
    },
    'of another session': (path) => {
      copyFileSync(at(other), path);
    },
    'a live file': (path) => {
      copyFileSync(folder.file(KEY), path);
    },
  };

  for (const [how, damage] of Object.entries(DAMAGES)) {
    it(`[FC.9] ${how}: what needs it says so, the rest works, and no id in it is taken for new`, async () => {
      const original = readFileSync(at(segment));
      damage(at(segment));
      const broken = how === 'missing' ? undefined : readFileSync(at(segment));
      for (const store of [open(), folder.open()]) {
        assert.deepEqual((await loadExisting(store, KEY)).problems, []);
        for (const after of [0, 7, 14])
          assert.deepEqual(await store.events(KEY, after, 3), { kind: 'reset' });
        const later = await store.events(KEY, 15, 100);
        assert.equal(later.kind === 'events' && later.events.length, 15);
        const { problems } = await loadExisting(store, KEY);
        assert.deepEqual(
          problems.map(({ kind, location }) => [kind, location]),
          [['bad_row', at(segment)]],
        );
        const refused = await rejectsWith(store.recordedCall(KEY, 'call-3'), 'store_unavailable');
        assert.deepEqual(refused.details, { retry: false, location: at(segment) });
        const commit = { ...aPlanCommit(KEY, 31), call: aCall('call-3') };
        await rejectsWith(store.append(KEY, 30, commit), 'store_unavailable');
        assert.deepEqual(await store.recordedCall(KEY, 'call-16'), aCall('call-16'));
        assert.equal(await store.recordedCall(KEY, 'call-99'), undefined);
        const removed = await store.removedSteps(KEY, [goneIn(1), goneIn(20), goneIn(30), 'new']);
        assert.deepEqual(
          [...removed],
          [
            [goneIn(30), 30],
            [goneIn(1), 30],
            [goneIn(20), 20],
          ],
        );
      }
      const writer = open();
      await writer.events(KEY, 0, 1);
      await appendUpTo(writer, KEY, 60);
      assert.ok(
        !segmentsOf(folder).some((name) => /seg-1-(?!15)/.test(name)),
        'it is never merged',
      );
      const outcome = await writer.append(KEY, 60, aPlanCommit(KEY, 61));
      assert.ok(outcome.kind === 'appended');
      assert.equal(outcome.problems.length, 1);
      assert.deepEqual(outcome.problems, (await loadExisting(writer, KEY)).problems);
      if (broken) assert.deepEqual(readFileSync(at(segment)), broken, 'it stays as it is');
      const warned = folder.log.entries.filter(({ message }) => message.includes(segment));
      assert.equal(warned.length, 3, 'once for each store');
      // Somebody brings it back.
      writeFileSync(at(segment), original);
      await writer.events(KEY, 0, 1);
      for (const store of [writer, open()]) await assertWhole(store, KEY, 61);
      assert.equal((await loadExisting(open(), OTHER)).version, 24);
    });
  }

  for (const [how, damage] of Object.entries({
    ...DAMAGES,
    'of JSON that is none': (path: string) => {
      writeFileSync(path, '{"seg-1-15":');
    },
  })) {
    it(`of which the index is ${how}: it is made again, and nothing is missing`, async () => {
      if (how === 'of another session') copyFileSync(`${folder.file(OTHER)}.ids`, index());
      else if (how === 'cut short') truncateSync(index(), 100);
      else if (how.startsWith('changed')) flipBit(index(), 60);
      else if (how.startsWith('of another app')) flipBit(index(), 0);
      else damage(index());
      await assertWhole(open(), KEY, 30);
      await appendUpTo(open(), KEY, 45);
      await assertWhole(open(), KEY, 45);
    });
  }

  it('stays by itself where those around it become one, and fits in again', async () => {
    const [middle = ''] = segmentsOf(folder).filter(
      (name) => name.includes('seg-21-25') && folder.file(KEY).endsWith(name.slice(0, 39)),
    );
    const original = readFileSync(at(middle));
    rmSync(at(middle));
    const writer = open();
    await appendUpTo(writer, KEY, 60);
    assert.ok(segmentsOf(folder).some((name) => name.includes('seg-26-40')));
    assert.deepEqual(await writer.events(KEY, 15, 10), { kind: 'reset' });
    assert.equal((await writer.events(KEY, 15, 5)).kind, 'events');
    writeFileSync(at(middle), original);
    await writer.events(KEY, 20, 1);
    await assertWhole(writer, KEY, 60);
  });

  it('every bit of an index counts', async () => {
    const good = readFileSync(index());
    for (let place = 0; place < good.length; place += 13) {
      writeFileSync(index(), good);
      flipBit(index(), place);
      const store = open();
      for (const id of numbers(25).map((revision) => `call-${String(revision)}`))
        assert.deepEqual(await store.recordedCall(KEY, id), aCall(id));
    }
  });

  it('without its index knows its ids again once the file is back, whoever wrote meanwhile', async () => {
    const original = readFileSync(at(segment));
    rmSync(at(segment));
    rmSync(index());
    const store = open();
    assert.equal(await store.recordedCall(KEY, 'call-3'), undefined);
    await appendUpTo(store, KEY, 45);
    writeFileSync(at(segment), original);
    await store.events(KEY, 0, 1);
    for (const reader of [store, open()]) await assertWhole(reader, KEY, 45);
  });

  it('[FC.8] restored from the last good copy after any commit, a session has all of its segments', async () => {
    for (const last of numbers(60).slice(30)) {
      await appendUpTo(open(), KEY, last);
      const live = readFileSync(folder.file(KEY));
      truncateSync(folder.file(KEY), 100);
      const store = open();
      const { record, problems } = await loadExisting(store, KEY);
      assert.deepEqual(
        [record.plan?.revision, problems.map(({ kind }) => kind)],
        [last - 1, ['restored_last_good']],
      );
      const page = await store.events(KEY, 0, 100);
      assert.equal(page.kind === 'events' && page.events.length, last - 1, `at ${String(last)}`);
      for (const revision of numbers(last - 1)) {
        const id = `call-${String(revision)}`;
        assert.deepEqual(await store.recordedCall(KEY, id), aCall(id));
      }
      await store.close();
      writeFileSync(folder.file(KEY), live);
    }
  });

  it('[FC.8] goes on from the last good copy, again and again, and leaves few files behind', async () => {
    let last = 30;
    for (let round = 0; round < 25; round++) {
      truncateSync(folder.file(KEY), 100);
      // The change that is lost is made again, and two more.
      last += 2;
      await appendUpTo(open(), KEY, last);
    }
    const store = open();
    const page = await store.events(KEY, 0, 200);
    assert.equal(page.kind === 'events' && page.events.length, last);
    const own = segmentsOf(folder).filter((name) => folder.file(KEY).endsWith(name.slice(0, 39)));
    assert.ok(own.length < 12, own.join());
  });
});
