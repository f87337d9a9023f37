import assert from 'node:assert/strict';
import type { Coworker } from '../../src/server/coworkers';
import { step } from '../domain/planFixtures';
import { RpcBench, type Heard } from './rpcBench';

const COWORKERS: readonly Coworker[] = [
  { id: 'planner', name: 'Planner', configuration: { planning: true, subtasks: false } },
  { id: 'plain', name: 'Plain', configuration: { planning: false, subtasks: false } },
  {
    id: 'quiet',
    name: 'Quiet',
    configuration: {
      planning: true,
      subtasks: false,
      plan_mode: false,
      inject: false,
      guidance: '',
    },
  },
];
const PLAN = { expected_revision: 0, steps: [step('a'), step('b')] };

interface Snapshot {
  readonly sessionId: string;
  readonly cursor: string;
  readonly turn: { readonly turnId: string } | null;
  readonly plan?: { readonly revision: number } | null;
}
interface Tools {
  readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
  readonly guidance: string | null;
}

describe('the JSON-RPC server', () => {
  let bench: RpcBench;
  beforeEach(() => {
    bench = new RpcBench({ coworkers: COWORKERS });
  });
  afterEach(async () => {
    bench.stop();
    await bench.ended;
  });

  const call = (
    turn: { sessionId: string; turnId: string },
    callId: string,
    args: unknown = PLAN,
  ) => bench.request('tool/call', { ...turn, callId, name: 'update_plan', arguments: args });

  it('[DP.46] [DP.47] says what it can, and which coworkers plan', async () => {
    assert.deepEqual(await bench.result('initialize', { clientInfo: { name: 'x' } }), {
      serverInfo: { name: 'session-plans', version: '1.2.3' },
      capabilities: { durable_plans: true },
      coworkers: [
        { id: 'planner', name: 'Planner', planning: true, plan_mode: true, subtasks: false },
        { id: 'plain', name: 'Plain', planning: false, plan_mode: false, subtasks: false },
        { id: 'quiet', name: 'Quiet', planning: true, plan_mode: false, subtasks: false },
      ],
    });
    assert.ok(await bench.result('initialize'));
  });

  it('[DP.10] makes a session with a snapshot, and no parameter can switch planning on', async () => {
    const made = await bench.result('session/create', { coworker: 'planner', title: 'Release' });
    const { sessionId } = made;
    assert.match(String(sessionId), /^srv:[0-9a-f-]{36}$/);
    assert.deepEqual(made, {
      ...{ sessionId, coworker: 'planner', title: 'Release' },
      ...{ cursor: '1', turn: null, plan: null },
    });
    const plain = await bench.result('session/create', { coworker: 'plain' });
    assert.ok(!('plan' in plain));
    for (const wrong of [
      { coworker: 'plain', planning: true },
      { coworker: 'nobody' },
      { coworker: 'planner', title: 'two\nlines' },
      { coworker: 'planner', title: 'x'.repeat(121) },
      {},
    ]) {
      assert.equal(await bench.failure('session/create', wrong), -32602, JSON.stringify(wrong));
    }
  });

  it('[DP.48] [DP.49] [DP.50] runs a turn: the plan, its revision, and the event', async () => {
    const turn = await bench.planned();
    const { result } = await call(turn, 'call-1');
    assert.equal(result?.['isError'], false);
    const { sessionId, turnId } = turn;
    const snapshot = await bench.result<Snapshot>('session/snapshot', { sessionId });
    assert.deepEqual([snapshot.plan?.revision, snapshot.turn], [1, { turnId }]);
    const read = await bench.result<{ events: Record<string, unknown>[]; cursor: string }>(
      'event/read',
      { sessionId, after: '0' },
    );
    assert.deepEqual(
      read.events.map(({ cursor, type, turn_id, call_id }) => [cursor, type, turn_id, call_id]),
      [
        ['1', 'session_created', undefined, undefined],
        ['2', 'turn_started', turnId, undefined],
        ['3', 'plan_updated', turnId, 'call-1'],
      ],
    );
    assert.equal(read.cursor, '3');
    assert.deepEqual(await bench.result('turn/end', turn), {});
    const after = await bench.result<Snapshot>('session/snapshot', { sessionId });
    assert.deepEqual([after.turn, after.cursor], [null, '4']);
  });

  it('[FC.22] answers a call that comes again as it did, and refuses its id for another input', async () => {
    const turn = await bench.planned();
    const first = await call(turn, 'call-1');
    const { sessionId } = turn;
    const before = await bench.result('session/snapshot', { sessionId });
    assert.deepEqual((await call(turn, 'call-1')).result, first.result);
    assert.deepEqual(await bench.result('session/snapshot', { sessionId }), before);
    const other = await call(turn, 'call-1', { ...PLAN, explanation: 'other' });
    assert.equal(other.result?.['isError'], true);
  });

  it('a refusal is a result; what breaks a schema is an error that names the place, and leaves no trace', async () => {
    const turn = await bench.planned();
    const { sessionId } = turn;
    const stale = await call(turn, 'c1', { expected_revision: 7, steps: [] });
    assert.equal(stale.result?.['isError'], true);
    const before = await bench.result('session/snapshot', { sessionId });
    const broken = await call(turn, 'c2', { expected_revision: 0, steps: [{ id: 1 }] });
    assert.equal(broken.error?.code, -32602);
    assert.match(broken.error.message, /steps\[0\]\.id/);
    // Missing arguments are an empty object.
    const none = await bench.request('tool/call', { ...turn, callId: 'c3', name: 'update_plan' });
    assert.equal(none.error?.code, -32602);
    const read = await bench.result('tool/call', { ...turn, callId: 'c4', name: 'read_plan' });
    assert.equal(read['isError'], false);
    const after = await bench.result<Snapshot>('session/snapshot', { sessionId });
    // Of a turn that is ours every answer is recorded, so the reading is; the broken ones are not.
    assert.equal(Number(after.cursor), Number(before['cursor']) + 1);
  });

  it('[PM.30] has a code for everything that can go wrong', async () => {
    const turn = await bench.planned();
    const { sessionId } = turn;
    const gone = { sessionId: 'srv:none' };
    for (const [code, method, params] of [
      [-32601, 'session/destroy', {}],
      [-32601, 'tool/call', { ...turn, callId: 'c', name: 'add_subtask', arguments: {} }],
      [-32601, 'tool/call', { ...turn, callId: 'c', name: 'toString', arguments: {} }],
      [-32602, 'session/snapshot', {}],
      [-32602, 'session/snapshot', { sessionId, more: 1 }],
      [-32602, 'session/snapshot', [sessionId]],
      [-32602, 'session/snapshot', 'x'],
      [-32602, 'event/read', { sessionId, after: 'x' }],
      [-32602, 'event/read', { sessionId, after: '01' }],
      [-32602, 'event/read', { sessionId, after: '-1' }],
      [-32602, 'event/read', { sessionId, after: 1 }],
      [-32602, 'event/read', { sessionId, after: '0', limit: 1_001 }],
      [-32602, 'event/read', { sessionId, after: '0', limit: 0 }],
      [-32602, 'session/list', { limit: 1.5 }],
      [-32602, 'session.setPlanMode', { sessionId, active: 'yes' }],
      [-32602, 'session.setPlanMode', { sessionId }],
      [-32004, 'session/snapshot', gone],
      [-32004, 'session/attach', gone],
      [-32004, 'event/read', { ...gone, after: '0' }],
      [-32004, 'turn/start', gone],
      [-32004, 'turn/end', { ...gone, turnId: 't' }],
      [-32004, 'tool/list', gone],
      [-32004, 'tool/call', { ...gone, turnId: 't', callId: 'c', name: 'read_plan' }],
      [-32004, 'session.planMode', gone],
      [-32004, 'session.setPlanMode', { ...gone, active: true }],
      [-32004, 'model/boundary', { ...gone, turnId: 't' }],
      [-32005, 'turn/end', { sessionId, turnId: 'other' }],
      [-32005, 'model/boundary', { sessionId, turnId: 'other' }],
      [-32005, 'tool/call', { sessionId, turnId: 'other', callId: 'c', name: 'read_plan' }],
    ] as const) {
      assert.equal(
        await bench.failure(method, params),
        code,
        `${method} ${JSON.stringify(params)}`,
      );
    }
  });

  it('lists the tools of the session as they are told to a model, with the guidance', async () => {
    const { sessionId } = await bench.planned();
    const { tools, guidance } = await bench.result<Tools>('tool/list', { sessionId });
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('update_plan') && names.includes('exit_plan_mode'));
    assert.ok(!names.includes('set_dependency'));
    assert.match(guidance ?? '', /update_plan/);
    const quiet = await bench.planned('quiet');
    const listed = await bench.result<Tools>('tool/list', { sessionId: quiet.sessionId });
    assert.equal(listed.guidance, null);
    assert.ok(!listed.tools.some(({ name }) => name === 'exit_plan_mode'));
    const plain = await bench.planned('plain');
    assert.deepEqual(await bench.result('tool/list', { sessionId: plain.sessionId }), {
      tools: [],
      guidance: null,
    });
    const call = { ...plain, callId: 'c', name: 'update_plan', arguments: PLAN };
    assert.equal(await bench.failure('tool/call', call), -32601);
  });

  it('lists sessions with the newest first, in pages, and counts where the coworker plans', async () => {
    const turn = await bench.planned();
    await call(turn, 'c');
    await bench.planned('plain');
    const listed: Record<string, unknown>[] = [];
    let after: string | undefined;
    do {
      const page = await bench.result<{ sessions: Record<string, unknown>[]; next?: string }>(
        'session/list',
        { limit: 1, after },
      );
      listed.push(...page.sessions);
      after = page.next;
    } while (after !== undefined);
    const [planner, plain] = ['planner', 'plain'].map((id) =>
      listed.find(({ coworker }) => coworker === id),
    );
    assert.equal(listed.length, 2);
    const { sessionId } = turn;
    const updatedAt = '2026-01-02T03:04:05.000Z';
    const counts = { revision: 1, completed: 0, total: 2 };
    assert.deepEqual(planner, {
      ...{ sessionId, coworker: 'planner', title: 'Do a', ...counts, updatedAt },
    });
    assert.ok(plain && !('revision' in plain) && !('total' in plain));
    assert.equal(await bench.failure('session/list', { after: 'nonsense' }), -32602);
  });

  it('[PM.12] [PM.13] [PM.14] [PM.15] [PM.16] answers plan mode: pending until the boundary, null where it does not exist', async () => {
    const turn = await bench.planned();
    const { sessionId } = turn;
    const mode = () => bench.result('session.planMode', { sessionId });
    assert.deepEqual(await mode(), { active: false });
    assert.deepEqual(await bench.result('session.setPlanMode', { sessionId, active: true }), {
      active: false,
      pending: true,
    });
    const first = await bench.result('model/boundary', { ...turn, requestId: 'r1' });
    assert.deepEqual(first['planMode'], { active: true });
    assert.match(String(first['modeGuidance']), /plan mode/i);
    assert.deepEqual([first['reminder'], first['notice']], [null, null]);
    await bench.result('session.setPlanMode', { sessionId, active: false });
    // The same request gets the answer that was recorded for it.
    assert.deepEqual(await bench.result('model/boundary', { ...turn, requestId: 'r1' }), first);
    const second = await bench.result('model/boundary', { ...turn, requestId: 'r2' });
    assert.deepEqual([second['planMode'], second['modeGuidance']], [{ active: false }, null]);
    assert.match(String(second['notice']), /ended/);
    const quiet = await bench.planned('quiet');
    for (const method of ['session.planMode', 'session.setPlanMode']) {
      const params = {
        sessionId: quiet.sessionId,
        ...(method.includes('set') && { active: true }),
      };
      assert.equal(await bench.result(method, params), null);
    }
  });

  it('reminds of the plan at the boundary, where the coworker wants it', async () => {
    const turn = await bench.planned();
    await call(turn, 'c');
    const { reminder } = await bench.result<{ reminder: { text: string; cache: object } }>(
      'model/boundary',
      turn,
    );
    assert.match(reminder.text, /Revision: 1[^]*\[a\] Do a/);
    assert.deepEqual(reminder.cache, { ttl: '5m' });
    const quiet = await bench.planned('quiet');
    await call(quiet, 'c');
    assert.equal((await bench.result('model/boundary', quiet))['reminder'], null);
  });

  it('asks nobody when a model wants to leave plan mode, and approves nothing', async () => {
    const turn = await bench.planned();
    await call(turn, 'c');
    await bench.result('session.setPlanMode', { sessionId: turn.sessionId, active: true });
    await bench.result('model/boundary', turn);
    const exit = {
      ...turn,
      callId: 'x',
      name: 'exit_plan_mode',
      arguments: { expected_revision: 1 },
    };
    const { result } = await bench.request('tool/call', exit);
    assert.equal(result?.['isError'], true);
    const { events } = await bench.result<{ events: { type: string }[] }>('event/read', {
      ...{ sessionId: turn.sessionId, after: '0' },
    });
    assert.ok(!events.some(({ type }) => type === 'plan_reviewed'));
    assert.equal(events.at(-1)?.type, 'tool_finished');
  });

  const answersOf = (ids: readonly number[]): Heard[] =>
    bench.heard.filter(({ id }) => ids.includes(id as number));

  it('answers requests of a session in the order in which they came, also those that make no sense', async () => {
    const turn = await bench.planned();
    const { sessionId } = turn;
    const plan = (revision: number) => ({
      ...{ ...turn, callId: `c${String(revision)}`, name: 'update_plan' },
      arguments: { ...PLAN, expected_revision: revision, explanation: String(revision) },
    });
    const ids = [
      bench.send('tool/call', plan(0)),
      bench.send('session/snapshot', { sessionId, more: 1 }),
      bench.send('tool/call', plan(1)),
      bench.send('session/snapshot', { sessionId }),
      bench.send('turn/end', turn),
      bench.send('turn/start', { sessionId }),
    ];
    await bench.until(({ id }) => id === ids.at(-1));
    const answers = answersOf(ids);
    assert.deepEqual(
      answers.map(({ id }) => id),
      ids,
    );
    assert.equal((answers[3]?.result?.['plan'] as { revision: number }).revision, 2);
    assert.deepEqual(answers[4]?.result, {});
  });

  it('withdraws what a cancelled turn has not committed, without waiting for it', async () => {
    const turn = await bench.planned();
    const { sessionId } = turn;
    const ids = [
      bench.send('tool/call', { ...turn, callId: 'c', name: 'update_plan', arguments: PLAN }),
      bench.send('turn/cancel', turn),
    ];
    await bench.until(({ id }) => id === ids[1]);
    const [called, cancelled] = answersOf(ids);
    assert.deepEqual(cancelled?.result, {});
    const { plan } = await bench.result<Snapshot>('session/snapshot', { sessionId });
    // Either it was committed before, whole, or nothing of it is there.
    assert.equal(called?.error?.code === -32005, plan === null);
  });
});
