import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { editSessionFile } from '../../support/editSessionFile';
import { appendMany, withFreeRoom } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { aPlan, appendPlans, loadExisting, rejectsWith } from '../../support/storeFixtures';
import { writeVersionOneFile } from '../../support/versionOneFile';

const KEY = 'vscode-chat-session://local/one';

describe('Compacting a session', () => {
  let folder: MaintainedFolder;
  beforeEach(() => {
    folder = new MaintainedFolder();
  });
  afterEach(() => folder.dispose());

  it('gives free room back and keeps every row, event, answer and removed step', async () => {
    const { store, maintenance } = folder.openBoth();
    await appendMany(store, KEY, 100);
    await withFreeRoom(store, KEY);
    const everything = async (reader = folder.open()) => ({
      loaded: await loadExisting(reader, KEY),
      events: await reader.events(KEY, 0, 1_000),
      call: await reader.recordedCall(KEY, 'call-1'),
      late: await reader.recordedCall(KEY, 'call-99'),
      removed: await reader.removedSteps(KEY, ['gone-in-1', 'gone-in-99', 'never']),
    });
    const before = await everything();
    const { bytesBefore, bytesAfter } = await maintenance.compact(KEY);
    assert.ok(bytesBefore > 200_000 && bytesAfter < bytesBefore - 150_000);
    assert.deepEqual(await everything(), before);
    // The store that was open all the time goes on from it.
    assert.deepEqual(await everything(store), before);
    await appendMany(store, KEY, before.loaded.generation + 1);
    assert.equal((await folder.maintenance.verify()).damaged, 0);
  });

  it('says how much it gave back, and keeps the file before as the last good copy', async () => {
    const { store, maintenance } = folder.openBoth();
    await appendMany(store, KEY, 20);
    await withFreeRoom(store, KEY);
    const large = readFileSync(folder.file(KEY));
    const { bytesBefore, bytesAfter } = await maintenance.compact(KEY);
    const gain = large.length - statSync(folder.file(KEY)).size;
    assert.ok(gain > 150_000);
    assert.equal(bytesBefore - bytesAfter, gain);
    assert.deepEqual(readFileSync(folder.lastGood(KEY)), large);
  });

  it('writes nothing when there is nothing to gain', async () => {
    await appendPlans(folder.open(), KEY, 1, 2);
    const { maintenance } = folder;
    await maintenance.compact(KEY);
    const picture = () => [folder.picture(), statSync(folder.file(KEY)).ino];
    const before = picture();
    const { bytesBefore, bytesAfter } = await maintenance.compact(KEY);
    assert.equal(bytesAfter, bytesBefore);
    assert.deepEqual(picture(), before);
  });

  it('keeps a file of an older version one of that version', async () => {
    await writeVersionOneFile(folder.file(KEY), KEY, [aPlan(1), aPlan(2)]);
    await editSessionFile(
      folder.file(KEY),
      `CREATE TABLE room AS SELECT zeroblob(300000) AS z; DROP TABLE room`,
    );
    const inspected = async () => ({ ...(await folder.maintenance.inspect(KEY)), files: [] });
    const before = await inspected();
    assert.equal(before.schema_version, 1);
    const { bytesBefore, bytesAfter } = await folder.maintenance.compact(KEY);
    assert.ok(bytesAfter < bytesBefore);
    assert.deepEqual(await inspected(), before);
  });

  it('keeps rows that cannot be read as they are', async () => {
    await appendPlans(folder.open(), KEY, 1, 2);
    await withFreeRoom(folder.open(), KEY);
    await editSessionFile(folder.file(KEY), `UPDATE step SET status = 'done' WHERE position = 0`);
    const problems = (await folder.maintenance.inspect(KEY))?.problems;
    assert.ok(problems?.length);
    await folder.maintenance.compact(KEY);
    assert.deepEqual((await folder.maintenance.inspect(KEY))?.problems, problems);
  });

  it('leaves alone what is damaged, newer or not there', async () => {
    const { maintenance } = folder;
    await rejectsWith(maintenance.compact('srv:none'), 'session_not_found');
    await appendPlans(folder.open(), KEY, 1, 2);
    await editSessionFile(folder.file(KEY), 'PRAGMA user_version = 99');
    const newer = folder.picture();
    await rejectsWith(maintenance.compact(KEY), 'newer_version');
    assert.deepEqual(folder.picture(), newer);
    writeFileSync(folder.file(KEY), 'x');
    const damaged = folder.picture();
    await rejectsWith(maintenance.compact(KEY), 'store_unavailable');
    assert.deepEqual(folder.picture(), damaged);
  });
});
