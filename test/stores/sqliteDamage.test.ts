import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { sealImage } from '../../src/stores/sqlite/fileImage';
import { SCHEMA_VERSION } from '../../src/stores/sqlite/sqliteSchema';
import { editSessionFile, sha256 } from '../support/editSessionFile';
import { sharedSqlJs, SqliteFolder } from '../support/sqliteFolder';
import {
  aPlanCommit,
  appendPlans,
  goneIn,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';

const NEWER = `PRAGMA user_version = ${String(SCHEMA_VERSION + 1)}`;
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

describe('A file that is not for this build', () => {
  let folder: SqliteFolder;
  beforeEach(async () => {
    folder = new SqliteFolder();
    await appendPlans(folder.open(), KEY, 1, 2);
  });
  afterEach(() => folder.dispose());

  async function staysUntouched(reason: RegExp): Promise<void> {
    const before = [readFileSync(folder.file(KEY)), folder.names()];
    const store = folder.open();
    const error = await rejectsWith(store.load(KEY), 'store_unavailable');
    assert.equal(error.details['retry'], false);
    assert.match(error.message, reason);
    await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'store_unavailable');
    assert.equal((await store.list({}, { limit: 10 })).unreadable.length, 1);
    assert.deepEqual([readFileSync(folder.file(KEY)), folder.names()], before);
  }

  it('is read and not changed when a newer version wrote it', async () => {
    await editSessionFile(
      folder.file(KEY),
      `${NEWER}; ALTER TABLE session ADD COLUMN mood TEXT DEFAULT 'fine';
       UPDATE session SET details = json_set(details, '$.mood', 'fine', '$.configuration.mood', 'fine');
       DROP TABLE step_removed;`,
    );
    const before = readFileSync(folder.file(KEY));
    const store = folder.open();
    const loaded = await loadExisting(store, KEY);
    assert.deepEqual([loaded.record.plan?.revision, loaded.readOnly], [2, true]);
    assert.deepEqual(
      loaded.problems.map(({ kind }) => kind),
      ['newer_version'],
    );
    await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'newer_version');
    assert.equal((await store.list({}, { limit: 10 })).sessions.length, 1);
    assert.deepEqual(await store.removedSteps(KEY, [goneIn(1)]), new Map());
    assert.deepEqual(readFileSync(folder.file(KEY)), before);
  });

  it('says so when a newer version wrote what cannot even be read', async () => {
    await editSessionFile(folder.file(KEY), `${NEWER}; DROP TABLE session;`);
    const store = folder.open();
    const error = await rejectsWith(store.load(KEY), 'newer_version');
    assert.match(error.message, /newer version.*cannot be read.*Update/);
    assert.doesNotMatch(error.message, /can be read/);
    assert.match(
      (await store.list({}, { limit: 10 })).unreadable[0]?.reason ?? '',
      /newer version/,
    );
  });

  it('is left alone when it is the database of another application', async () => {
    const database = new (await sharedSqlJs()).Database();
    database.exec('CREATE TABLE bookmarks (url TEXT); PRAGMA application_id = 7;');
    writeFileSync(folder.file(KEY), database.export());
    await staysUntouched(/another application/);
    const sealed = await sealImage(database.export(), sha256);
    writeFileSync(folder.file(KEY), Buffer.concat(sealed));
    database.close();
    await staysUntouched(/another application/);
  });

  it('is left alone when it holds another session', async () => {
    await appendPlans(folder.open(), OTHER, 7);
    copyFileSync(folder.file(OTHER), folder.file(KEY));
    await staysUntouched(/do not hold this session/);
  });

  it('is left alone when its tables are gone or its record makes no sense', async () => {
    for (const sql of [
      'DROP TABLE step',
      `UPDATE session SET details = '{'`,
      'DELETE FROM session',
    ]) {
      await editSessionFile(folder.file(KEY), sql);
      await staysUntouched(/do not hold this session/);
      rmSync(folder.file(KEY));
      copyFileSync(`${folder.file(KEY)}.last-good`, folder.file(KEY));
    }
  });
});
