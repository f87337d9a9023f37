import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { assertTranslatable } from '../../support/assertTranslatable';
import { SqliteFolder } from '../../support/sqliteFolder';
import { aPlanCommit, appendPlans, loadExisting, rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const OTHER = 'vscode-chat-session://local/other';

/** The ways in which disks and people break a file. */
const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  'cut to nothing': (path) => {
    truncateSync(path, 0);
  },
  'cut to half': (path) => {
    truncateSync(path, Math.floor(readFileSync(path).length / 2));
  },
  'cut by its last byte': (path) => {
    truncateSync(path, readFileSync(path).length - 1);
  },
  'random bytes': (path) => {
    writeFileSync(path, randomBytes(readFileSync(path).length));
  },
  zeros: (path) => {
    writeFileSync(path, new Uint8Array(readFileSync(path).length));
  },
  'one flipped bit in a page': (path) => {
    flipBit(path, 5_000);
  },
  'one flipped bit in the application id': (path) => {
    flipBit(path, 70);
  },
  'text behind its end': (path) => {
    writeFileSync(path, 'and more', { flag: 'a' });
  },
};

function flipBit(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  writeFileSync(path, bytes);
}

describe('A damaged session file', () => {
  let folder: SqliteFolder;
  beforeEach(async () => {
    folder = new SqliteFolder();
    await appendPlans(folder.open(), KEY, 1, 2);
    await appendPlans(folder.open(), OTHER, 1);
  });
  afterEach(() => folder.dispose());

  const damaged = () => folder.names().filter((name) => name.includes('.damaged-'));

  for (const [how, damage] of Object.entries(DAMAGES)) {
    it(`[FC.8] [FC.9] that is ${how}: the last good copy opens, the file is moved aside once, nothing is overwritten`, async () => {
      // One store has the session open already, the other comes later.
      const [store, later] = [folder.open(), folder.open()];
      await store.load(KEY);
      damage(folder.file(KEY));
      const broken = readFileSync(folder.file(KEY));
      const names = folder.names();

      for (const reader of [store, later, store]) {
        const loaded = await loadExisting(reader, KEY);
        assert.equal(loaded.record.plan?.revision, 1);
        assert.deepEqual(
          loaded.problems.map(({ kind }) => kind),
          ['restored_last_good'],
        );
        assert.equal(loaded.problems[0]?.location, folder.file(KEY));
        const page = await reader.list({}, { limit: 10 });
        assert.deepEqual([page.sessions.length, page.unreadable], [2, []]);
      }
      assert.deepEqual([folder.names(), damaged()], [names, []], 'readers change nothing');
      assert.deepEqual(readFileSync(folder.file(KEY)), broken);

      const copy = readFileSync(`${folder.file(KEY)}.last-good`);
      await appendPlans(later, KEY, 3);
      assert.deepEqual(readFileSync(`${folder.file(KEY)}.last-good`), copy, 'the good copy stays');
      await appendPlans(store, KEY, 4);
      assert.equal(damaged().length, 1);
      assert.deepEqual(readFileSync(`${folder.folder}/${damaged()[0] ?? ''}`), broken);
      assert.equal(folder.log.entries.filter(({ level }) => level === 'warn').length, 1);
      const healed = await loadExisting(folder.open(), KEY);
      assert.deepEqual([healed.record.plan?.revision, healed.problems], [4, []]);
      const told = (await loadExisting(later, KEY)).problems;
      assert.deepEqual(
        told.map(({ kind, location }) => [kind, location]),
        [['restored_last_good', `${folder.folder}/${damaged()[0] ?? ''}`]],
      );
      assert.equal((await loadExisting(store, OTHER)).record.plan?.revision, 1);
    });

    it(`[FC.8] [FC.9] that is ${how}, without a good copy: is unreadable and left alone, the others work`, async () => {
      const path = folder.file(OTHER);
      damage(path);
      const [broken, names] = [readFileSync(path), folder.names()];
      const store = folder.open();
      for (const attempt of [
        () => store.load(OTHER),
        () => store.append(OTHER, 0, aPlanCommit(OTHER, 1)),
        () => store.append(OTHER, 1, aPlanCommit(OTHER, 2)),
        () => store.recordedCall(OTHER, 'call-1'),
        () => store.events(OTHER, 0, 10),
      ]) {
        const error = await rejectsWith(attempt(), 'store_unavailable');
        assert.deepEqual([error.details['retry'], error.details['location']], [false, path]);
      }
      const page = await store.list({}, { limit: 10 });
      assert.deepEqual(
        page.sessions.map(({ key }) => key),
        [KEY],
      );
      assert.deepEqual(
        page.unreadable.map(({ location }) => location),
        [path],
      );
      for (const { reason } of page.unreadable) assertTranslatable(reason);
      await appendPlans(store, KEY, 3);
      assert.deepEqual([readFileSync(path), folder.names()], [broken, names]);
    });
  }

  it('[FC.8] with the same content twice is kept once, with other content again', async () => {
    const store = folder.open();
    for (const content of ['', '', 'broken in another way']) {
      writeFileSync(folder.file(KEY), content);
      const revision = (await loadExisting(store, KEY)).record.plan?.revision ?? 0;
      await appendPlans(store, KEY, revision + 10, revision + 20);
    }
    assert.equal(damaged().length, 2);
  });

  it('[FC.8] is still restored when the write that would mend it is cancelled or fails', async () => {
    truncateSync(folder.file(KEY), 7);
    const store = folder.open();
    await rejectsWith(store.append(KEY, 1, aPlanCommit(KEY, 3), { cancelled: true }), 'cancelled');
    assert.equal(readFileSync(folder.file(KEY)).length, 7);
    assert.equal((await loadExisting(store, KEY)).record.plan?.revision, 1);
  });

  it('finds every flipped bit of a file', async () => {
    const path = folder.file(OTHER);
    const good = readFileSync(path);
    const store = folder.open();
    for (let at = 0; at < good.length; at += 97) {
      writeFileSync(path, good);
      flipBit(path, at);
      await rejectsWith(store.load(OTHER), 'store_unavailable');
    }
    writeFileSync(path, good);
    assert.equal((await loadExisting(store, OTHER)).record.plan?.revision, 1);
  });
});
