import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
  decodeCatalogue,
  encodeCatalogue,
} from '../../../src/stores/sqlite/catalogue/catalogueForm';
import type { CatalogueProgress } from '../../../src/stores/sqlite/catalogue/catalogueProgress';
import { createNodeSessionFiles } from '../../../src/stores/sqlite/nodeSessionFiles';
import { CatalogueBench } from '../../support/catalogueBench';
import { sha256 } from '../../support/editSessionFile';
import { fakeLog } from '../../support/fakeLog';
import { hookedFileSystem, type FileCall } from '../../support/hookedFileSystem';
import { manyKey, writeManySessions } from '../../support/manySessions';
import { appendPlans, assertRevision, rejectsWith } from '../../support/storeFixtures';

const COUNT = 1_200;

describe('A catalogue of many sessions that is made anew', () => {
  let bench: CatalogueBench;
  before(async () => {
    bench = new CatalogueBench();
    await writeManySessions(bench.folder, COUNT);
  });
  afterEach(() => {
    delete bench.hooks.before;
    if (bench.isSaved()) rmSync(bench.path);
  });
  after(() => bench.dispose());

  it('is told of while it goes on, up to the end, also to a listener that fails', async () => {
    const log = fakeLog();
    const told: CatalogueProgress[] = [];
    const onProgress = (progress: CatalogueProgress) => {
      told.push(progress);
      throw new Error('no status bar');
    };
    const catalogue = bench.open({ log, onProgress });
    assert.equal((await catalogue.list()).summaries.length, COUNT);
    assert.ok(told.length > 1);
    assert.deepEqual(told.at(-1), { done: COUNT, total: COUNT });
    for (const [at, { done }] of told.entries()) assert.ok(done > (told[at - 1]?.done ?? 0));
    assert.deepEqual(new Set(log.entries.map(({ level }) => level)), new Set(['error']));
    const count = told.length;
    await catalogue.list();
    assert.equal(told.length, count);
    await catalogue.close();
  });

  it('stops when it is closed, with what was read until then saved', async () => {
    let closed: Promise<void> | undefined;
    const catalogue = bench.open({
      onProgress: ({ done }) => {
        if (done > 100) closed ??= catalogue.close();
      },
    });
    const opened = bench.watchOpened();
    await rejectsWith(catalogue.list(), 'store_unavailable');
    await closed;
    const read = opened.paths.length;
    assert.ok(read > 100 && read < COUNT, String(read));
    const next = await bench.listAnew();
    assert.deepEqual([next.shown.length, next.read], [COUNT, COUNT - read]);
  });

  it('is saved on the way, so that a kill loses little', async () => {
    const catalogue = bench.open({}, {});
    let isListed = false;
    const list = catalogue.list().finally(() => (isListed = true));
    while (!bench.isSaved()) await wait(5);
    assert.equal(isListed, false);
    // Another process finds it while the first one is still at work, as it would after a kill.
    const kept = await bench.listAnew();
    assert.ok(kept.read <= COUNT - 500, String(kept.read));
    assert.equal(kept.shown.length, COUNT);
    await list;
    await catalogue.close();
  });

  it('takes over what another process has read meanwhile', async () => {
    const fast = bench.open();
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let opens = 0;
    const before = async ({ name, path }: FileCall) => {
      if (name === 'open' && path.endsWith('.sqlite') && ++opens > 400) await held;
    };
    const slow = bench.open({}, { before });
    const list = slow.list();
    while (opens <= 400) await wait(5);
    await fast.list();
    await fast.close();
    opens = 0;
    release?.();
    assert.equal((await list).summaries.length, COUNT);
    assert.ok(opens <= 100, String(opens));
    await slow.close();
    assert.equal((await bench.listAnew()).read, 0);
  });

  it('is whole after several processes made it at once', async () => {
    const all = [bench.open(), bench.open(), bench.open()];
    for (const { summaries } of await Promise.all(all.map((one) => one.list())))
      assert.equal(new Set(summaries.map(({ key }) => key)).size, COUNT);
    await Promise.all(all.map((one) => one.close()));
    assert.equal((await bench.listAnew()).read, 0);
    assert.deepEqual(
      bench.folder.names().filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  it('keeps neither commits nor other work waiting, and they leave it alone', async () => {
    const store = bench.folder.open();
    const list = store.list({}, { limit: 10 });
    let isListed = false;
    void list.then(() => (isListed = true));
    await appendPlans(store, manyKey(7), 3);
    await assertRevision(store, manyKey(7), 3);
    await appendPlans(store, 'srv:new', 1);
    assert.equal(isListed, false);
    assert.equal((await list).sessions.length, 10);
    await store.remove('srv:new');
    bench.folder.age();
  });

  it('lets others have a turn while the folder is looked at and its file is read or written', async () => {
    let turns = 0;
    let ticking = setImmediate(function tick() {
      turns++;
      ticking = setImmediate(tick);
    });
    let atFolder = 0;
    const after = ({ name }: FileCall) => {
      if (name === 'readdir') atFolder = turns;
    };
    const files = createNodeSessionFiles(bench.folder.folder, {
      fileSystem: hookedFileSystem({ after }),
    });
    assert.equal((await files.list()).length, COUNT);
    assert.ok(turns - atFolder >= 2, String(turns - atFolder));

    const catalogue = bench.open();
    await catalogue.list();
    await catalogue.close();
    const bytes = readFileSync(bench.path);
    assert.ok(bytes.length < COUNT * 400, String(bytes.length));
    let before = turns;
    const entries = await decodeCatalogue(bytes, sha256);
    assert.deepEqual([entries?.size, turns - before >= 2], [COUNT, true]);
    before = turns;
    assert.deepEqual(Buffer.from(await encodeCatalogue(entries!, sha256)), bytes);
    assert.ok(turns - before >= 2);
    clearImmediate(ticking);
  });
});
