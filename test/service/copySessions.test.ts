import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../src/domain/planError';
import { verbatim } from '../../src/domain/sentence';
import { createMemoryMaintenance } from '../../src/stores/memoryMaintenance';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { copySessions, sessionsBehind } from '../../src/service/copySessions';
import type { PlanStore } from '../../src/service/planStore';
import { NEVER_CANCELLED } from '../../src/service/ports';
import { step, update } from '../domain/planFixtures';
import { fakeLog } from '../support/fakeLog';
import { aPlanCommit, appendPlans, loadExisting } from '../support/storeFixtures';
import { openBench, SESSION } from './serviceFixtures';

const log = fakeLog();

function aStore(store = createMemoryStore({ log })) {
  return { store, maintenance: createMemoryMaintenance(store) };
}

function copy(from: ReturnType<typeof aStore>, to: PlanStore, signal = NEVER_CANCELLED) {
  return copySessions(from, to, { log, signal });
}

/** Everything that the port tells of a session. */
async function contentOf(store: PlanStore, key: string) {
  const { record, version } = await loadExisting(store, key);
  const page = await store.events(key, 0, 1_000);
  const events = page.kind === 'events' ? page.events : [];
  const ids = events.flatMap(({ call_id }) => (call_id === undefined ? [] : [call_id]));
  const calls = await Promise.all(ids.map((id) => store.recordedCall(key, id)));
  const steps = events.flatMap((event) =>
    event.type === 'plan_updated' ? event.data.plan.steps.map(({ id }) => id) : [],
  );
  const removed = await store.removedSteps(key, [...new Set(steps)]);
  return { record, version, events, calls, removed: [...removed].sort() };
}

/** Fails at the n-th append from now on, before or after it was written. */
function breaking(store: PlanStore, at: number, isWritten: boolean): PlanStore {
  let appends = 0;
  const failure = new PlanError('store_unavailable', 'Gone.', { details: { retry: true } });
  return {
    ...store,
    load: (key) => store.load(key),
    events: (...given) => store.events(...given),
    append: async (...given) => {
      appends += 1;
      if (appends >= at && !isWritten) throw failure;
      const outcome = await store.append(...given);
      if (appends >= at) throw failure;
      return outcome;
    },
  };
}

describe('copying sessions into another store', () => {
  it('takes the whole log along: events, answers to calls, ids that were used, turns and metadata', async () => {
    const bench = openBench(createMemoryStore({ log }));
    await bench.openTurn();
    await bench.asHosted('call-1', update(0, [step('a'), step('b')]));
    await bench.asHosted('call-2', update(9, [step('x')]));
    await bench.asHosted('call-3', update(1, [step('b', { status: 'completed' })]));
    const from = aStore(bench.store);
    const to = aStore();
    assert.deepEqual(await copy(from, to.store), {
      ...{ sessions: 1, copied: 1, there: 0, different: [], failed: [], cancelled: false },
    });
    const there = await contentOf(to.store, SESSION);
    assert.deepEqual(there, await contentOf(bench.store, SESSION));
    assert.deepEqual(there.removed, [['a', 2]]);
    assert.equal(there.calls.filter(Boolean).length, 3);
    assert.deepEqual(await sessionsBehind(from.store, to.store), []);
    // It is no other call there.
    const continued = openBench(to.store);
    const again = await continued.asHosted(
      'call-3',
      update(1, [step('b', { status: 'completed' })]),
    );
    assert.equal(again.isError, false);
    assert.equal((await loadExisting(to.store, SESSION)).version, there.version);
  });

  it('can be broken off anywhere and begun again; nothing is there twice', async () => {
    const from = aStore();
    await appendPlans(from.store, 'one', 1, 2, 3, 4);
    await appendPlans(from.store, 'two', 1, 2);
    const point = fc.tuple(fc.integer({ min: 1, max: 7 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(point, { maxLength: 4 }), async (breaks) => {
        const to = aStore();
        for (const [at, isWritten] of breaks)
          await copy(from, breaking(to.store, at, isWritten)).catch(() => undefined);
        const summary = await copy(from, to.store);
        assert.equal(summary.copied + summary.there, 2);
        for (const key of ['one', 'two'])
          assert.deepEqual(await contentOf(to.store, key), await contentOf(from.store, key));
        assert.equal((await copy(from, to.store)).there, 2);
      }),
      { numRuns: 40 },
    );
  });

  it('goes on with a session that grew, and leaves one alone that is another or went on there', async () => {
    const from = aStore();
    const to = aStore();
    for (const key of ['grown', 'ahead', 'forked']) await appendPlans(from.store, key, 1, 2);
    await copy(from, to.store);
    await appendPlans(from.store, 'grown', 3);
    await appendPlans(to.store, 'ahead', 3);
    await appendPlans(from.store, 'forked', 3);
    const other = aPlanCommit('forked', 3, { title: 'Another' });
    const [event] = other.events;
    assert.ok(event);
    await to.store.append('forked', 2, { ...other, events: [{ ...event, turn_id: 'another' }] });
    await appendPlans(from.store, 'foreign', 1);
    await to.store.append('foreign', 0, { ...aPlanCommit('foreign', 1), events: [] });
    const before = await contentOf(to.store, 'forked');
    const summary = await copy(from, to.store);
    assert.deepEqual(summary.different.map(({ key }) => key).sort(), ['foreign', 'forked']);
    assert.deepEqual([summary.copied, summary.there], [1, 1]);
    assert.deepEqual(await contentOf(to.store, 'forked'), before);
    // What went on there has everything of here.
    assert.deepEqual(await sessionsBehind(from.store, to.store), []);
    await appendPlans(from.store, 'grown', 4);
    await appendPlans(from.store, 'fresh', 1);
    assert.deepEqual(await sessionsBehind(from.store, to.store), ['fresh', 'grown']);
  });

  it('goes on wherever it stopped in what turns, calls and refusals left in a log', async () => {
    const acts = fc.constantFrom('write', 'refused', 'turn', 'copy' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 16 }), async (life) => {
        const bench = openBench(createMemoryStore({ log }));
        const [from, to] = [aStore(bench.store), aStore()];
        let [turn, revision, calls] = [await bench.openTurn(), 0, 0];
        for (const act of [...life, 'copy'] as const) {
          const id = `call-${String((calls += 1))}`;
          if (act === 'write') await bench.asHosted(id, update(revision++, [step(id)]));
          else if (act === 'refused') await bench.asHosted(id, update(99, [step(id)]));
          else if (act === 'turn') {
            await bench.endTurn(turn);
            turn = await bench.beginTurn();
          } else {
            assert.deepEqual((await copy(from, to.store)).different, []);
            const [have, want] = [
              await contentOf(to.store, SESSION),
              await contentOf(bench.store, SESSION),
            ];
            // A turn that runs is of the store in use.
            assert.deepEqual(have.events, want.events);
            assert.deepEqual([have.record.plan, have.calls], [want.record.plan, want.calls]);
            assert.deepEqual(have.removed, want.removed);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes the name and the pin along that a person gave after the log was copied, over no other name', async () => {
    const here = openBench(createMemoryStore({ log }));
    const there = openBench(createMemoryStore({ log }));
    const [from, to] = [aStore(here.store), there.store];
    await here.openTurn();
    await here.asHosted('call-1', update(0, [step('a')]));
    await copy(from, to);
    const rename = (bench: typeof here, title: string) =>
      bench.service.execute({ kind: 'rename_session', session: SESSION, title });
    await rename(here, 'Named here');
    await here.service.execute({ kind: 'pin_session', session: SESSION, pinned: true });
    assert.equal((await copy(from, to)).copied, 1);
    assert.deepEqual(await contentOf(to, SESSION), await contentOf(here.store, SESSION));
    await rename(there, 'Named there');
    await rename(here, 'Named here again');
    assert.deepEqual([(await copy(from, to)).there, (await copy(from, to)).there], [1, 1]);
    assert.equal((await loadExisting(to, SESSION)).record.title, 'Named there');
  });

  it('takes nothing of a session that a newer version wrote, and says so', async () => {
    const from = aStore();
    const to = aStore();
    await appendPlans(from.store, 'newer', 1);
    const required_capabilities = ['capability_of_tomorrow'];
    await from.store.append('newer', 1, aPlanCommit('newer', 2, { required_capabilities }));
    await appendPlans(from.store, 'one', 1);
    const summary = await copy(from, to.store);
    assert.deepEqual([summary.copied, summary.failed.map(({ key }) => key)], [1, ['newer']]);
    assert.equal(await to.store.load('newer'), undefined);
  });

  it('ends when it is cancelled, and names what cannot be read', async () => {
    const from = aStore();
    for (let at = 0; at < 20; at++) await appendPlans(from.store, `s${String(at)}`, 1);
    const to = aStore();
    let done = 0;
    const signal = {
      get cancelled() {
        return done >= 6;
      },
    };
    const summary = await copySessions(from, to.store, {
      ...{ log, signal },
      onSession: (now, total) => {
        done = now;
        assert.equal(total, 20);
      },
    });
    assert.ok(summary.cancelled && summary.copied >= 6 && summary.copied < 20);
    const damaged = {
      ...from,
      maintenance: {
        export: (key: string) =>
          key === 's3'
            ? Promise.reject(new PlanError('store_unavailable', 'Damaged.', { details: {} }))
            : from.maintenance.export(key),
      },
    };
    const unlisted: PlanStore = {
      ...from.store,
      load: (key) => from.store.load(key),
      recordedCall: (...given) => from.store.recordedCall(...given),
      list: async (...given) => ({
        ...(await from.store.list(...given)),
        unreadable: [{ location: 'file.sqlite', reason: verbatim('Damaged.') }],
      }),
    };
    const options = { log, signal: NEVER_CANCELLED };
    const rest = await copySessions({ ...damaged, store: unlisted }, to.store, options);
    assert.deepEqual(rest.failed, [
      { key: 'file.sqlite', title: 'file.sqlite' },
      { key: 's3', title: 'Title of s3' },
    ]);
    assert.deepEqual([rest.copied + rest.there, rest.sessions], [19, 21]);
  });
});
