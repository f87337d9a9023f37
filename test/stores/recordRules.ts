import assert from 'node:assert/strict';
import {
  aCall,
  aFullRecord,
  aPlan,
  aPlanCommit,
  aRecord,
  aStep,
  everyEvent,
  goneIn,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';
import type { ContractBench } from './storeContract';

const KEY = 'vscode-chat-session://local/one';

/** What goes in comes out, and only a copy of it. */
export function recordRules(bench: ContractBench): void {
  it('stores a cleared plan as a plan without steps, and a session without a plan as null', async () => {
    await bench.store.append(KEY, 0, { record: aRecord(KEY), events: [] });
    assert.equal((await loadExisting(bench.store, KEY)).record.plan, null);
    await bench.store.append(KEY, 1, { record: aRecord(KEY, { plan: aPlan(4, []) }), events: [] });
    assert.deepEqual((await loadExisting(bench.store, KEY)).record.plan, aPlan(4, []));
  });

  it('returns every field of a record as it was given', async () => {
    const steps = [
      aStep('a', { status: 'completed', active_form: 'Doing a' }),
      aStep('b', { status: 'cancelled', parent_id: 'a' }),
      aStep('c', { status: 'blocked', depends_on: ['b', 'a'] }),
      aStep('d', { status: 'in_progress' }),
    ];
    const record = aFullRecord(KEY, { plan: aPlan(9, steps) });
    await bench.store.append(KEY, 0, { record, events: [] });
    assert.deepEqual((await loadExisting(bench.store, KEY)).record, record);
    const { turn, ...ended } = record;
    assert.ok(turn);
    await bench.store.append(KEY, 1, { record: ended, events: [] });
    assert.deepEqual((await loadExisting(bench.store, KEY)).record, ended);
  });

  it('returns events of every type as they were given', async () => {
    const record = aRecord(KEY, { plan: aPlan(8) });
    const events = everyEvent();
    await bench.store.append(KEY, 0, { record, events });
    assert.deepEqual(await bench.store.events(KEY, 0, 100), {
      kind: 'events',
      events: events.map((event, at) => ({ ...event, sequence: at + 1 })),
    });
  });

  it('[FC.51] returns odd text exactly: emoji families, CJK, combining marks, direction marks, controls', async () => {
    for (const [at, text] of ODD_TEXTS.entries()) {
      const key = `${String(at)} ${text}`;
      const plan = {
        ...aPlan(1, [aStep('x', { description: text, active_form: text })]),
        explanation: text,
      };
      const commit = aPlanCommit(key, 1, { title: text, coworker: text, workspace: text, plan });
      const call = { ...aCall('call-1', text), input: text };
      await bench.store.append(key, 0, { ...commit, call });
      assert.deepEqual(
        (await loadExisting(bench.store, key)).record,
        commit.record,
        JSON.stringify(text),
      );
      assert.deepEqual(await bench.store.recordedCall(key, 'call-1'), call);
      const page = await bench.store.events(key, 0, 1);
      assert.deepEqual(page, { kind: 'events', events: [{ ...commit.events[0], sequence: 1 }] });
    }
    const titles = (await bench.store.list({}, { limit: 100 })).sessions.map(({ title }) => title);
    assert.deepEqual([...titles].sort(), [...ODD_TEXTS].sort());
  });

  it('[FC.51] returns lone surrogates in texts and refuses them in keys', async () => {
    const odd = 'half \ud83d pair';
    const plan = aPlan(1, [aStep('x', { description: odd })]);
    const commit = aPlanCommit(KEY, 1, { title: odd, plan });
    const call = aCall(odd, odd);
    await bench.store.append(KEY, 0, { ...commit, call });
    assert.deepEqual((await loadExisting(bench.store, KEY)).record, commit.record);
    assert.deepEqual(await bench.store.recordedCall(KEY, odd), call);
    for (const key of ['', odd, '\udc00']) {
      await rejectsWith(bench.store.load(key), 'invalid_input');
      await rejectsWith(
        bench.store.append(key, 0, { record: aRecord(key), events: [] }),
        'invalid_input',
      );
      await rejectsWith(bench.store.remove(key), 'invalid_input');
    }
  });

  it('[PTx.17] never shares a value with its caller', async () => {
    const given = () => ({ ...aPlanCommit(KEY, 1), record: aFullRecord(KEY, { plan: aPlan(1) }) });
    const commit = given();
    const written = bench.store.append(KEY, 0, commit);
    spoil(commit);
    spoil(await written);
    const reads = async () => [
      await bench.store.load(KEY),
      await bench.store.recordedCall(KEY, 'call-1'),
      await bench.store.events(KEY, 0, 1),
      await bench.store.list({}, { limit: 1 }),
      await bench.store.removedSteps(KEY, [goneIn(1)]),
    ];
    const before = await reads();
    const { record, events, call } = given();
    assert.deepEqual(before.slice(0, 3), [
      { record, version: 1, generation: 1, problems: [], readOnly: false },
      call,
      { kind: 'events', events: [{ ...events[0], sequence: 1 }] },
    ]);
    assert.deepEqual(before[4], new Map([[goneIn(1), 1]]));
    spoil(await reads());
    assert.deepEqual(await reads(), before);
  });

  it('[DP.96] opens a session that needs an unknown capability for reading only', async () => {
    const record = aRecord(KEY, { required_capabilities: ['durable_plans', 'telepathy'] });
    const outcome = await bench.store.append(KEY, 0, { record, events: [] });
    const loaded = await loadExisting(bench.store, KEY);
    assert.deepEqual(outcome.kind === 'appended' && outcome.problems, loaded.problems);
    assert.equal(loaded.readOnly, true);
    assert.deepEqual(
      loaded.problems.map(({ kind }) => kind),
      ['newer_version'],
    );
    assert.match(String(loaded.problems[0]?.message), /telepathy/);
    await rejectsWith(bench.store.append(KEY, 1, aPlanCommit(KEY, 1)), 'newer_version');
    assert.deepEqual((await loadExisting(bench.store, KEY)).record, record);
  });
}

/** Changes everything that can be reached, frozen or not: nothing of it may be in what is kept. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (value instanceof Map) {
    value.clear();
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    spoil(part);
    Reflect.deleteProperty(value, key);
  }
  Reflect.set(value, 'spoiled', true);
}

const ODD_TEXTS = [
  '👨‍👩‍👧‍👦 family and 🏳️‍🌈',
  '計画を立てる 한국어 中文',
  'e\u0301 a\u0308\u0323 Z\u0351\u036b\u0343',
  'left \u202e thgir \u2066mixed\u2069',
  'C1 \u0085 \u009b31m ESC \u001b[31m DEL \u007f',
  'NUL \u0000 inside\u0000',
  '\ufeffBOM, \u200b\u200d zero width, \uffff',
  `quotes ' " \` \\ ; -- DROP TABLE step`,
  `long ${'é'.repeat(50_000)}`,
];
