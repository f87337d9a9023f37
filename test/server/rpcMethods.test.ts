import assert from 'node:assert/strict';
import type { Coworker } from '../../src/server/coworkers';
import { step } from '../domain/planFixtures';
import { RpcBench } from './rpcBench';

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
  });

  it('[DP.9] has no tool and no guidance where the coworker does not plan', async () => {
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
});
