import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { appendMany } from '../../support/grownSession';
import { aCall, appendPlans, loadExisting, rejectsWith } from '../../support/storeFixtures';
import type { MaintainedSubject } from './maintenanceContract';

const KEY = 'vscode-chat-session://local/one';
const DAY = 24 * 60 * 60_000;

/** What people can rely on when they delete a plan. */
export function trashRules(subject: () => MaintainedSubject): void {
  it('lists what was deleted, newest first, and brings it back with all of its history', async () => {
    const { store, maintenance } = subject();
    assert.deepEqual(await maintenance.trashed(), []);
    await appendMany(store, KEY, 30);
    await appendPlans(store, 'srv:other', 1);
    const heard: string[] = [];
    store.watch((session) => heard.push(session));
    await maintenance.trash(KEY);
    // The time of a file is as fine as the clock of the kernel: some milliseconds.
    await wait(20);
    await maintenance.trash('srv:other');
    assert.deepEqual(heard, [KEY, 'srv:other']);
    assert.equal(await store.load(KEY), undefined);
    const [newest, oldest, ...more] = await subject().another().maintenance.trashed();
    assert.ok(newest && oldest && more.length === 0);
    assert.equal(newest.session, 'srv:other');
    assert.ok(Math.abs(Date.now() - oldest.trashed) < 60_000);
    const { session, title, revision, updated } = oldest;
    assert.deepEqual(
      { session, title, revision, updated },
      {
        ...{ session: KEY, title: `Title of ${KEY}`, revision: 30 },
        updated: '2030-01-01T00:00:00.000Z',
      },
    );
    assert.equal(await maintenance.untrash(oldest.id), KEY);
    assert.equal((await loadExisting(store, KEY)).version, 30);
    const page = await store.events(KEY, 0, 30);
    assert.equal(page.kind === 'events' && page.events.length, 30);
    assert.deepEqual(await store.recordedCall(KEY, 'call-1'), aCall('call-1'));
    const { sessions } = await subject().another().store.list({}, { limit: 9 });
    assert.deepEqual(
      sessions.map(({ key }) => key),
      [KEY],
    );
    assert.equal((await maintenance.verify()).damaged, 0);
    await rejectsWith(maintenance.untrash(oldest.id), 'session_not_found');
    await rejectsWith(maintenance.untrash('../../x'), 'session_not_found');
    await maintenance.trash('srv:unknown');
  });

  it('shows what it can, whatever is wrong with one of them', async () => {
    const { store, maintenance } = subject();
    for (const key of [KEY, 'srv:other']) await appendPlans(store, key, 1);
    await subject().damageRecord(KEY);
    await maintenance.trash(KEY);
    await maintenance.trash('srv:other');
    const sessions = (await subject().another().maintenance.trashed()).map(
      ({ session }) => session,
    );
    assert.ok(sessions.includes('srv:other'));
    assert.equal(await store.load(KEY), undefined);
  });

  it('gives nothing back in the place of a session that exists again, and keeps both apart', async () => {
    const { store, maintenance } = subject();
    await appendMany(store, KEY, 2);
    await maintenance.trash(KEY);
    await appendPlans(store, KEY, 1);
    const [trashed] = await maintenance.trashed();
    const refused = await rejectsWith(
      maintenance.untrash(trashed?.id ?? ''),
      'invalid_input',
    ).catch((error: unknown) => error);
    assert.match(String(refused), /has a plan again/);
    assert.equal((await loadExisting(store, KEY)).version, 1);
    await maintenance.trash(KEY);
    const listed = await maintenance.trashed();
    assert.deepEqual(listed.map(({ revision }) => revision).sort(), [1, 2]);
    await maintenance.untrash(trashed?.id ?? '');
    assert.equal((await loadExisting(store, KEY)).record.plan?.revision, 2);
  });

  it('empties the trash of what is there for more than 30 days, once a day, whoever comes first', async () => {
    const { store, maintenance } = subject();
    const now = Date.now();
    assert.equal(await maintenance.sweepTrash(now), 0);
    for (const key of ['srv:a', 'srv:b']) {
      await appendPlans(store, key, 1);
      await maintenance.trash(key);
    }
    assert.equal(await maintenance.sweepTrash(now + 29.5 * DAY), 0);
    // Now they are old enough, but it was looked at today.
    assert.equal(await maintenance.sweepTrash(now + 30.3 * DAY), 0);
    assert.equal((await maintenance.trashed()).length, 2);
    const later = now + 31 * DAY;
    const both = [maintenance, subject().another().maintenance].map((one) => one.sweepTrash(later));
    assert.deepEqual((await Promise.all(both)).sort(), [0, 2]);
    assert.deepEqual(await maintenance.trashed(), []);
    // A clock that was far ahead once keeps nobody from it later.
    for (const ahead of [400, 40]) {
      await appendPlans(store, 'srv:c', 1);
      await maintenance.trash('srv:c');
      assert.equal(await maintenance.sweepTrash(now + ahead * DAY), 1);
    }
  });
}
