import assert from 'node:assert/strict';
import { PLANNER, type Coworker } from '../../src/server/coworkers';
import { step } from '../domain/planFixtures';
import { RpcBench, type Heard } from './rpcBench';

const QUIET: Coworker = {
  id: 'quiet',
  name: 'Quiet',
  configuration: { planning: true, subtasks: false, plan_mode: false, inject: false, guidance: '' },
};
const PLAN = { expected_revision: 0, steps: [step('a'), step('b')] };

interface Snapshot {
  readonly plan?: { readonly revision: number } | null;
}

describe('turns over JSON-RPC', () => {
  let bench: RpcBench;
  beforeEach(() => {
    bench = new RpcBench({ coworkers: [PLANNER, QUIET] });
  });
  afterEach(async () => {
    bench.stop();
    await bench.ended;
  });

  const call = (turn: { sessionId: string; turnId: string }, callId: string) =>
    bench.request('tool/call', { ...turn, callId, name: 'update_plan', arguments: PLAN });

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

  it('keeps what was answered for a request from a turn that is over, and gives it to none that is', async () => {
    const old = await bench.planned();
    const { sessionId } = old;
    await bench.result('turn/cancel', old);
    const { turnId } = await bench.result<{ turnId: string }>('turn/start', { sessionId });
    const request = { sessionId, turnId, requestId: 'r1' };
    await bench.result('session.setPlanMode', { sessionId, active: true });
    const first = await bench.result('model/boundary', request);
    assert.equal(await bench.failure('model/boundary', { ...old, requestId: 'r1' }), -32005);
    assert.deepEqual(await bench.result('model/boundary', request), first);
    await bench.result('turn/cancel', { sessionId, turnId });
    assert.equal(await bench.failure('model/boundary', request), -32005);
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
