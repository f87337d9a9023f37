import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentence } from '../../../src/domain/sentence';
import { openStore } from '../../../src/stores/openStore';
import { editSessionFile } from '../../support/editSessionFile';
import { appendMany } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { sharedSqlJs } from '../../support/sqliteFolder';
import { aPlanCommit, appendPlans, aRecord, rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('Inspecting and exporting a session', () => {
  let folder: MaintainedFolder;
  beforeEach(() => {
    folder = new MaintainedFolder();
  });
  afterEach(() => folder.dispose());

  it('inspects a session: its numbers, its files, its health', async () => {
    const store = folder.open();
    const workspace = 'file:///w';
    await store.append(KEY, 0, aPlanCommit(KEY, 1, { workspace }));
    await store.append(KEY, 1, aPlanCommit(KEY, 2, { workspace }));
    await store.append(KEY, 2, { record: aRecord(KEY, { workspace, plan: null }), events: [] });
    const { files = [], ...inspected } = (await folder.maintenance.inspect(KEY)) ?? {};
    assert.deepEqual(inspected, {
      ...{ session: KEY, store: 'sqlite', file: folder.file(KEY), schema_version: 2 },
      ...{ title: `Title of ${KEY}`, coworker: 'chat', workspace },
      ...{ created: '2030-01-01T00:00:00.000Z', updated: '2030-01-01T00:00:00.000Z' },
      ...{ revision: 0, version: 2, events: 2, generation: 3, read_only: false },
      health: 'damaged',
      problems: [sentence`The replay of the events gives another plan than the stored one.`],
    });
    const sizes = readdirSync(folder.folder)
      .filter((name) => name.includes('.sqlite'))
      .map((name) => ({ name, bytes: readFileSync(join(folder.folder, name)).length }));
    assert.deepEqual(
      files,
      sizes.sort((a, b) => a.name.length - b.name.length),
    );
    assert.equal(await folder.maintenance.inspect('srv:unknown'), undefined);
  });

  it('inspects what cannot be read as far as it goes', async () => {
    await appendPlans(folder.open(), KEY, 1, 2);
    for (const path of [folder.file(KEY), folder.lastGood(KEY)]) writeFileSync(path, 'xy');
    const inspected = (await folder.maintenance.inspect(KEY)) ?? assert.fail();
    assert.deepEqual([inspected.session, inspected.health], [KEY, 'damaged']);
    assert.deepEqual(
      inspected.files.map(({ bytes }) => bytes),
      [2, 2],
    );
    assert.equal(inspected.revision, undefined);
  });

  it('exports what is stored of a session, and names the events that cannot be read', async () => {
    await appendMany(folder.open(), KEY, 150);
    const whole = (await folder.maintenance.export(KEY)) ?? assert.fail();
    const sequences = Array.from({ length: 150 }, (_, at) => at + 1);
    assert.deepEqual(
      whole.events.map(({ sequence }) => sequence),
      sequences,
    );
    assert.deepEqual([whole.version, whole.missing, whole.record.plan?.revision], [150, [], 150]);
    await editSessionFile(folder.file(KEY), 'DELETE FROM event WHERE sequence IN (147, 150)');
    const holed = (await folder.maintenance.export(KEY)) ?? assert.fail();
    assert.deepEqual(holed.missing, [147, 150]);
    assert.equal(holed.events.length, 148);
    assert.equal(await folder.maintenance.export('srv:unknown'), undefined);
  });

  it('inspects and exports what is in memory, and says of the rest that it does not apply', async () => {
    const runtime = { log: folder.log, sqlJs: sharedSqlJs };
    const { store, maintenance } = await openStore({ kind: 'memory' }, runtime);
    await appendPlans(store, KEY, 1, 2);
    const inspected = (await maintenance.inspect(KEY)) ?? assert.fail();
    assert.deepEqual(
      [inspected.store, inspected.revision, inspected.events, inspected.file, inspected.files],
      ['memory', 2, 2, undefined, []],
    );
    const exported = (await maintenance.export(KEY)) ?? assert.fail();
    assert.deepEqual([exported.version, exported.events.length], [2, 2]);
    assert.deepEqual(exported.record, (await store.load(KEY))?.record);
    assert.equal(await maintenance.inspect('srv:none'), undefined);
    assert.equal(await maintenance.export('srv:none'), undefined);
    const offer = { session: KEY, now: undefined, copy: { title: '', revision: 1, updated: '' } };
    for (const refused of [
      maintenance.verify(),
      maintenance.compact(KEY),
      maintenance.offerCopy(KEY),
      maintenance.restoreCopy({ ...offer, token: '' }),
      maintenance.trash(KEY),
      maintenance.trashed(),
      maintenance.untrash('x'),
    ]) {
      assert.match((await rejectsWith(refused, 'invalid_input')).message, /in memory/);
    }
    assert.equal(await maintenance.sweepTrash(0), 0);
    await store.close();
  });
});
