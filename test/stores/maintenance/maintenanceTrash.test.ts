import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { appendMany } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import {
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const DAY = 24 * 60 * 60_000;

describe('The trash of a store', () => {
  let folder: MaintainedFolder;
  beforeEach(() => {
    folder = new MaintainedFolder();
  });
  afterEach(() => folder.dispose());

  const trash = () => join(folder.folder, 'trash');
  const entries = () => readdirSync(trash()).filter((name) => !name.startsWith('.'));

  it('lists what was deleted, newest first, and brings it back with all of its history', async () => {
    const { store, maintenance } = folder.openBoth();
    assert.deepEqual(await maintenance.trashed(), []);
    await appendMany(store, KEY, 150);
    await appendPlans(store, 'srv:other', 1);
    const before = folder.picture();
    const heard: string[] = [];
    store.watch((session) => heard.push(session));
    await maintenance.trash(KEY);
    // The time of a file is as fine as the clock of the kernel: some milliseconds.
    await wait(20);
    await maintenance.trash('srv:other');
    assert.deepEqual(heard, [KEY, 'srv:other']);
    assert.equal(await store.load(KEY), undefined);
    assert.deepEqual(folder.names(), []);
    const [newest, oldest] = await maintenance.trashed();
    assert.equal(newest?.session, 'srv:other');
    assert.ok(oldest && Date.now() - oldest.trashed < 60_000);
    const { session, title, revision, updated } = oldest;
    const expected = { session: KEY, title: `Title of ${KEY}`, revision: 150 };
    assert.deepEqual({ session, title, revision }, expected);
    assert.equal(updated, '2030-01-01T00:00:00.000Z');
    assert.equal(await maintenance.untrash(oldest.id), KEY);
    await maintenance.untrash(newest.id);
    assert.deepEqual(folder.picture(), before);
    assert.deepEqual(entries(), []);
    assert.equal((await loadExisting(store, KEY)).version, 150);
    assert.equal((await maintenance.verify()).damaged, 0);
    await rejectsWith(maintenance.untrash(oldest.id), 'session_not_found');
    await maintenance.trash('srv:unknown');
  });

  it('gives nothing back in the place of a session that exists again', async () => {
    const { store, maintenance } = folder.openBoth();
    await appendPlans(store, KEY, 1, 2);
    await maintenance.trash(KEY);
    await appendPlans(store, KEY, 1);
    const [trashed] = await maintenance.trashed();
    const before = folder.picture();
    const refused = await rejectsWith(
      maintenance.untrash(trashed?.id ?? ''),
      'invalid_input',
    ).catch((error: unknown) => error);
    assert.match(String(refused), /has a plan again/);
    assert.deepEqual(folder.picture(), before);
    // Also where only its copy is left.
    renameSync(folder.file(KEY), folder.lastGood(KEY));
    await assert.rejects(maintenance.untrash(trashed?.id ?? ''), /has a plan again/);
  });

  it('keeps two deleted plans of one chat apart', async () => {
    const { store, maintenance } = folder.openBoth();
    for (const count of [2, 1]) {
      await appendMany(store, KEY, count);
      await maintenance.trash(KEY);
    }
    const listed = await maintenance.trashed();
    assert.deepEqual(listed.map(({ revision }) => revision).sort(), [1, 2]);
    const first = listed.find(({ revision }) => revision === 2);
    await maintenance.untrash(first?.id ?? '');
    await assertRevision(store, KEY, 2);
  });

  it('does not list what cannot be read or is none of ours', async () => {
    const { store, maintenance } = folder.openBoth();
    await appendPlans(store, KEY, 1);
    await maintenance.trash(KEY);
    const [entry = ''] = entries();
    mkdirSync(join(trash(), 'something'));
    mkdirSync(join(trash(), `${'0'.repeat(32)}-00000000-0000-4000-8000-000000000000`));
    writeFileSync(join(trash(), 'file'), '');
    assert.equal((await maintenance.trashed()).length, 1);
    const [live = ''] = readdirSync(join(trash(), entry));
    writeFileSync(join(trash(), entry, live), 'damaged');
    assert.deepEqual(await maintenance.trashed(), []);
    await rejectsWith(maintenance.untrash(entry), 'session_not_found');
    await rejectsWith(maintenance.untrash('../../x'), 'session_not_found');
  });

  it('does not take for a deleted plan what is left of a deletion that was cut off', async () => {
    const { store, maintenance } = folder.openBoth();
    await appendPlans(store, KEY, 1, 2);
    const [live, copy] = [folder.file(KEY), folder.lastGood(KEY)].map((path) => readFileSync(path));
    await maintenance.trash(KEY);
    const [entry = ''] = entries();
    rmSync(join(trash(), entry, folder.file(KEY).slice(folder.folder.length + 1)));
    writeFileSync(folder.file(KEY), live ?? '');
    writeFileSync(folder.lastGood(KEY), copy ?? '');
    assert.deepEqual(await maintenance.trashed(), []);
  });

  it('is emptied of what is there for more than 30 days, once a day, by whoever comes first', async () => {
    const { store, maintenance } = folder.openBoth();
    const now = Date.now();
    assert.equal(await maintenance.sweepTrash(now), 0);
    assert.deepEqual(readdirSync(folder.root), [], 'a look at no trash makes a folder');
    for (const key of ['srv:a', 'srv:b']) {
      await appendPlans(store, key, 1);
      await maintenance.trash(key);
    }
    assert.equal(await maintenance.sweepTrash(now + 29.5 * DAY), 0);
    // Now they are old enough, but it was looked at today.
    assert.equal(await maintenance.sweepTrash(now + 30.3 * DAY), 0);
    assert.equal(entries().length, 2);
    const later = now + 31 * DAY;
    const both = [maintenance.sweepTrash(later), folder.maintenance.sweepTrash(later)];
    assert.deepEqual((await Promise.all(both)).sort(), [0, 2]);
    assert.deepEqual(entries(), []);
    // A clock that was far ahead once keeps nobody from it later.
    for (const ahead of [400, 40]) {
      await appendPlans(store, 'srv:c', 1);
      await maintenance.trash('srv:c');
      assert.equal(await maintenance.sweepTrash(now + ahead * DAY), 1);
    }
  });

  it('is emptied in parts of 100, the oldest first', async () => {
    const { maintenance } = folder.openBoth();
    for (let entry = 0; entry < 103; entry++) {
      const tail = String(entry).padStart(12, '0');
      const path = join(trash(), `${'a'.repeat(32)}-00000000-0000-4000-8000-${tail}`);
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, `${'a'.repeat(32)}.sqlite`), '');
    }
    const oldest = statSync(join(trash(), entries().sort()[0] ?? '')).ctimeMs;
    const later = oldest + 31 * DAY;
    assert.equal(await maintenance.sweepTrash(later), 100);
    assert.equal(entries().length, 3);
    assert.equal(await maintenance.sweepTrash(later + 2 * DAY), 3);
  });

  it('goes on with what a sweep that was cut off left behind', async () => {
    const gone = join(trash(), `${'a'.repeat(32)}-00000000-0000-4000-8000-000000000000.gone`);
    mkdirSync(gone, { recursive: true });
    writeFileSync(join(gone, 'x'), '');
    const { maintenance } = folder;
    assert.deepEqual(await maintenance.trashed(), []);
    await maintenance.sweepTrash(Date.now());
    assert.deepEqual(entries(), []);
  });
});
