import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import { readPlan, step, update } from '../domain/planFixtures';
import { onceAt, openPlanned, rejectsWith, SESSION, type Bench } from './serviceFixtures';

/** Every moment of a call at which something else can happen before its commit. */
const BEFORE_COMMIT = [
  'beforeLoad',
  'beforeRecordedCall',
  'beforeRemovedSteps',
  'beforeAppend',
] as const;

const ADD: PlanCommand = { name: 'add_task', input: { content: 'Do b' } };

async function assertNoUpdate(bench: Bench, callId: string, place: string): Promise<void> {
  assert.deepEqual((await bench.plan())?.steps, [step('a')], place);
  assert.ok(!(await bench.events()).some(({ call_id }) => call_id === callId), place);
  assert.equal(await bench.store.recordedCall(SESSION, callId), undefined, place);
  assert.ok(!bench.heard.some(({ events }) => events.some(({ call_id }) => call_id === callId)));
}

describe('a hosted call', () => {
  it('[DP.90] of a turn that ended, was superseded, never was, or is of another process, is not run', async () => {
    const { bench, turn } = await openPlanned();
    const other = bench.another();
    const next = await bench.beginTurn();
    await bench.endTurn(next);
    const foreign = await other.beginTurn();
    const before = await bench.stored();
    for (const turn_id of [turn, next, foreign, 'no-turn', '']) {
      for (const command of [ADD, readPlan, update(9, [])]) {
        await rejectsWith('turn_not_current', bench.asHosted('call-1', command, { turn_id }));
      }
    }
    assert.deepEqual(await bench.stored(), before);
    assert.equal((await other.asHosted('call-1', ADD)).isError, false);
  });

  it('[DP.90] is fenced before its own checks, and answered before its fence', async () => {
    const { bench, turn } = await openPlanned();
    const refused = await bench.asHosted('refused', update(7, []));
    await bench.endTurn(turn);
    // Stale and of an ended turn: the turn is told of.
    await rejectsWith('turn_not_current', bench.asHosted('call-1', update(7, [])));
    assert.deepEqual(await bench.asHosted('refused', update(7, [])), refused);
    const reused = await bench.asHosted('refused', readPlan);
    assert.deepEqual(reused.structuredContent, { error: 'call_id_reused', revision: 1 });
  });

  it('[DP.90] does not commit when its own process begins or cancels a turn while it waits or runs', async () => {
    for (const moment of BEFORE_COMMIT) {
      for (const change of ['begin', 'cancel'] as const) {
        const { bench, turn } = await openPlanned();
        let changed: Promise<unknown> = Promise.resolve();
        onceAt(bench, moment, () => {
          changed = change === 'begin' ? bench.beginTurn() : bench.endTurn(turn, 'cancelled');
        });
        const place = `${change} ${moment}`;
        await rejectsWith('cancelled', bench.asHosted('call-1', ADD));
        await changed;
        await assertNoUpdate(bench, 'call-1', place);
        const last = (await bench.events()).at(-1)?.type;
        assert.equal(last, change === 'begin' ? 'turn_started' : 'turn_ended', place);
      }
    }
  });

  it('[DP.90] does not commit when another process begins or cancels a turn while it runs', async () => {
    for (const moment of BEFORE_COMMIT) {
      for (const change of ['begin', 'cancel'] as const) {
        const { bench, turn } = await openPlanned();
        const other = bench.another();
        onceAt(bench, moment, () =>
          change === 'begin' ? other.beginTurn() : other.endTurn(turn, 'cancelled'),
        );
        const place = `${change} ${moment}`;
        await rejectsWith('turn_not_current', bench.asHosted('call-1', ADD));
        await assertNoUpdate(bench, 'call-1', place);
      }
    }
  });

  it('[DP.90] that waits behind another one is taken back with it, each by its own turn', async () => {
    const { bench, turn } = await openPlanned();
    let changed: Promise<unknown> = Promise.resolve();
    onceAt(bench, 'beforeLoad', () => {
      changed = bench.endTurn(turn, 'cancelled');
    });
    const calls = ['call-1', 'call-2', 'call-3'].map((id) => bench.asHosted(id, ADD));
    const results = await Promise.allSettled(calls);
    const isCancelled = (result: (typeof results)[number]) =>
      result.status === 'rejected' && PlanError.is(result.reason, 'cancelled');
    assert.deepEqual(results.map(isCancelled), [true, true, true]);
    await changed;
    // Cancelling a turn that is over takes nothing back from the one that runs.
    await bench.beginTurn();
    const running = bench.asHosted('call-4', ADD);
    await rejectsWith('turn_not_current', bench.endTurn(turn, 'cancelled'));
    assert.equal((await running).isError, false);
  });

  it('[DP.91] that committed first stays and is answered, whatever happens to its turn then', async () => {
    for (const change of ['begin', 'cancel', 'foreign begin'] as const) {
      const { bench, turn } = await openPlanned();
      let changed: Promise<unknown> = Promise.resolve();
      onceAt(bench, 'afterAppend', async () => {
        if (change === 'begin') changed = bench.beginTurn();
        else if (change === 'cancel') changed = bench.endTurn(turn, 'cancelled');
        else await bench.another().beginTurn();
      });
      assert.equal((await bench.asHosted('call-1', ADD)).isError, false, change);
      await changed;
      assert.equal((await bench.plan())?.revision, 2, change);
      assert.equal((await bench.service.snapshot(SESSION))?.plan?.steps.length, 2, change);
    }
  });

  it('[DP.89] is stopped by its own signal at every moment before the commit', async () => {
    for (const moment of BEFORE_COMMIT) {
      const { bench } = await openPlanned();
      const signal = { cancelled: false };
      onceAt(bench, moment, () => {
        signal.cancelled = true;
      });
      await rejectsWith('cancelled', bench.asHosted('call-1', ADD, { signal }));
      await assertNoUpdate(bench, 'call-1', moment);
      assert.equal((await bench.asHosted('call-1', ADD)).isError, false);
    }
  });

  it('is done before its turn is completed, when it was taken before', async () => {
    const { bench, turn } = await openPlanned();
    const [first, second, , late] = await Promise.allSettled([
      bench.asHosted('call-1', ADD),
      bench.asHosted('call-2', ADD),
      bench.endTurn(turn, 'completed'),
      bench.asHosted('call-3', ADD),
    ]);
    assert.deepEqual(
      [first, second].map((result) => result.status === 'fulfilled' && result.value.isError),
      [false, false],
    );
    assert.ok(late.status === 'rejected' && PlanError.is(late.reason, 'turn_not_current'));
    assert.deepEqual(
      (await bench.events()).slice(-3).map(({ type }) => type),
      ['plan_updated', 'plan_updated', 'turn_ended'],
    );
  });
});

describe('a guest call during a hosted turn', () => {
  it('[DP.90] is accepted and fences nothing: the turn goes on, and its own turn is only recorded', async () => {
    const { bench, turn } = await openPlanned();
    const result = await bench.asGuest('guest-1', ADD, { turn_id: 'request-1' });
    assert.equal(result.isError, false);
    assert.equal((await bench.plan())?.turn_id, 'request-1');
    assert.deepEqual((await bench.service.snapshot(SESSION))?.turn, {
      turn_id: turn,
      state: 'running',
    });
    assert.equal((await bench.asHosted('call-1', ADD)).isError, false);
    // A turn that begins or ends takes back no call of a guest that waits.
    onceAt(bench, 'beforeLoad', () => void bench.beginTurn());
    assert.equal((await bench.asGuest('guest-2', ADD)).isError, false);
    assert.equal((await bench.plan())?.revision, 4);
  });
});
