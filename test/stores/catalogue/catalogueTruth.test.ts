import assert from 'node:assert/strict';
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../../src/stores/sqlite/sqliteSchema';
import { CatalogueBench } from '../../support/catalogueBench';
import { editSessionFile, sha256 } from '../../support/editSessionFile';
import { errno } from '../../support/hookedFileSystem';
import { appendPlans } from '../../support/storeFixtures';

const KEYS = ['srv:a', 'srv:b', 'srv:c'];
const ALL = ['srv:a 2', 'srv:b 2', 'srv:c 2'];

describe('The catalogue of sessions shows what the files hold', () => {
  let bench: CatalogueBench;
  const file = (key: string) => bench.folder.file(key);
  beforeEach(async () => {
    bench = new CatalogueBench();
    const store = bench.folder.open();
    for (const key of KEYS) await appendPlans(store, key, 1, 2);
    bench.folder.age();
    assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 3 });
  });
  afterEach(() => bench.dispose());

  it('reads no session for the next process', async () => {
    assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 0 });
  });

  it('after commits, a new session and a removal, and reads only what changed', async () => {
    const store = bench.folder.open();
    const open = bench.open();
    await open.list();
    await appendPlans(store, 'srv:b', 3);
    await appendPlans(store, 'srv:d', 1);
    await store.remove('srv:c');
    const now = { shown: ['srv:a 2', 'srv:b 3', 'srv:d 1'], unreadable: [], read: 2 };
    assert.deepEqual(await bench.list(open), now);
    assert.deepEqual(await bench.listAnew(), now);
  });

  it('also where one is damaged, and again once it is mended', async () => {
    const good = readFileSync(file('srv:b'));
    writeFileSync(file('srv:b'), 'damaged');
    bench.folder.age();
    const restored = ['srv:a 2', 'srv:b 1', 'srv:c 2'];
    assert.deepEqual((await bench.listAnew()).shown, restored);
    assert.deepEqual(await bench.listAnew(), { shown: restored, unreadable: [], read: 0 });
    // Of a damaged file the last good copy counts, so a change of that one is seen.
    const copy = `${file('srv:b')}.last-good`;
    rmSync(copy);
    const lost = { shown: ['srv:a 2', 'srv:c 2'], unreadable: [file('srv:b')] };
    assert.deepEqual(await bench.listAnew(), { ...lost, read: 1 });
    assert.deepEqual(await bench.listAnew(), { ...lost, read: 0 });
    writeFileSync(copy, good);
    assert.deepEqual((await bench.listAnew()).shown, ALL);
    rmSync(file('srv:b'));
    assert.deepEqual((await bench.listAnew()).shown, ALL);
    assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 0 });
  });

  it('and names the file of a newer version that cannot be read where it is now', async () => {
    await editSessionFile(
      file('srv:b'),
      `PRAGMA user_version = ${String(SCHEMA_VERSION + 1)}; DROP TABLE step`,
    );
    bench.folder.age();
    const lost = { shown: ['srv:a 2', 'srv:c 2'], unreadable: [file('srv:b')] };
    assert.deepEqual(await bench.listAnew(), { ...lost, read: 1 });
    assert.deepEqual(await bench.listAnew(), { ...lost, read: 0 });
    const moved = new CatalogueBench();
    renameSync(bench.folder.folder, moved.folder.folder);
    const there = { ...lost, unreadable: [moved.folder.file('srv:b')], read: 0 };
    assert.deepEqual(await moved.listAnew(), there);
    await moved.dispose();
  });

  it('once what kept a file from being read is over: that is not remembered', async () => {
    await appendPlans(bench.folder.open(), 'srv:b', 3);
    bench.folder.age();
    const open = bench.open();
    bench.hooks.before = ({ name, path }) => {
      if (name === 'open' && path === file('srv:b')) throw errno('EACCES');
    };
    const lost = { shown: ['srv:a 2', 'srv:c 2'], unreadable: [file('srv:b')], read: 0 };
    assert.deepEqual(await bench.list(open), lost);
    assert.deepEqual(await bench.listAnew(), lost);
    delete bench.hooks.before;
    const now = { shown: ['srv:a 2', 'srv:b 3', 'srv:c 2'], unreadable: [], read: 1 };
    assert.deepEqual(await bench.list(open), now);
    assert.deepEqual(await bench.listAnew(), now);
  });

  it('also of a file that was changed twice within what its time can tell', async () => {
    await appendPlans(bench.folder.open(), 'srv:b', 3);
    const [open, path, now] = [bench.open(), file('srv:b'), new Date()];
    utimesSync(path, now, now);
    assert.deepEqual((await bench.list(open)).shown, ['srv:a 2', 'srv:b 3', 'srv:c 2']);
    const stamp = () => {
      const { mtimeNs, size, ino } = statSync(path, { bigint: true });
      return [mtimeNs, size, ino];
    };
    const before = stamp();
    await editSessionFile(path, `UPDATE session SET revision = 7`);
    utimesSync(path, now, now);
    assert.deepEqual(stamp(), before);
    assert.deepEqual((await bench.list(open)).shown, ['srv:a 2', 'srv:b 7', 'srv:c 2']);
  });

  for (const [what, spoil] of Object.entries<(whole: Buffer) => Buffer | undefined>({
    missing: () => undefined,
    empty: () => Buffer.alloc(0),
    'cut short': (whole) => whole.subarray(0, -1),
    'cut within its head': (whole) => whole.subarray(0, 10),
    'something else': () => Buffer.from('{"sessions":[]}\n'),
    'changed in one bit': (whole) => {
      whole[whole.length - 30]! ^= 1;
      return whole;
    },
    'of another form': (whole) =>
      Buffer.from(String(whole).replace(/catalogue \d+ /, 'catalogue 99 ')),
    'of another schema': (whole) => Buffer.from(String(whole).replace(/ \d+\n/, ' 99\n')),
  })) {
    it(`when its file is ${what}, and makes it anew`, async () => {
      const spoilt = spoil(readFileSync(bench.path));
      if (spoilt) writeFileSync(bench.path, spoilt);
      else rmSync(bench.path);
      assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 3 });
      assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 0 });
    });
  }

  it('when its file is whole but holds no blocks of this form', async () => {
    const head = String(readFileSync(bench.path)).split('\n')[0]!;
    for (const block of ['{"names":[]}', '[]', 'null', '{', '{"names":["a"],"live":[1]}']) {
      const checksum = Buffer.from(await sha256(Buffer.from(block))).toString('hex');
      writeFileSync(bench.path, `${head}\n${checksum}\n${block}`);
      assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 3 });
      assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 0 });
    }
  });

  it('when its file is that of another time or folder', async () => {
    const old = readFileSync(bench.path);
    const store = bench.folder.open();
    await appendPlans(store, 'srv:a', 3);
    await appendPlans(store, 'srv:d', 1);
    await store.remove('srv:c');
    bench.folder.age();
    await bench.listAnew();
    writeFileSync(bench.path, old);
    const now = { shown: ['srv:a 3', 'srv:b 2', 'srv:d 1'], unreadable: [], read: 2 };
    assert.deepEqual(await bench.listAnew(), now);
    const other = new CatalogueBench();
    mkdirSync(other.folder.folder);
    copyFileSync(bench.path, other.path);
    assert.deepEqual(await other.listAnew(), { shown: [], unreadable: [], read: 0 });
    copyFileSync(file('srv:b'), other.folder.file('srv:b'));
    assert.deepEqual(await other.listAnew(), { shown: ['srv:b 2'], unreadable: [], read: 1 });
    await other.dispose();
  });

  it('and nothing of what is not a session', async () => {
    const name = 'a'.repeat(32);
    for (const foreign of [
      'notes.sqlite',
      `${name}.sqlite.seg-1`,
      `${name}.sqlite.x.sqlite`,
      `${name}.sqlite-journal`,
      `${name.toUpperCase()}.sqlite`,
      `${name}0.sqlite`,
      `${name}.sqlite.0-1-2.tmp`,
    ])
      linkSync(file('srv:a'), join(bench.folder.folder, foreign));
    assert.deepEqual(await bench.listAnew(), { shown: ALL, unreadable: [], read: 0 });
  });
});
