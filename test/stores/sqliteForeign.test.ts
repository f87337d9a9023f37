import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
       ALTER TABLE step_removed RENAME COLUMN revision TO since;`,
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
    const sometimes = `json_set(details, '$.configuration.planning', 'sometimes', '$.mood', 'fine')`;
    for (const sql of [`UPDATE session SET details = ${sometimes}`, 'DROP TABLE session']) {
      await editSessionFile(folder.file(KEY), `${NEWER}; ${sql};`);
      const store = folder.open();
      const error = await rejectsWith(store.load(KEY), 'newer_version');
      assert.match(error.message, /newer version.*cannot be read.*Update/);
      assert.doesNotMatch(error.message, /can be read/);
      const { unreadable } = await store.list({}, { limit: 10 });
      assert.match(String(unreadable[0]?.reason), /newer version/);
    }
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
      `UPDATE session SET details = json_set(details, '$.mood', 'fine')`,
      'DELETE FROM session',
    ]) {
      await editSessionFile(folder.file(KEY), sql);
      await staysUntouched(/do not hold this session/);
      rmSync(folder.file(KEY));
      copyFileSync(`${folder.file(KEY)}.last-good`, folder.file(KEY));
    }
  });
});
