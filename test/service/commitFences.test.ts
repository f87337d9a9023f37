import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import { readPlan, step, update } from '../domain/planFixtures';
import { onceAt, openBench, openPlanned, rejectsWith, SESSION } from './serviceFixtures';

describe('a commit that fails', () => {
  const failure = new PlanError('store_unavailable', 'The disk is full.');

  it('[DP.77] emits nothing, leaves the old plan and hands the failure on', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')]));
    const before = await bench.stored();
    bench.store.faults.beforeAppend = () => {
      throw failure;
    };
    await assert.rejects(
      bench.asGuest('call-2', update(1, [step('b')])),
      (error) => error === failure,
    );
    assert.deepEqual(await bench.stored(), before);
    assert.equal(bench.heard.length, 1);
    assert.deepEqual((await bench.service.snapshot(SESSION))?.plan?.steps, [step('a')]);
    assert.equal(bench.store.asked.append, 2, 'a failed write is not repeated');
  });

  it('[DP.77] holds up no later call, and the same call can be made again', async () => {
    const bench = openBench();
    bench.store.faults.beforeAppend = () => {
      throw failure;
    };
    const failing = bench.asGuest('call-1', update(0, [step('a')]));
    const next = bench.asGuest('call-2', readPlan);
    await rejectsWith('store_unavailable', failing);
    assert.equal((await next).isError, false);
    delete bench.store.faults.beforeAppend;
    assert.equal((await bench.asGuest('call-1', update(0, [step('a')]))).isError, false);
    assert.equal(bench.heard.length, 1);
  });

  it('[DP.77] when only its answer was lost, the call made again reads what is durable', async () => {
    const bench = openBench();
    bench.store.faults.afterAppend = () => {
      throw failure;
    };
    await rejectsWith('store_unavailable', bench.asGuest('call-1', update(0, [step('a')])));
    delete bench.store.faults.afterAppend;
    const again = await bench.asGuest('call-1', update(0, [step('a')]));
    assert.deepEqual(again.structuredContent, { revision: 1, step_count: 1 });
    assert.equal((await bench.plan())?.revision, 1);
  });

  it('[DP.77] at whatever step of a call: nothing changes, nobody hears, and the turn goes on', async () => {
    for (const moment of [
      'beforeLoad',
      'beforeRecordedCall',
      'beforeRemovedSteps',
      'beforeAppend',
    ] as const) {
      const { bench } = await openPlanned();
      const before = await bench.stored();
      const heard = [bench.heard.length, bench.steps.length];
      onceAt(bench, moment, () => {
        throw failure;
      });
      const add: PlanCommand = { name: 'add_task', input: { content: 'Do b' } };
      await assert.rejects(bench.asHosted('call-1', add), (error) => error === failure);
      assert.deepEqual(await bench.stored(), before, moment);
      assert.deepEqual([bench.heard.length, bench.steps.length], heard, moment);
      assert.equal((await bench.asHosted('call-1', add)).isError, false, moment);
    }
  });

  it('a store that cannot be read fails reads and writes alike and is not asked twice', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')]));
    const asked = bench.store.asked.load;
    bench.store.faults.beforeLoad = () => {
      throw failure;
    };
    await rejectsWith('store_unavailable', bench.asGuest('call-2', readPlan));
    await rejectsWith('store_unavailable', bench.asGuest('call-3', update(1, [])));
    await rejectsWith('store_unavailable', bench.service.snapshot(SESSION));
    assert.equal(bench.store.asked.load, asked + 3);
  });
});

describe('a call that is cancelled', () => {
  it('[DP.89] before it began: nothing is written and nobody hears of it', async () => {
    const bench = openBench();
    await rejectsWith(
      'cancelled',
      bench.asGuest('call-1', update(0, []), { signal: { cancelled: true } }),
    );
    assert.deepEqual(await bench.stored(), { loaded: undefined, events: [] });
    assert.deepEqual(bench.heard, []);
  });

  it('[DP.89] while it waits in the queue, or just before the commit', async () => {
    for (const moment of ['beforeLoad', 'beforeRecordedCall', 'beforeAppend'] as const) {
      const bench = openBench();
      await bench.openTurn();
      const before = await bench.stored();
      const signal = { cancelled: false };
      bench.store.faults[moment] = () => {
        signal.cancelled = true;
      };
      await rejectsWith('cancelled', bench.asHosted('call-1', update(0, [step('a')]), { signal }));
      assert.deepEqual(await bench.stored(), before, moment);
      assert.equal(bench.heard.length, 2, moment);
    }
  });

  it('[DP.89] ends as cancelled also when it would only have read', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')]));
    const signal = { cancelled: true };
    await rejectsWith('cancelled', bench.asGuest('call-2', readPlan, { signal }));
  });

  it('[DP.89] a cancelled call can be made again under its id', async () => {
    const bench = openBench();
    await rejectsWith(
      'cancelled',
      bench.asGuest('call-1', update(0, []), { signal: { cancelled: true } }),
    );
    assert.equal((await bench.asGuest('call-1', update(0, []))).isError, false);
  });

  it('[DP.91] after the commit: the update stays, is answered and is told', async () => {
    const bench = openBench();
    const signal = { cancelled: false };
    bench.store.faults.afterAppend = () => {
      signal.cancelled = true;
    };
    const result = await bench.asGuest('call-1', update(0, [step('a')]), { signal });
    assert.equal(result.isError, false);
    assert.deepEqual((await bench.service.snapshot(SESSION))?.plan?.steps, [step('a')]);
    assert.deepEqual(
      bench.heard.map(({ record }) => record.plan?.revision),
      [1],
    );
  });
});

describe('a race with another writer', () => {
  it('is decided again on what the other wrote', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')]));
    const other = bench.another();
    let raced = false;
    bench.store.faults.beforeAppend = async () => {
      if (raced) return;
      raced = true;
      await other.asGuest('call-2', update(1, [step('b')]));
    };
    const result = await bench.asGuest('call-3', update(1, [step('c')]));
    assert.deepEqual(result.structuredContent, { error: 'stale_revision', revision: 2 });
    assert.deepEqual((await bench.plan())?.steps, [step('b')]);
    const sequences = (await bench.events()).map(({ sequence }) => sequence);
    assert.deepEqual(sequences, [1, 2, 3, 4]);
  });

  it('is run up to eight times, then given up with `retry` and no change', async () => {
    for (const lost of [7, 8]) {
      const bench = openBench();
      await bench.openTurn();
      const before = await bench.stored();
      let left = lost;
      bench.store.faults.beforeAppend = () => (left-- > 0 ? { kind: 'conflict' } : undefined);
      const call = bench.asHosted('call-1', update(0, []));
      if (lost < 8) {
        assert.equal((await call).isError, false);
        continue;
      }
      await rejectsWith('retry', call);
      assert.equal(bench.store.asked.append, 2 + 8);
      assert.deepEqual(await bench.stored(), before);
      assert.equal(bench.heard.length, 2);
    }
  });
});

describe('the end of a service', () => {
  it('waits for the commands that were given, then tells nobody anything', async () => {
    const bench = openBench();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    bench.store.faults.beforeAppend = () => gate.then(() => undefined);
    const call = bench.asGuest('call-1', update(0, []));
    let ended = false;
    const end = bench.service.dispose().then(() => {
      ended = true;
    });
    await new Promise(setImmediate);
    assert.equal(ended, false);
    open();
    assert.equal((await call).isError, false);
    await end;
    assert.equal(bench.heard.length, 1);
    await bench.asGuest('call-2', update(1, []));
    assert.equal(bench.heard.length, 1);
  });
});
