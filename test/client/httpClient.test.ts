import assert from 'node:assert/strict';
import { connectHttp, type HeldPlan, type PlanClient } from '../../src/client/client';
import { ALL, HttpBench, NOBODY, READER } from '../server/httpBench';

describe('the client over HTTP', () => {
  let bench: HttpBench;
  const clients: PlanClient[] = [];
  beforeEach(async () => {
    bench = await HttpBench.open();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await bench.close();
  });

  function connected(token = ALL, url = bench.url): PlanClient {
    const client = connectHttp({ url, token });
    clients.push(client);
    return client;
  }

  it('[DP.64] lists, shows, and selects plan mode', async () => {
    const client = connected();
    const { sessions } = await client.list({ limit: 1 });
    assert.equal(sessions.length, 1);
    assert.equal((await client.snapshot(bench.other)).sessionId, bench.other);
    await client.setPlanMode(bench.one, false);
    assert.deepEqual(await client.planMode(bench.one), { active: false });
  });

  it('rejects with the status of what was refused', async () => {
    await assert.rejects(connected(READER).snapshot(bench.other), { code: 404, retry: false });
    await assert.rejects(connected(READER).setPlanMode(bench.one, true), { code: 403 });
    await assert.rejects(connected(NOBODY).attach(bench.one), { code: 404 });
    await assert.rejects(connected('x'.repeat(20)).list(), { code: 401 });
    const nowhere = connected(ALL, 'http://127.0.0.1:9');
    await assert.rejects(nowhere.list(), { code: undefined, retry: true });
    await nowhere.close();
    await assert.rejects(nowhere.list(), { code: undefined, retry: false });
  });

  it('attaches: the snapshot, what follows, and what was missed', async () => {
    const client = connected();
    const attachment = await client.attach(bench.one);
    await bench.write(0);
    for await (const item of attachment) {
      assert.ok(item.kind === 'event' && item.event.type === 'plan_updated');
      attachment.close();
    }
    const missed: string[] = [];
    const again = await client.attach(bench.one, '1');
    for await (const item of again) {
      if (item.kind === 'event' && missed.push(item.event.cursor) === 2) again.close();
    }
    assert.deepEqual(missed, ['2', '3']);
    const reset = await client.attach(bench.one, '99');
    for await (const item of reset) {
      assert.ok(item.kind === 'reset' && item.snapshot?.plan?.revision === 1);
      reset.close();
    }
  });

  it('[DP.63] goes on from where it was when the server was away', async () => {
    const held: HeldPlan[] = [];
    const subscription = connected().subscribe(bench.one, (one) => held.push(one));
    const until = async (revision: number) => {
      while (held.at(-1)?.plan?.revision !== revision)
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await bench.write(0);
    await until(1);
    await bench.restart(() => bench.write(1));
    await until(2);
    await bench.write(2);
    await until(3);
    const told = held.map(({ plan }) => plan?.revision ?? 0);
    assert.deepEqual(told, told.toSorted());
    subscription.close();
    await subscription.ended;
  });

  it('ends where the session may not be read, and with its client', async () => {
    const refused = connected(NOBODY).subscribe(bench.one, () => undefined);
    await assert.rejects(refused.ended, { code: 404 });
    const client = connected();
    let told = 0;
    const subscription = client.subscribe(bench.one, () => (told += 1));
    while (told === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await client.close();
    await subscription.ended;
  });
});
