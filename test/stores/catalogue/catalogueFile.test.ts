import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { CatalogueBench } from '../../support/catalogueBench';
import { fakeLog } from '../../support/fakeLog';
import { errno, hookedFileSystem, type FileCall } from '../../support/hookedFileSystem';
import { aFullRecord, appendPlans } from '../../support/storeFixtures';

describe('The file of the catalogue', () => {
  let bench: CatalogueBench;
  /** Calls of the file system that name it. */
  const calls: string[] = [];
  beforeEach(async () => {
    bench = new CatalogueBench();
    calls.length = 0;
    await appendPlans(bench.folder.open(), 'srv:a', 1);
    await appendPlans(bench.folder.open(), 'srv:b', 1);
    bench.folder.age();
  });
  afterEach(() => bench.dispose());
  const note = ({ name, path }: FileCall) => {
    if (path.startsWith(bench.path)) calls.push(name);
  };

  it('is not touched by opening, writing, reading and removing a session', async () => {
    const store = bench.folder.open({ fileSystem: hookedFileSystem({ before: note }) });
    await appendPlans(store, 'srv:a', 2);
    await appendPlans(store, 'srv:c', 1);
    await store.load('srv:b');
    await store.events('srv:b', 0, 10);
    await store.remove('srv:c');
    await store.close();
    assert.deepEqual([calls, bench.isSaved()], [[], false]);
  });

  it('is written once for what several lists found, soon after, and not when nothing changed', async () => {
    bench.hooks.before = note;
    const catalogue = bench.open();
    await catalogue.list();
    await appendPlans(bench.folder.open(), 'srv:c', 1);
    bench.folder.age();
    await catalogue.list();
    assert.equal(bench.isSaved(), false);
    await wait(1_300);
    assert.equal(calls.filter((name) => name === 'rename').length, 1);
    assert.deepEqual([bench.isSaved(), (await bench.listAnew()).read], [true, 0]);
    const { mtimeNs } = statSync(bench.path, { bigint: true });
    await catalogue.list();
    await catalogue.close();
    assert.equal(statSync(bench.path, { bigint: true }).mtimeNs, mtimeNs);
  });

  it('is found by the next start of a store, with all that lists show', async () => {
    const record = aFullRecord('srv:full \ud83d\ude00 "\n', {
      title: 'Titl\u00e9 \\ "x"',
      plan: null,
    });
    const store = bench.folder.open();
    await store.append(record.key, 0, { record, events: [] });
    bench.folder.age();
    const before = await store.list({}, { limit: 10 });
    await wait(1_300);
    await store.close();
    bench.hooks.before = ({ name, path }) => {
      if (name === 'open' && path.endsWith('.sqlite')) throw errno('EIO');
    };
    const next = bench.folder.open({ fileSystem: hookedFileSystem(bench.hooks) });
    const after = await next.list({}, { limit: 10 });
    assert.deepEqual(after, before);
    assert.equal(after.sessions.length, 3);
    const { sessions } = await next.list({ workspace: record.workspace! }, { limit: 1 });
    assert.deepEqual(
      sessions.map(({ key, title }) => [key, title]),
      [[record.key, record.title]],
    );
  });

  it('can be read by nobody else, where there are mode bits', async () => {
    await bench.listAnew();
    // Windows knows one bit: whether it can be written.
    assert.equal(statSync(bench.path).mode & 0o777, process.platform === 'win32' ? 0o666 : 0o600);
  });

  for (const [what, name, code] of [
    ['a full disk', 'handle.writeFile', 'ENOSPC'],
    ['a read-only folder', 'open', 'EROFS'],
    ['a program that holds it', 'rename', 'EBUSY'],
  ] as const) {
    it(`cannot be written for ${what}: lists go on, and it is said once`, async () => {
      const log = fakeLog();
      bench.hooks.before = (call) => {
        const isWrite = call.path.startsWith(bench.path) && call.path.endsWith('.tmp');
        if (isWrite && call.name === name) throw errno(code);
      };
      const catalogue = bench.open({ log });
      for (const revision of [2, 3]) {
        assert.equal((await catalogue.list()).summaries.length, 2);
        await wait(1_300);
        await appendPlans(bench.folder.open(), 'srv:a', revision);
        bench.folder.age();
      }
      assert.deepEqual((await bench.list(catalogue)).shown, ['srv:a 3', 'srv:b 1']);
      await catalogue.close();
      assert.deepEqual(
        log.entries.map(({ level, message }) => [level, message.includes(code)]),
        [['warn', true]],
      );
      assert.equal(bench.isSaved(), false);
      assert.deepEqual(
        bench.folder.names().filter((file) => file.endsWith('.tmp')),
        [],
      );
      delete bench.hooks.before;
      assert.equal((await bench.listAnew()).read, 2);
    });
  }

  it('is written later where it could not be written at first', async () => {
    bench.hooks.before = ({ path }) => {
      if (path.endsWith('.tmp')) throw errno('ENOSPC');
    };
    const catalogue = bench.open();
    await catalogue.list();
    await wait(1_300);
    delete bench.hooks.before;
    assert.equal(bench.isSaved(), false);
    await catalogue.close();
    assert.equal((await bench.listAnew()).read, 0);
  });

  it('cannot be read: lists go on, and it is said once', async () => {
    mkdirSync(bench.path);
    const log = fakeLog();
    const catalogue = bench.open({ log });
    assert.deepEqual((await bench.list(catalogue)).shown, ['srv:a 1', 'srv:b 1']);
    assert.deepEqual((await bench.list(catalogue)).read, 0);
    await catalogue.close();
    assert.deepEqual(
      log.entries.map(({ level }) => level),
      ['warn'],
    );
  });

  it('does not bring a folder back that was taken away, and is no failure then', async () => {
    const log = fakeLog();
    const catalogue = bench.open({ log });
    assert.equal((await catalogue.list()).summaries.length, 2);
    rmSync(bench.folder.folder, { recursive: true });
    assert.deepEqual(await catalogue.list(), { summaries: [], unreadable: [] });
    await catalogue.close();
    assert.deepEqual([existsSync(bench.folder.folder), log.entries], [false, []]);
  });

  it('is right also when the folder goes in the middle of a list', async () => {
    const catalogue = bench.open();
    bench.hooks.before = ({ name, path }) => {
      if (name !== 'open' || !path.endsWith('.sqlite')) return;
      rmSync(bench.folder.folder, { recursive: true, force: true });
    };
    assert.deepEqual(await catalogue.list(), { summaries: [], unreadable: [] });
    await catalogue.close();
    assert.equal(existsSync(bench.folder.folder), false);
  });

  it('forgets a session that was removed', async () => {
    await bench.listAnew();
    await bench.folder.open().remove('srv:a');
    assert.deepEqual(await bench.listAnew(), { shown: ['srv:b 1'], unreadable: [], read: 0 });
    assert.doesNotMatch(String(readFileSync(bench.path)), /srv:a/);
  });
});
