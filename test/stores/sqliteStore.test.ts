import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/stores/openStore';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { temporaryName } from '../../src/stores/sqlite/nodeTemporaryFiles';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { SqliteFolder, sharedSqlJs } from '../support/sqliteFolder';
import {
  aPlan,
  aPlanCommit,
  appendPlans,
  aRecord,
  aStep,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';
import { describeStoreContract } from './storeContract';

const KEY = 'vscode-chat-session://local/one';

const open = () => {
  const folder = new SqliteFolder();
  const store = folder.open();
  return Promise.resolve({
    store,
    second: () => folder.open(),
    errors: () =>
      folder.log.entries.filter(({ level }) => level === 'error').map(({ message }) => message),
    reopen: async () => {
      await store.close();
      return folder.open();
    },
    dispose: () => folder.dispose(),
  });
};

describeStoreContract('The sqlite store', open, { durable: true });

describe('The sqlite store', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());

  it('[PT.68] keeps everything under the folder it was given, under names without content', async () => {
    const store = folder.open();
    const key = '../../outside/../C:\\CON \u0000.';
    await appendPlans(store, key, 1, 2);
    await store.load(key);
    await store.list({}, { limit: 10 });
    await store.remove(key);
    await appendPlans(store, key, 1, 2);
    assert.deepEqual(readdirSync(folder.root), ['plans']);
    for (const name of folder.names()) assert.match(name, /^[0-9a-f]{32}\.sqlite(\.last-good)?$/);
  });

  it('[PT.69] refuses :memory: and an empty folder, and names the way out', async () => {
    const runtime = { log: folder.log, sqlJs: sharedSqlJs };
    for (const asked of [':memory:', 'file::memory:?cache=shared', '', ' ']) {
      const refused = await rejectsWith(
        openStore({ kind: 'sqlite', folder: asked }, runtime),
        'invalid_input',
      );
      assert.match(refused.message, /folder.*"memory"/s);
    }
    await rejectsWith(openStore({ kind: 'mysql' } as never, runtime), 'invalid_input');
  });

  it('loads sql.js for the first session there is, and touches the disk by writing only', async () => {
    let loads = 0;
    const sqlJs = () => {
      loads++;
      return sharedSqlJs();
    };
    const { store } = await openStore(
      { kind: 'sqlite', folder: folder.folder },
      { log: folder.log, sqlJs },
    );
    assert.equal(loads, 0);
    assert.equal(await store.load(KEY), undefined);
    await store.list({}, { limit: 1 });
    assert.deepEqual([readdirSync(folder.root), loads], [[], 0]);
    await appendPlans(store, KEY, 1);
    assert.equal(loads, 1);
    await store.close();
  });

  it('says so when sql.js cannot be loaded, and tries again at the next call', async () => {
    let broken = true;
    const sqlJs = () => (broken ? Promise.reject(new Error('no wasm')) : sharedSqlJs());
    const { store } = await openStore(
      { kind: 'sqlite', folder: folder.folder },
      { log: folder.log, sqlJs },
    );
    await appendPlans(folder.open(), KEY, 1);
    const calls = [
      () => store.append('srv:1', 0, aPlanCommit('srv:1', 1)),
      () => store.load(KEY),
      () => store.list({}, { limit: 1 }),
    ];
    for (const call of calls) await rejectsWith(call(), 'store_unavailable');
    broken = false;
    for (const call of calls) await call();
    await store.close();
  });

  it('keeps few sessions open at once and opens none twice that it still has', async () => {
    let [opened, open] = [0, 0];
    const { Database } = await sharedSqlJs();
    class Counted extends Database {
      constructor(image?: Uint8Array) {
        super(image);
        opened++;
        open++;
      }
      override close(): void {
        open--;
        super.close();
      }
    }
    const files = createNodeSessionFiles(folder.folder);
    const sqlJs = () => Promise.resolve({ Database: Counted });
    const store = createSqliteStore({ files, sqlJs, log: folder.log });
    const keys = Array.from({ length: 12 }, (_, at) => `srv:${String(at)}`);
    await Promise.all(keys.map((key) => appendPlans(store, key, 1, 2)));
    const loaded = await Promise.all(keys.map((key) => loadExisting(store, key)));
    assert.deepEqual(
      loaded.map(({ record }) => record.plan?.revision),
      keys.map(() => 2),
    );
    await store.list({}, { limit: 100 });
    assert.equal(open, 3);
    await appendPlans(store, 'srv:11', 3, 4);
    const before = opened;
    await appendPlans(store, 'srv:11', 5, 6, 7);
    assert.equal(opened, before);
    await store.close();
    assert.equal(open, 0);
  });

  it('lists unchanged files without reading them again', async () => {
    const reads: string[] = [];
    const fs = await import('node:fs/promises');
    const store = folder.open({
      fileSystem: {
        ...fs,
        open: (path, ...rest) => {
          if (String(path).endsWith('.sqlite')) reads.push(String(path));
          return fs.open(path, ...rest);
        },
      },
    });
    await appendPlans(store, 'srv:1', 1);
    await appendPlans(store, 'srv:2', 1);
    folder.age();
    await store.list({}, { limit: 10 });
    reads.length = 0;
    await store.list({}, { limit: 10 });
    assert.deepEqual(reads, []);
    await appendPlans(store, 'srv:2', 2);
    reads.length = 0;
    const { sessions } = await store.list({}, { limit: 10 });
    assert.deepEqual(
      sessions.map(({ revision }) => revision),
      [1, 2],
    );
    assert.deepEqual(new Set(reads), new Set([folder.file('srv:2')]));
  });

  it('makes files that SQLite itself opens, with our application id', async () => {
    await appendPlans(folder.open(), KEY, 1, 2);
    const file = readFileSync(folder.file(KEY));
    assert.equal(file.toString('latin1', 68, 72), 'SPLN');
    const database = new (await sharedSqlJs()).Database(file);
    const cells = (sql: string) =>
      (database.exec(sql) as { values: unknown[][] }[])[0]?.values.flat();
    assert.deepEqual(cells('PRAGMA integrity_check'), ['ok']);
    assert.deepEqual(cells('SELECT count(*) FROM event'), [2]);
    assert.deepEqual(cells('SELECT id FROM step'), ['one', 'two']);
    database.close();
  });

  it('leaves no text of a removed step in the live file', async () => {
    const store = folder.open();
    const secret = 'Call the witness in Lisbon';
    const plan = aPlan(1, [aStep('a', { description: secret })]);
    await store.append(KEY, 0, { record: aRecord(KEY, { plan }), events: [] });
    assert.ok(readFileSync(folder.file(KEY)).includes(secret));
    await store.append(KEY, 1, { record: aRecord(KEY, { plan: aPlan(2, []) }), events: [] });
    assert.ok(!readFileSync(folder.file(KEY)).includes(secret));
  });

  it('moves a removed session with its copies into the trash, each removal into its own folder', async () => {
    const store = folder.open();
    for (const revision of [1, 2]) {
      await appendPlans(store, KEY, revision, revision + 1);
      await store.remove(KEY);
    }
    assert.deepEqual(folder.names(), []);
    const trash = join(folder.folder, 'trash');
    const removals = readdirSync(trash);
    assert.equal(removals.length, 2);
    for (const removal of removals) assert.equal(readdirSync(join(trash, removal)).length, 2);
  });

  it('sweeps what dead writers left behind and never the file of one that may be alive', async () => {
    const store = folder.open();
    mkdirSync(folder.folder, { recursive: true });
    const host = /\.([0-9a-f]{8})-\d+-[0-9a-f]{12}\.tmp$/.exec(temporaryName('x'))?.[1] ?? '';
    const dead = '999999999';
    const file = (suffix: string, minutes: number) => {
      const path = join(folder.folder, suffix);
      writeFileSync(path, 'x');
      const then = Date.now() / 1000 - minutes * 60;
      utimesSync(path, then, then);
      return suffix;
    };
    const name = 'a'.repeat(32);
    file(`${name}.sqlite.${host}-${dead}-0123456789ab.tmp`, 2);
    file(`${name}.sqlite.00000000-1-0123456789ab.tmp`, 25 * 60);
    const kept = [
      file(`${name}.sqlite.${host}-${dead}-0123456789ac.tmp`, 0),
      file(`${name}.sqlite.${host}-${String(process.ppid)}-0123456789ab.tmp`, 25 * 60),
      file(`${name}.sqlite.00000000-1-0123456789ac.tmp`, 60),
      file('notes.tmp', 25 * 60),
    ];
    await appendPlans(store, KEY, 1);
    assert.deepEqual(
      folder
        .names()
        .filter((found) => found.endsWith('.tmp'))
        .sort(),
      kept.sort(),
    );
  });

  it('makes files that only their owner can read, where there are mode bits', async () => {
    await appendPlans(folder.open(), KEY, 1);
    const modes = [folder.file(KEY), folder.folder].map((path) => statSync(path).mode & 0o777);
    assert.deepEqual(modes, process.platform === 'win32' ? [0o666, 0o666] : [0o600, 0o700]);
  });
});
