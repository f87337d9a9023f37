import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { editSessionFile } from '../../support/editSessionFile';
import { appendMany } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import {
  aPlan,
  aPlanCommit,
  appendPlans,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('Restoring the last good copy', () => {
  let folder: MaintainedFolder;
  beforeEach(async () => {
    folder = new MaintainedFolder();
    await appendPlans(folder.open(), KEY, 1, 2, 3);
  });
  afterEach(() => folder.dispose());

  it('says what is there and what would come back, and then does it', async () => {
    const { store, maintenance } = folder.openBoth();
    await store.load(KEY);
    const live = readFileSync(folder.file(KEY));
    const offer = await maintenance.offerCopy(KEY);
    assert.deepEqual([offer.now?.revision, offer.copy.revision], [3, 2]);
    assert.equal(offer.copy.title, `Title of ${KEY}`);
    const aside = await maintenance.restoreCopy(offer);
    assert.deepEqual(readFileSync(String(aside)), live);
    assert.match(basename(String(aside)), /^[0-9a-f]{32}\.sqlite\.replaced-[0-9a-f]{12}$/);
    for (const reader of [store, folder.open()]) {
      const { record, version, problems } = await loadExisting(reader, KEY);
      assert.deepEqual([record.plan, version, problems], [aPlan(2), 2, []]);
    }
    assert.equal((await maintenance.verify()).damaged, 0);
    await appendPlans(store, KEY, 3, 4);
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 4);
  });

  it('makes everybody decide again who had decided on what it replaced', async () => {
    const { store, maintenance } = folder.openBoth();
    const { generation } = await loadExisting(store, KEY);
    await maintenance.restoreCopy(await maintenance.offerCopy(KEY));
    // Others go on, so that the numbers would meet again.
    const other = folder.open();
    for (const revision of [3, 4, 5]) {
      assert.equal((await store.append(KEY, generation, aPlanCommit(KEY, 9))).kind, 'conflict');
      await appendPlans(other, KEY, revision);
    }
  });

  it('brings back what a damaged or missing file had before', async () => {
    writeFileSync(folder.file(KEY), 'damaged');
    const offer = await folder.maintenance.offerCopy(KEY);
    assert.deepEqual([offer.now, offer.copy.revision], [undefined, 2]);
    const aside = await folder.maintenance.restoreCopy(offer);
    assert.equal(readFileSync(String(aside), 'utf8'), 'damaged');
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 2);
    rmSync(folder.file(KEY));
    const { maintenance } = folder;
    assert.equal(await maintenance.restoreCopy(await maintenance.offerCopy(KEY)), undefined);
    const { record, problems } = await loadExisting(folder.open(), KEY);
    assert.deepEqual([record.plan?.revision, problems], [2, []]);
  });

  it('brings back a file whose checksum is right and whose content is not', async () => {
    await editSessionFile(folder.file(KEY), 'DROP TABLE session');
    const { maintenance } = folder;
    const offer = await maintenance.offerCopy(KEY);
    assert.equal(offer.now, undefined);
    await maintenance.restoreCopy(offer);
    assert.equal((await loadExisting(folder.open(), KEY)).record.plan?.revision, 2);
  });

  it('brings back the history with its sealed parts', async () => {
    const store = folder.open();
    for (let upTo = 60; upTo <= 90; upTo++) {
      await appendMany(store, KEY, upTo);
      const { maintenance } = folder;
      await maintenance.restoreCopy(await maintenance.offerCopy(KEY));
      assert.equal((await maintenance.verify()).damaged, 0, `at ${String(upTo)}`);
      const { record, generation } = await loadExisting(store, KEY);
      const next = (record.plan?.revision ?? 0) + 1;
      await store.append(KEY, generation, aPlanCommit(KEY, next));
      assert.equal((await maintenance.verify()).damaged, 0, `after ${String(upTo)}`);
    }
  });

  it('does nothing when either file is no longer what was shown', async () => {
    const { store, maintenance } = folder.openBoth();
    const offer = await maintenance.offerCopy(KEY);
    await appendPlans(store, KEY, 4);
    const before = folder.picture();
    await rejectsWith(maintenance.restoreCopy(offer), 'retry');
    assert.deepEqual(folder.picture(), before);
  });

  it('refuses without a good copy, and where a newer version wrote', async () => {
    const { maintenance } = folder;
    await rejectsWith(maintenance.offerCopy('srv:none'), 'session_not_found');
    await appendPlans(folder.open(), 'srv:young', 1);
    await rejectsWith(maintenance.offerCopy('srv:young'), 'invalid_input');
    const copy = readFileSync(folder.lastGood(KEY));
    writeFileSync(folder.lastGood(KEY), copy.subarray(1));
    const error = await rejectsWith(maintenance.offerCopy(KEY), 'store_unavailable');
    assert.match(error.message, /last good copy is damaged/);
    writeFileSync(folder.lastGood(KEY), copy);
    for (const path of [folder.file(KEY), folder.lastGood(KEY)]) {
      const whole = readFileSync(path);
      await editSessionFile(path, 'PRAGMA user_version = 99');
      await rejectsWith(maintenance.offerCopy(KEY), 'newer_version');
      writeFileSync(path, whole);
    }
  });
});
