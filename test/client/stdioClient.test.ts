import assert from 'node:assert/strict';
import type { HeldPlan, PlanClientError, Subscription } from '../../src/client/client';
import type { StdioClient } from '../../src/client/stdioClient';
import { step } from '../domain/planFixtures';
import { RpcBench } from '../server/rpcBench';

describe('the client over standard input and output', () => {
  let bench: RpcBench;
  let client: StdioClient;
  const open: Subscription[] = [];
  beforeEach(() => {
    bench = new RpcBench();
    client = bench.client();
  });
  afterEach(async () => {
    for (const subscription of open.splice(0)) subscription.close();
    await client.close();
  });

  async function planned(): Promise<{ sessionId: string; turnId: string }> {
    const { sessionId } = await client.createSession('planner', 'A plan');
    return { sessionId, turnId: await client.startTurn(sessionId) };
  }

  function write(turn: { sessionId: string; turnId: string }, revision: number) {
    const steps = [step(`s${revision}`)];
    return client.call({
      ...{ ...turn, callId: `c${revision}`, name: 'update_plan' },
      arguments: { expected_revision: revision, steps },
    });
  }

  function subscribed(sessionId: string): HeldPlan[] {
    const held: HeldPlan[] = [];
    open.push(client.subscribe(sessionId, (one) => held.push(one)));
    return held;
  }

  const revisions = (held: readonly HeldPlan[]) => held.map(({ plan }) => plan?.revision ?? 0);

  it('[DP.64] runs a turn: facts, tools, boundary, call, end', async () => {
    const { serverInfo, capabilities, coworkers } = await client.initialize();
    assert.deepEqual([serverInfo.version, capabilities.durable_plans], ['1.2.3', true]);
    assert.equal(coworkers[0]?.id, 'planner');
    const turn = await planned();
    const { sessionId, turnId } = turn;
    const { tools, guidance } = await client.tools(sessionId);
    assert.ok(tools.some(({ name }) => name === 'update_plan') && guidance !== null);
    assert.equal((await write(turn, 0)).isError, false);
    assert.equal((await client.call({ ...turn, callId: 'r', name: 'read_plan' })).isError, false);
    const { reminder } = await client.boundary(sessionId, turnId, 'r1');
    assert.match(reminder?.text ?? '', /Do s0/);
    await client.endTurn(sessionId, turnId);
    const { plan, turn: running, title } = await client.snapshot(sessionId);
    assert.deepEqual([plan?.revision, running, title], [1, null, 'A plan']);
    const { sessions } = await client.list({ limit: 1 });
    assert.ok(sessions[0] && 'total' in sessions[0] && sessions[0].total === 1);
    const page = await client.events(sessionId, '1', 1);
    assert.ok(!page.reset && page.events[0]?.type === 'turn_started' && page.cursor === '2');
  });

  it('[PM.75] asks for plan mode and selects it', async () => {
    const { sessionId, turnId } = await planned();
    assert.deepEqual(await client.planMode(sessionId), { active: false });
    const pending = { active: false, pending: true };
    assert.deepEqual(await client.setPlanMode(sessionId, true), pending);
    assert.deepEqual(await client.planMode(sessionId), pending);
    await client.cancelTurn(sessionId, turnId);
  });

  it('rejects with the code of what failed, and with none where there is no connection', async () => {
    await assert.rejects(client.snapshot('srv:none'), { code: -32004, retry: false });
    await bench.stopped();
    await assert.rejects(client.snapshot('srv:none'), { code: undefined, retry: false });
  });

  it('[DP.68] attaches: the snapshot, and then what follows it, until it is closed', async () => {
    const turn = await planned();
    const attachment = await client.attach(turn.sessionId);
    assert.equal(attachment.snapshot.cursor, '2');
    await write(turn, 0);
    await write(turn, 1);
    const cursors: string[] = [];
    for await (const item of attachment) {
      assert.ok(item.kind === 'event');
      if (cursors.push(item.event.cursor) === 2) attachment.close();
    }
    assert.deepEqual(cursors, ['3', '4']);
    const replayed = await client.attach(turn.sessionId, '99');
    for await (const item of replayed) {
      assert.ok(item.kind === 'reset' && item.snapshot?.plan?.revision === 2);
      break;
    }
    replayed.close();
  });

  it('[DP.69] tells each plan once, in order', async () => {
    const turn = await planned();
    const held = subscribed(turn.sessionId);
    for (let revision = 0; revision < 5; revision++) await write(turn, revision);
    await bench.settled(() => revisions(held).at(-1) === 5);
    const told = revisions(held);
    assert.deepEqual(told, [...new Set(told)].sort());
    assert.deepEqual([told[0], held.at(-1)?.cursor], [0, '7']);
  });

  it('[DP.63] mends a gap by itself where notifications are lost', async () => {
    const turn = await planned();
    const held = subscribed(turn.sessionId);
    await bench.settled(() => held.length === 1);
    let lost = 0;
    bench.lose = ({ method }) => method === 'session/event' && ++lost <= 3;
    for (let revision = 0; revision < 5; revision++) await write(turn, revision);
    await bench.settled(() => revisions(held).at(-1) === 5);
    assert.ok(lost > 3);
    assert.deepEqual(revisions(held), revisions(held).toSorted());
  });

  it('goes on from a new log where the old one is void', async () => {
    const turn = await planned();
    const held = subscribed(turn.sessionId);
    await write(turn, 0);
    await bench.settled(() => revisions(held).at(-1) === 1);
    const snapshot = await client.snapshot(turn.sessionId);
    bench.tell('session/reset', {
      sessionId: turn.sessionId,
      snapshot: { ...snapshot, plan: null },
    });
    await bench.settled(() => revisions(held).at(-1) === 0);
  });

  it('attaches again where the server could not go on for a moment, and ends where it never will', async () => {
    const turn = await planned();
    const { sessionId } = turn;
    const held = subscribed(sessionId);
    await bench.settled(() => held.length === 1);
    const error = { code: -32010, message: 'busy', data: { retry: true } };
    bench.tell('session/detached', { sessionId, error });
    await write(turn, 0);
    await bench.settled(() => revisions(held).at(-1) === 1);
    const [subscription] = open;
    bench.tell('session/detached', { sessionId, error: { ...error, data: { retry: false } } });
    await assert.rejects(subscription!.ended, ({ code }: PlanClientError) => code === -32010);
  });
});
