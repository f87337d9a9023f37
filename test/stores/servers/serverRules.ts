import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { PlanError } from '../../../src/domain/planError';
import type { PlanStore } from '../../../src/service/planStore';
import { aGuestCall } from '../../support/callLines';
import { serviceOver } from '../../support/chaosPlace';
import type { CuttingProxy } from '../../support/servers/cuttingProxy';
import { aCall, aPlan, aPlanCommit, appendPlans, loadExisting } from '../../support/storeFixtures';

/** A server that stores of one kind stand on. */
export interface ServerPlace {
  /** A store of its own, as another process would open it; `cut` is what stands in its way. */
  open(
    prefix: string,
  ): Promise<{ readonly store: PlanStore; readonly cut: CuttingProxy; close(): Promise<void> }>;
  kill(): Promise<void>;
  resume(): Promise<void>;
}

const KEY = 'vscode-chat-session://local/one';
const BUSY_CALLS = 30;
const POINTS = Number(process.env['SESSION_PLANS_CUTS'] ?? 25);

/** What a store on a server keeps where the way to it is cut, and between processes. */
export function serverRules(place: () => ServerPlace): void {
  let opened = 0;
  const fresh = () => `r${String(++opened)}_`;

  it('tells other processes of what became durable, and of what went', async () => {
    const prefix = fresh();
    const [here, there] = [await place().open(prefix), await place().open(prefix)];
    const heard: string[] = [];
    there.store.watch((key) => void heard.push(key));
    await listens(there.store, here.store);
    heard.length = 0;
    await appendPlans(here.store, KEY, 1);
    await until(() => heard.length === 1);
    await here.store.remove(KEY);
    await until(() => heard.length === 2);
    assert.deepEqual(heard, [KEY, KEY]);
    await Promise.all([here.close(), there.close()]);
  });

  it('[FC.12] lets each of four windows that write one plan without a pause get through', async function () {
    this.timeout(120_000);
    const prefix = fresh();
    const windows = await Promise.all([1, 2, 3, 4].map(() => place().open(prefix)));
    await Promise.all(
      windows.map(async ({ store }, at) => {
        const service = serviceOver(Promise.resolve(store));
        for (let call = 1; call <= BUSY_CALLS; call++) {
          const items = [{ content: `Do ${String(call)}` }];
          const command = { name: 'write_plan', input: { items } } as const;
          await service.execute(aGuestCall(KEY, `${String(at)}-${String(call)}`, command));
        }
      }),
    );
    const { record } = await loadExisting(windows[0]?.store ?? assert.fail(), KEY);
    assert.equal(record.plan?.revision, 4 * BUSY_CALLS);
    await Promise.all(windows.map(({ close }) => close()));
  });

  it('tells who was cut off of what changed and went meanwhile', async function () {
    this.timeout(60_000);
    const prefix = fresh();
    const [here, there] = [await place().open(prefix), await place().open(prefix)];
    await appendPlans(here.store, 'srv:gone', 1);
    await appendPlans(here.store, KEY, 1);
    const heard: string[] = [];
    there.store.watch((key) => void heard.push(key));
    await listens(there.store, here.store);
    there.cut.shut();
    heard.length = 0;
    await appendPlans(here.store, KEY, 2);
    await appendPlans(here.store, 'srv:new', 1);
    await here.store.remove('srv:gone');
    there.cut.open();
    await until(() => [KEY, 'srv:new', 'srv:gone'].every((key) => heard.includes(key)));
    await reached(there.store);
    assert.equal((await loadExisting(there.store, KEY)).generation, 2);
    await Promise.all([here.close(), there.close()]);
  });

  it('[DP.79] [FC.22] a connection cut at any point of a commit loses nothing that was answered, and keeps nothing twice or in part', async function () {
    this.timeout(180_000);
    const prefix = fresh();
    const direct = await place().open(prefix);
    const { store, cut, close } = await place().open(prefix);
    await appendPlans(store, KEY, 1);
    cut.cutAfter(Infinity);
    await appendPlans(store, KEY, 2);
    const whole = cut.passed;
    assert.ok(whole > 500, `${String(whole)} bytes`);
    let [answered, unknown, refused] = [0, 0, 0];
    for (let point = 0; point <= POINTS; point++) {
      const before = await loadExisting(direct.store, KEY);
      const revision = before.generation + 1;
      const commit = aPlanCommit(KEY, revision);
      cut.cutAfter(1 + Math.floor((whole * point) / POINTS));
      const outcome = await store
        .append(KEY, before.generation, commit)
        .catch((error: unknown) => error);
      cut.cutAfter(Infinity);
      if (PlanError.is(outcome)) {
        assert.equal(outcome.code, 'store_unavailable');
        if (outcome.details['outcome'] === 'unknown') unknown++;
        else refused++;
      } else {
        assert.deepEqual((outcome as { kind: string }).kind, 'appended');
        answered++;
      }
      // Also what was on its way when the connection went has come to its end.
      await wait(30);
      const after = await loadExisting(direct.store, KEY);
      const call = await direct.store.recordedCall(KEY, commit.call?.call_id ?? '');
      const isThere = call !== undefined;
      if (!PlanError.is(outcome)) assert.ok(isThere, 'it was answered, and is lost');
      assert.deepEqual(call, isThere ? aCall(`call-${String(revision)}`) : undefined);
      assert.equal(after.version - before.version, isThere ? 1 : 0);
      assert.equal(after.generation - before.generation, isThere ? 1 : 0);
      assert.deepEqual(after.record.plan, isThere ? aPlan(revision) : before.record.plan);
      const page = await direct.store.events(KEY, 0, 1_000);
      assert.equal(page.kind === 'events' && page.events.length, after.version);
    }
    console.log(
      `      ${String(whole)} bytes: ${String(answered)} answered, ${String(unknown)} unknown, ${String(refused)} refused`,
    );
    assert.ok(answered > 0 && unknown + refused > 0, 'the cuts met nothing');
    await Promise.all([close(), direct.close()]);
  });

  it('[DP.80] [FC.7] a server that is killed and comes back has all that was answered; who follows hears of it', async function () {
    this.timeout(120_000);
    const prefix = fresh();
    const [here, there] = [await place().open(prefix), await place().open(prefix)];
    const heard: string[] = [];
    there.store.watch((key) => void heard.push(key));
    await listens(there.store, here.store);
    const keys = Array.from({ length: 12 }, (_, at) => `srv:${String(at)}`);
    const written = keys.map((key) =>
      here.store.append(key, 0, aPlanCommit(key, 1)).then(() => key),
    );
    await written[2];
    await place().kill();
    const settled = await Promise.allSettled(written);
    await assert.rejects(here.store.load(KEY), (error) => PlanError.is(error, 'store_unavailable'));
    await place().resume();
    const answered = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.ok(answered.length > 0);
    await reached(here.store);
    for (const key of answered) assert.equal((await loadExisting(here.store, key)).generation, 1);
    heard.length = 0;
    await appendPlans(here.store, 'srv:after', 1);
    await until(() => heard.includes('srv:after'));
    await Promise.all([here.close(), there.close()]);
  });
}

/** Until a change of the other one arrives, it may still be on its way to listening. */
async function listens(store: PlanStore, other: PlanStore): Promise<void> {
  const heard: string[] = [];
  const watching = store.watch((key) => void heard.push(key));
  for (let at = 1; heard.length === 0 && at < 100; at++) {
    await other.append(`srv:probe-${String(at)}`, 0, aPlanCommit(`srv:probe-${String(at)}`, 1));
    await wait(50);
  }
  assert.ok(heard.length > 0, 'nothing was heard');
  await wait(100);
  watching.dispose();
}

async function reached(store: PlanStore): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    try {
      await store.load(KEY);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(100);
    }
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'it did not come to be');
    await wait(20);
  }
}
