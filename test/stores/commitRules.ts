import assert from 'node:assert/strict';
import { PlanError } from '../../src/domain/planError';
import type { SessionCommit } from '../../src/service/planStore';
import {
  aCall,
  aFullRecord,
  aPlan,
  aPlanCommit,
  appendPlans,
  aRecord,
  aStep,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';
import type { ContractBench } from './storeContract';

const KEY = 'vscode-chat-session://local/one';

/** When a commit becomes durable, and when nothing does. */
export function commitRules(bench: ContractBench): void {
  it('knows nothing of a session that was never written', async () => {
    assert.equal(await bench.store.load(KEY), undefined);
    assert.equal(await bench.store.recordedCall(KEY, 'call-1'), undefined);
    assert.deepEqual(await bench.store.events(KEY, 0, 10), { kind: 'events', events: [] });
    await bench.store.remove(KEY);
  });

  it('[DP.75] stores plan, recorded call and events of a commit together', async () => {
    const commit = aPlanCommit(KEY, 1);
    const outcome = await bench.store.append(KEY, 0, commit);
    const events = commit.events.map((event, at) => ({ ...event, sequence: at + 1 }));
    const numbers = { version: 1, generation: 1 };
    assert.deepEqual(outcome, { kind: 'appended', events, ...numbers, problems: [] });
    assert.deepEqual(await bench.store.load(KEY), {
      record: commit.record,
      version: 1,
      generation: 1,
      problems: [],
      readOnly: false,
    });
    assert.deepEqual(await bench.store.recordedCall(KEY, 'call-1'), commit.call);
    assert.deepEqual(await bench.store.events(KEY, 0, 10), { kind: 'events', events });
  });

  it('raises the generation and not the version when a commit has no events', async () => {
    await appendPlans(bench.store, KEY, 1);
    const record = aRecord(KEY, { title: 'Renamed', plan: aPlan(1) });
    const outcome = await bench.store.append(KEY, 1, { record, events: [] });
    const numbers = { version: 1, generation: 2 };
    assert.deepEqual(outcome, { kind: 'appended', events: [], ...numbers, problems: [] });
    assert.equal((await loadExisting(bench.store, KEY)).record.title, 'Renamed');
  });

  it('answers a writer who is late with a conflict and changes nothing', async () => {
    await appendPlans(bench.store, KEY, 1, 2);
    for (const late of [0, 1, 3]) {
      assert.deepEqual(await bench.store.append(KEY, late, aPlanCommit(KEY, 9)), {
        kind: 'conflict',
      });
    }
    assert.deepEqual(await bench.store.append('srv:other', 1, aPlanCommit('srv:other', 1)), {
      kind: 'conflict',
    });
    assert.equal(await bench.store.load('srv:other'), undefined);
    const { record, version, generation } = await loadExisting(bench.store, KEY);
    assert.deepEqual([record.plan, version, generation], [aPlan(2), 2, 2]);
    assert.equal(await bench.store.recordedCall(KEY, 'call-9'), undefined);
  });

  it('lets exactly one of many writers at once win a generation', async () => {
    const writers = [1, 2, 3, 4, 5, 6].map((n) =>
      bench.store.append(KEY, 0, { ...aPlanCommit(KEY, 1), call: aCall(`racer-${String(n)}`) }),
    );
    const outcomes = await Promise.all(writers);
    assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), [
      'appended',
      ...Array<string>(5).fill('conflict'),
    ]);
  });

  it('[FC.22] answers a call id that is already recorded with a conflict, so that its answer is read', async () => {
    await appendPlans(bench.store, KEY, 1);
    const again = { ...aPlanCommit(KEY, 2), call: aCall('call-1', 'Another answer') };
    assert.deepEqual(await bench.store.append(KEY, 1, again), { kind: 'conflict' });
    assert.deepEqual(await bench.store.recordedCall(KEY, 'call-1'), aCall('call-1'));
  });

  it('[DP.89] writes nothing when the call was cancelled before its turn came', async () => {
    await appendPlans(bench.store, KEY, 1);
    const signal = { cancelled: false };
    const first = bench.store.append(KEY, 1, aPlanCommit(KEY, 2));
    const second = bench.store.append(KEY, 2, aPlanCommit(KEY, 3), { cancelled: true });
    await first;
    await rejectsWith(second, 'cancelled');
    assert.equal((await loadExisting(bench.store, KEY)).generation, 2);
    assert.equal((await bench.store.append(KEY, 2, aPlanCommit(KEY, 3), signal)).kind, 'appended');
  });

  it('refuses a commit that it could not read again', async () => {
    const record = aRecord(KEY, { plan: aPlan(1) });
    const [event] = aPlanCommit(KEY, 1).events;
    const withSteps = (...steps: object[]) =>
      aRecord(KEY, { plan: aPlan(1, steps as ReturnType<typeof aStep>[]) });
    const result = { isError: false, content: [{ type: 'image', text: 'x' }] };
    const bad: Readonly<Record<string, object>> = {
      'an unknown status': { record: withSteps({ ...aStep('a'), status: 'done' }), events: [] },
      'an id twice': { record: withSteps(aStep('a'), aStep('a')), events: [] },
      'a parent that is not there': {
        record: withSteps(aStep('a', { parent_id: 'b' })),
        events: [],
      },
      'a prerequisite that is not there': {
        record: withSteps(aStep('a'), aStep('b', { depends_on: ['a', 'c'] })),
        events: [],
      },
      'the key of another session': { record: aRecord('srv:other'), events: [] },
      'an unknown event': { record, events: [{ ...event, type: 'plan_exploded' }] },
      'an event with other data': { record, events: [{ ...event, data: { name: 'x' } }] },
      'an event without a time': { record, events: [{ ...event, at: undefined }] },
      'an event with more than is kept': { record, events: [{ ...event, mood: 'fine' }] },
      'an answer of another form': { record, events: [], call: { ...aCall('c'), result } },
      'a turn without its owner': {
        record: { ...record, turn: { ...aFullRecord(KEY).turn, owner: undefined } },
        events: [],
      },
      'a configuration with more than is kept': {
        record: { ...record, configuration: { ...record.configuration, mood: 'fine' } },
        events: [],
      },
      'the removal of a step that is there': { record, events: [], removedSteps: ['x', 'two'] },
      'a removal without a plan': { record: aRecord(KEY), events: [], removedSteps: ['x'] },
      'a removal of what is no id': { record, events: [], removedSteps: [7] },
      ...Object.fromEntries(
        NO_JSON.map((value) => [
          `a value like ${Object.prototype.toString.call(value)} in an answer`,
          { record, events: [], call: { ...aCall('c'), result: anAnswer({ deep: [value] }) } },
        ]),
      ),
      'an answer with __proto__': {
        record,
        events: [{ ...event, data: { ...event?.data, result: anAnswer(PROTO) } }],
      },
      'a description of __proto__': {
        record: { ...record, configuration: { ...record.configuration, descriptions: PROTO } },
        events: [],
      },
      'a call without its input': { record, events: [], call: { ...aCall('c'), input: undefined } },
    };
    for (const [what, commit] of Object.entries(bad)) {
      const refused = bench.store.append(KEY, 0, commit as SessionCommit);
      await assert.rejects(refused, (error) => !PlanError.is(error), what);
    }
    assert.equal(await bench.store.load(KEY), undefined);
    const empty = { record: aRecord(KEY), events: [], removedSteps: [] };
    assert.equal((await bench.store.append(KEY, 0, empty)).kind, 'appended');
  });

  it('takes a property that is undefined for one that is not there', async () => {
    const call = {
      ...aCall('c'),
      result: { ...aCall('c').result, structuredContent: { a: undefined } },
    };
    const record = aRecord(KEY, { turn: undefined });
    const written = await bench.store.append(KEY, 0, { record, events: [], call });
    assert.equal(written.kind, 'appended');
    const recorded = await bench.store.recordedCall(KEY, 'c');
    assert.equal(JSON.stringify(recorded), JSON.stringify(call));
    assert.equal((await loadExisting(bench.store, KEY)).record.turn, undefined);
  });

  it('pages events by cursor and refuses a cursor beyond the last', async () => {
    await appendPlans(bench.store, KEY, 1, 2, 3, 4, 5);
    const page = async (after: number, limit: number) => {
      const got = await bench.store.events(KEY, after, limit);
      return got.kind === 'reset' ? 'reset' : got.events.map(({ sequence }) => sequence);
    };
    assert.deepEqual(await page(0, 2), [1, 2]);
    assert.deepEqual(await page(2, 100), [3, 4, 5]);
    assert.deepEqual(await page(5, 100), []);
    assert.equal(await page(6, 100), 'reset');
    assert.deepEqual(await bench.store.events('srv:unknown', 3, 1), { kind: 'reset' });
    await rejectsWith(bench.store.events(KEY, -1, 1), 'invalid_input');
  });

  it('keeps sessions apart', async () => {
    await appendPlans(bench.store, KEY, 1, 2);
    await appendPlans(bench.store, `${KEY}#other`, 1);
    assert.equal((await loadExisting(bench.store, KEY)).record.plan?.revision, 2);
    assert.equal((await loadExisting(bench.store, `${KEY}#other`)).record.plan?.revision, 1);
    assert.equal(await bench.store.recordedCall(`${KEY}#other`, 'call-2'), undefined);
  });
}

/** What JSON has no form for. */
const NO_JSON = [NaN, Infinity, 7n, undefined, () => 1, Symbol('s'), new Map(), new Date(0)];
const PROTO = JSON.parse('{ "__proto__": "x" }') as Record<string, string>;

function anAnswer(structuredContent: Record<string, unknown>): object {
  return { isError: false, content: [], structuredContent };
}
