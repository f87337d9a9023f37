import assert from 'node:assert/strict';
import type { PlanStore } from '../../../src/service/planStore';
import type { StoreMaintenance, VerifiedSession } from '../../../src/service/storeMaintenance';
import { assertTranslatable } from '../../support/assertTranslatable';
import { appendMany } from '../../support/grownSession';
import {
  aCall,
  aPlan,
  aPlanCommit,
  appendPlans,
  goneIn,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';
import { trashRules } from './trashRules';

/** A store and the care for it, and what a test can do behind their backs. */
export interface MaintainedSubject {
  readonly store: PlanStore;
  readonly maintenance: StoreMaintenance;
  /** Another one over the same data, as another process has it. */
  another(options?: { keepRevisions?: number }): {
    store: PlanStore;
    maintenance: StoreMaintenance;
  };
  /** Puts a text that makes no event in the place of one. */
  damageEvent(session: string, sequence: number): Promise<void>;
  /** Puts a text that makes no answer in the place of a recorded one. */
  damageCall(session: string, callId: string): Promise<void>;
  /** Nothing can be read of the record of the session any more. */
  damageRecord(session: string): Promise<void>;
  /** The session is one that a newer version wrote. */
  makeNewer(session: string): Promise<void>;
  dispose(): Promise<void>;
}

const KEY = 'vscode-chat-session://local/one';

/** What people can rely on wherever plans are kept. */
export function describeMaintenance(name: string, open: () => Promise<MaintainedSubject>): void {
  describe(`${name} keeps the contract of maintenance`, () => {
    let subject: MaintainedSubject;
    beforeEach(async () => {
      subject = await open();
    });
    afterEach(() => subject.dispose());

    async function verified(session?: string) {
      const sessions: VerifiedSession[] = [];
      const onSession = (found: VerifiedSession) => sessions.push(found);
      const options = { onSession, ...(session !== undefined && { session }) };
      const summary = await subject.maintenance.verify(options);
      for (const { problems } of sessions) problems.forEach(assertTranslatable);
      return { summary, sessions };
    }

    it('inspects a session: its numbers, what it takes, its health', async () => {
      const { store, maintenance } = subject;
      const workspace = 'file:///w';
      for (const revision of [1, 2])
        await store.append(KEY, revision - 1, aPlanCommit(KEY, revision, { workspace }));
      const inspected = (await maintenance.inspect(KEY)) ?? assert.fail();
      const { session, title, coworker, revision, version, events, generation, files } = inspected;
      assert.deepEqual([session, title, coworker], [KEY, `Title of ${KEY}`, 'chat']);
      assert.deepEqual([revision, version, events, generation], [2, 2, 2, 2]);
      assert.deepEqual([inspected.workspace, inspected.read_only], [workspace, false]);
      assert.deepEqual([inspected.health, inspected.problems], ['ok', []]);
      assert.ok(files.length > 0 && files.every(({ bytes }) => bytes > 0), JSON.stringify(files));
      assert.equal(await maintenance.inspect('srv:unknown'), undefined);
    });

    it('finds sessions whole, and nothing where there is none', async () => {
      const { store } = subject;
      const none = { sessions: 0, damaged: 0, newer: 0, cancelled: false };
      assert.deepEqual((await verified()).summary, none);
      await appendMany(store, KEY, 3);
      await appendMany(store, 'srv:é', 60);
      const { summary, sessions } = await verified();
      assert.deepEqual(summary, { ...none, sessions: 2 });
      const found = sessions.find(({ session }) => session === KEY);
      assert.deepEqual(
        [found?.title, found?.health, found?.problems],
        [`Title of ${KEY}`, 'ok', []],
      );
      assert.equal((await verified('srv:unknown')).summary.sessions, 0);
      assert.equal((await verified(KEY)).summary.sessions, 1);
    });

    it('finds events and answers that cannot be read, and exports the rest', async () => {
      const { store, maintenance } = subject;
      await appendMany(store, KEY, 5);
      await appendMany(store, 'srv:other', 2);
      await subject.damageEvent(KEY, 3);
      await subject.damageCall(KEY, 'call-2');
      const { summary, sessions } = await verified();
      assert.deepEqual([summary.sessions, summary.damaged], [2, 1]);
      const said = sessions.find(({ session }) => session === KEY)?.problems.join('\n') ?? '';
      assert.match(said, /1 recorded answer cannot be read/);
      assert.match(said, /Events that cannot be read: 3\./);
      assert.equal((await maintenance.inspect(KEY))?.health, 'damaged');
      const exported = (await maintenance.export(KEY)) ?? assert.fail();
      assert.deepEqual([exported.missing, exported.version], [[3], 5]);
      assert.deepEqual(
        exported.events.map(({ sequence }) => sequence),
        [1, 2, 4, 5],
      );
      const again = subject.another().store;
      await rejectsWith(again.recordedCall(KEY, 'call-2'), 'store_unavailable');
      assert.deepEqual(await again.events(KEY, 0, 5), { kind: 'reset' });
      // The rest goes on.
      await appendPlans(again, KEY, 6);
    });

    it('lists what cannot be read as such, and hides no other', async () => {
      const { store } = subject;
      for (const key of [KEY, 'srv:other']) await appendPlans(store, key, 1);
      await subject.damageRecord(KEY);
      const { sessions, unreadable } = await subject.another().store.list({}, { limit: 9 });
      const keys = sessions.map(({ key }) => key);
      assert.ok(keys.includes('srv:other'));
      // A file may have a last good copy.
      assert.equal(keys.length + unreadable.length, 2);
      for (const { location, reason } of unreadable) {
        assert.match(location, /\S/);
        assertTranslatable(reason);
      }
    });

    it('does not call damaged what a newer version wrote, and leaves it alone', async () => {
      await appendMany(subject.store, KEY, 3);
      await subject.makeNewer(KEY);
      const { maintenance } = subject.another({ keepRevisions: 1 });
      const summary = await maintenance.verify();
      assert.deepEqual([summary.damaged, summary.newer], [0, 1]);
      await rejectsWith(maintenance.compact(KEY), 'newer_version');
    });

    it('ends between two sessions when it is cancelled, and tells the progress', async () => {
      for (const key of ['srv:a', 'srv:b', 'srv:c']) await appendPlans(subject.store, key, 1);
      const signal = { cancelled: false };
      const totals: number[] = [];
      const onSession = (_found: VerifiedSession, total: number) => {
        totals.push(total);
        signal.cancelled = totals.length === 2;
      };
      const { sessions, cancelled } = await subject.maintenance.verify({ signal, onSession });
      assert.deepEqual([totals, sessions, cancelled], [[3, 3], 2, true]);
    });

    it('finds nothing wrong beside a writer that never rests', async () => {
      const writer = subject.another().store;
      await appendMany(writer, KEY, 20);
      const rest = { now: false };
      const writes = (async () => {
        for (let revision = 21; !rest.now; revision++) await appendMany(writer, KEY, revision);
      })();
      for (let look = 0; look < 8; look++) {
        const { sessions } = await verified();
        assert.deepEqual(
          sessions.flatMap(({ problems }) => problems),
          [],
        );
      }
      rest.now = true;
      await writes;
    });

    it('exports what is stored of a session', async () => {
      await appendMany(subject.store, KEY, 40);
      const { record, events, version, missing } =
        (await subject.maintenance.export(KEY)) ?? assert.fail();
      assert.deepEqual([record.plan, version, missing], [aPlan(40), 40, []]);
      assert.deepEqual(
        events.map(({ sequence }) => sequence),
        Array.from({ length: 40 }, (_, at) => at + 1),
      );
      assert.equal(await subject.maintenance.export('srv:unknown'), undefined);
    });

    it('restores what can be had of a damaged session, and keeps what was there', async () => {
      await appendMany(subject.another().store, KEY, 5);
      await subject.damageRecord(KEY);
      const { maintenance } = subject.another();
      const [offer, late] = [await maintenance.offerCopy(KEY), await maintenance.offerCopy(KEY)];
      assert.equal(offer.now, undefined);
      assert.ok(offer.copy.revision >= 4, String(offer.copy.revision));
      const aside = await maintenance.restoreCopy(offer);
      assert.ok(aside !== undefined && aside.length > 10);
      await assert.rejects(maintenance.restoreCopy(late));
      const again = subject.another().store;
      const { record, generation } = await loadExisting(again, KEY);
      assert.deepEqual(record.plan, aPlan(offer.copy.revision));
      assert.ok(generation > 5, 'who decided on what is gone would find his generation again');
      assert.equal((await subject.maintenance.verify()).damaged, 0);
      await appendPlans(again, KEY, offer.copy.revision + 1);
      assert.deepEqual(await maintenance.trashed(), []);
      await rejectsWith(subject.maintenance.offerCopy('srv:unknown'), 'session_not_found');
    });

    it('compacts to what a person wants to keep: older events go, no answer and no used id', async () => {
      const revisions = 120;
      await appendMany(subject.store, KEY, revisions);
      const everything = await subject.another().maintenance.compact(KEY);
      assert.ok(everything.bytesAfter <= everything.bytesBefore);
      const whole = await subject.store.events(KEY, 0, revisions);
      assert.equal(whole.kind === 'events' && whole.events.length, revisions);
      const { bytesBefore, bytesAfter } = await subject
        .another({ keepRevisions: 20 })
        .maintenance.compact(KEY);
      assert.ok(bytesAfter < bytesBefore, `${String(bytesBefore)} to ${String(bytesAfter)}`);
      const { store } = subject.another();
      const exported = (await subject.maintenance.export(KEY)) ?? assert.fail();
      const first = exported.events[0]?.sequence ?? 0;
      assert.ok(first > 1 && first <= revisions - 20 + 1, String(first));
      assert.deepEqual(exported.missing, []);
      assert.deepEqual(await store.events(KEY, first - 2, 5), { kind: 'reset' });
      const page = await store.events(KEY, first - 1, 2);
      assert.deepEqual(page.kind === 'events' && page.events, exported.events.slice(0, 2));
      for (const revision of [1, 60, revisions]) {
        const callId = `call-${String(revision)}`;
        assert.deepEqual(await store.recordedCall(KEY, callId), aCall(callId));
        const gone = await store.removedSteps(KEY, [goneIn(revision)]);
        assert.deepEqual(gone, new Map([[goneIn(revision), revision]]));
      }
      assert.equal((await subject.maintenance.verify()).damaged, 0);
      await appendPlans(store, KEY, revisions + 1);
      assert.equal((await loadExisting(subject.store, KEY)).version, revisions + 1);
      await rejectsWith(subject.maintenance.compact('srv:unknown'), 'session_not_found');
    });

    trashRules(() => subject);
  });
}
