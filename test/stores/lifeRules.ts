import assert from 'node:assert/strict';
import type { PlanStore } from '../../src/service/planStore';
import { aCall, aPlanCommit, appendPlans, goneIn, rejectsWith } from '../support/storeFixtures';
import type { ContractBench } from './storeContract';

const KEY = 'vscode-chat-session://local/one';

/** Removal, watching, closing and opening again. */
export function lifeRules(bench: ContractBench): void {
  it('finds nothing of a removed session, whose key can be used again', async () => {
    await appendPlans(bench.store, KEY, 1, 2);
    await bench.store.remove(KEY);
    assert.equal(await bench.store.load(KEY), undefined);
    assert.equal(await bench.store.recordedCall(KEY, 'call-1'), undefined);
    assert.deepEqual((await bench.store.list({}, { limit: 10 })).sessions, []);
    await appendPlans(bench.store, KEY, 1);
    await bench.store.remove(KEY);
    assert.equal(await bench.store.load(KEY), undefined);
  });

  it('tells watchers of what became durable, and nothing else', async () => {
    const heard: string[] = [];
    const watching = bench.store.watch((session) => void heard.push(session));
    await appendPlans(bench.store, KEY, 1);
    await bench.store.append(KEY, 0, aPlanCommit(KEY, 2));
    await rejectsWith(
      bench.store.append(KEY, 1, aPlanCommit(KEY, 2), { cancelled: true }),
      'cancelled',
    );
    await bench.store.remove('srv:unknown');
    assert.deepEqual(heard, [KEY]);
    await bench.store.remove(KEY);
    assert.deepEqual(heard, [KEY, KEY]);
    watching.dispose();
    await appendPlans(bench.store, KEY, 1);
    assert.deepEqual(heard, [KEY, KEY]);
  });

  it('logs a watcher that throws and tells the others', async () => {
    const heard: string[] = [];
    bench.store.watch(() => {
      throw new Error('not my day');
    });
    bench.store.watch((session) => void heard.push(session));
    await appendPlans(bench.store, KEY, 1, 2);
    assert.deepEqual(heard, [KEY, KEY]);
    assert.equal(bench.errors().length, 2);
  });

  it('[FC.7] finishes writes in flight when closed, and refuses every later call', async () => {
    const writes = ['a', 'b', 'c'].map((key) => bench.store.append(key, 0, aPlanCommit(key, 1)));
    await bench.store.close();
    assert.deepEqual(
      (await Promise.all(writes)).map(({ kind }) => kind),
      Array(3).fill('appended'),
    );
    await rejectsWith(bench.store.load('a'), 'store_unavailable');
    await rejectsWith(bench.store.append('a', 1, aPlanCommit('a', 2)), 'store_unavailable');
    await rejectsWith(bench.store.recordedCall('a', 'x'), 'store_unavailable');
    await rejectsWith(bench.store.removedSteps('a', ['x']), 'store_unavailable');
    await rejectsWith(bench.store.events('a', 0, 1), 'store_unavailable');
    await rejectsWith(bench.store.list({}, { limit: 1 }), 'store_unavailable');
    await rejectsWith(bench.store.remove('a'), 'store_unavailable');
    await bench.store.close();
  });
}

export function restartRules(
  bench: ContractBench & { readonly reopen: () => Promise<PlanStore> },
): void {
  it('[DP.80] [FC.22] has plan, numbers, events, recorded calls and removals again after a restart', async () => {
    await appendPlans(bench.store, KEY, 1, 2, 3);
    const before = [
      await bench.store.load(KEY),
      await bench.store.events(KEY, 0, 10),
      await bench.store.list({}, { limit: 9 }),
    ];
    const again = await bench.reopen();
    assert.deepEqual(
      [await again.load(KEY), await again.events(KEY, 0, 10), await again.list({}, { limit: 9 })],
      before,
    );
    for (const callId of ['call-1', 'call-2', 'call-3']) {
      assert.deepEqual(await again.recordedCall(KEY, callId), aCall(callId));
    }
    const gone = [1, 2, 3, 4].map(goneIn);
    assert.deepEqual(
      [...(await again.removedSteps(KEY, gone))],
      [1, 2, 3].map((revision) => [goneIn(revision), revision]),
    );
    assert.equal((await again.append(KEY, 3, aPlanCommit(KEY, 4))).kind, 'appended');
  });
}
