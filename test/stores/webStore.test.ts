import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editSessionFile } from '../support/editSessionFile';
import { SqliteFolder } from '../support/sqliteFolder';
import { aPlanCommit, appendPlans, loadExisting } from '../support/storeFixtures';
import { WebFolder } from '../support/webFolder';
import { describeMaintenance } from './maintenance/maintenanceContract';
import { describeStoreContract } from './storeContract';

const KEY = 'vscode-chat-session://local/one';

const open = async () => {
  const folder = await WebFolder.make();
  const { store } = folder.openBoth();
  return {
    store,
    second: () => folder.openBoth().store,
    errors: () =>
      folder.log.entries.filter(({ level }) => level === 'error').map(({ message }) => message),
    reopen: async () => {
      await store.close();
      return folder.openBoth().store;
    },
    dispose: () => folder.dispose(),
  };
};

describeStoreContract('The store in a browser', open, { durable: true });

describeMaintenance('The store in a browser', async () => {
  const folder = await WebFolder.make();
  const edit = (session: string, sql: string) => editSessionFile(folder.file(session), sql);
  return {
    ...folder.openBoth(),
    another: (options = {}) => folder.openBoth(options),
    damageEvent: (session, sequence) =>
      edit(session, `UPDATE event SET data = '{' WHERE sequence = ${String(sequence)}`),
    damageCall: (session, callId) =>
      edit(session, `UPDATE call SET result = '[]' WHERE call_id = '${callId}'`),
    damageRecord: (session) => {
      writeFileSync(folder.file(session), 'damaged');
      return Promise.resolve();
    },
    makeNewer: (session) => edit(session, 'PRAGMA user_version = 99'),
    dispose: () => folder.dispose(),
  };
});

describe('The store in a browser', () => {
  let folder: WebFolder;
  beforeEach(async () => {
    folder = await WebFolder.make();
  });
  afterEach(() => folder.dispose());

  it('keeps nothing but session files, each with its last good copy, and makes no folder to look', async () => {
    const { store } = folder.openBoth();
    assert.equal(await store.load(KEY), undefined);
    await store.list({}, { limit: 1 });
    assert.equal(existsSync(folder.folder), false);
    await appendPlans(store, KEY, 1, 2);
    await store.list({}, { limit: 1 });
    await store.close();
    const [live, lastGood, ...more] = readdirSync(folder.folder).sort();
    assert.match(live ?? '', /^[0-9a-f]{32}\.sqlite$/);
    assert.equal(lastGood, `${live ?? ''}.last-good`);
    assert.deepEqual(more, []);
  });

  it('writes what a store on a machine reads, and the other way round', async () => {
    await appendPlans(folder.openBoth().store, KEY, 1, 2);
    const machine = new SqliteFolder();
    cpSync(folder.folder, machine.folder, { recursive: true });
    const there = machine.open();
    assert.equal((await loadExisting(there, KEY)).record.plan?.revision, 2);
    await appendPlans(there, KEY, 3);
    cpSync(machine.file(KEY), folder.file(KEY));
    assert.equal((await loadExisting(folder.openBoth().store, KEY)).record.plan?.revision, 3);
    await machine.dispose();
  });

  it('loses nothing that was committed, wherever a window ends', async () => {
    for (let steps = 0; ; steps++) {
      const key = `srv:${String(steps)}`;
      await appendPlans(folder.openBoth().store, key, 1, 2);
      let left = steps;
      folder.beforeStep = () => {
        if (left-- <= 0) throw new Error('The window is gone.');
      };
      const { store } = folder.openBoth();
      const outcome = await appendPlans(store, key, 3).then(
        () => 'committed',
        () => 'cut off',
      );
      folder.beforeStep = () => undefined;
      const again = folder.openBoth().store;
      const { record } = await loadExisting(again, key);
      if (outcome === 'committed') {
        assert.equal(record.plan?.revision, 3);
        assert.ok(steps >= 5, `a commit took ${String(steps)} steps`);
        return;
      }
      assert.ok([2, 3].includes(record.plan?.revision ?? 0), `after ${String(steps)} steps`);
      await appendPlans(again, key, (record.plan?.revision ?? 0) + 1);
    }
  });

  it('goes on from the last good copy when the live file is damaged, and keeps the damaged one', async () => {
    await appendPlans(folder.openBoth().store, KEY, 1, 2);
    writeFileSync(folder.file(KEY), 'damaged');
    const { store } = folder.openBoth();
    const { record, problems } = await loadExisting(store, KEY);
    assert.deepEqual([record.plan?.revision, problems[0]?.kind], [1, 'restored_last_good']);
    await appendPlans(store, KEY, 2);
    const [damaged, ...more] = folder.names().filter((name) => name.includes('.damaged-'));
    assert.deepEqual(more, []);
    assert.equal(readFileSync(join(folder.folder, damaged ?? ''), 'utf8'), 'damaged');
  });

  it('keeps the latest eight damaged files beside the session, and the others in the trash', async () => {
    await appendPlans(folder.openBoth().store, KEY, 1, 2);
    const damage = (at: number) => `damaged ${at}`;
    for (let at = 1; at <= 10; at++) {
      writeFileSync(folder.file(KEY), damage(at));
      await appendPlans(folder.openBoth().store, KEY, 2);
    }
    const isDamaged = (name: string) => name.includes('.damaged-');
    const contents = (names: readonly string[]) =>
      names
        .filter(isDamaged)
        .map((name) => readFileSync(join(folder.folder, name), 'utf8'))
        .sort();
    const beside = readdirSync(folder.folder);
    const all = readdirSync(folder.folder, { recursive: true }).map(String);
    assert.equal(beside.filter(isDamaged).length, 8);
    assert.ok(contents(beside).includes(damage(10)));
    assert.deepEqual(contents(all), Array.from({ length: 10 }, (_, at) => damage(at + 1)).sort());
  });

  it('sees what another window wrote when it reads, and refuses what was decided without it', async () => {
    const [here, there] = [folder.openBoth().store, folder.openBoth().store];
    await appendPlans(here, KEY, 1);
    await loadExisting(there, KEY);
    await appendPlans(here, KEY, 2);
    assert.equal((await loadExisting(there, KEY)).record.plan?.revision, 2);
    await appendPlans(here, KEY, 3);
    assert.equal((await there.append(KEY, 2, aPlanCommit(KEY, 9))).kind, 'conflict');
    assert.equal((await loadExisting(there, KEY)).record.plan?.revision, 3);
  });

  it('tells a window of what another one wrote', async () => {
    const [here, there] = [folder.openBoth().store, folder.openBoth().store];
    await appendPlans(here, KEY, 1);
    const heard = new Promise((resolve) => there.watch(resolve));
    // The watch of a folder begins a moment after it was asked for.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await appendPlans(here, KEY, 2);
    assert.equal(await heard, KEY);
  });
});
