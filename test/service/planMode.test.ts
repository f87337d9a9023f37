import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { PlanModeState } from '../../src/domain/planMode';
import { evolve, initialState } from '../../src/domain/planState';
import { step, update } from '../domain/planFixtures';
import { openMode } from './planModeFixtures';
import { openBench, openPlanned, rejectsWith, SESSION } from './serviceFixtures';

const ON = { active: true };
const OFF = { active: false };
const TURNING_ON = { active: false, pending: true };
const TURNING_OFF = { active: true, pending: false };

/** After what was selected before: the reply to one more selection, and what the next boundary logs. */
async function selects(
  before: boolean[],
  target: boolean,
  reply: PlanModeState,
  switches: boolean[],
  after: PlanModeState,
): Promise<void> {
  const bench = await openMode();
  for (const active of before) await bench.select(active);
  assert.deepEqual(await bench.select(target), reply);
  assert.deepEqual(await bench.shown(), reply);
  assert.deepEqual(await bench.switches(), []);
  assert.deepEqual(await bench.boundary(), after);
  assert.deepEqual(await bench.switches(), switches);
  assert.deepEqual(await bench.shown(), after);
  // Nothing is left for the boundary after it.
  const settled = await bench.stored();
  assert.deepEqual(await bench.boundary(), after);
  assert.deepEqual(await bench.stored(), settled);
}

describe('Plan mode of a session', () => {
  it('[PM.4] [PM.16] is there and inactive before anything was switched', async () => {
    const bench = await openMode();
    assert.deepEqual(await bench.shown(), OFF);
    assert.deepEqual(await bench.switches(), []);
  });

  it('[PM.10] [PM.15] [PM.67] is null where the turns have none, and a selection changes nothing', async () => {
    const { bench } = await openPlanned();
    const before = await bench.stored();
    const select = { kind: 'select_plan_mode', session: SESSION, active: true } as const;
    assert.equal(await bench.service.execute(select), null);
    assert.equal((await bench.service.snapshot(SESSION))?.planMode, null);
    assert.deepEqual(await bench.stored(), before);
  });

  it('[PM.77] refuses to be selected where there is no session', async () => {
    const select = { kind: 'select_plan_mode', session: SESSION, active: true } as const;
    await rejectsWith('session_not_found', openBench().service.execute(select));
  });

  it('[PM.62] [PM.63] off, then on: pending at once, and logged at the next boundary', async () => {
    await selects([], true, TURNING_ON, [true], ON);
    await selects([true], true, TURNING_ON, [true], ON);
    await selects([true, false], true, TURNING_ON, [true], ON);
  });

  it('[PM.25] [PM.26] [PM.66] off, on and off again: shown as off, and nothing is logged', async () => {
    await selects([true], false, OFF, [], OFF);
    await selects([], false, OFF, [], OFF);
  });

  it('[PM.64] [PM.65] on, then off: pending at once, and off from the next boundary', async () => {
    const bench = await openMode();
    await bench.select(true);
    await bench.boundary();
    assert.deepEqual(await bench.select(true), ON);
    assert.deepEqual(await bench.select(false), TURNING_OFF);
    assert.deepEqual(await bench.select(true), ON);
    assert.deepEqual(await bench.boundary(), ON);
    await bench.select(false);
    assert.deepEqual(await bench.boundary(), OFF);
    assert.deepEqual(await bench.switches(), [true, false]);
  });

  it('[PM.27] [PM.28] a selection that was taken back leaves no event and no trace behind', async () => {
    const bench = await openMode();
    await bench.select(true);
    await bench.select(false);
    assert.deepEqual((await bench.stored()).loaded?.record.plan_mode, {
      active: false,
      intent: false,
    });
    await bench.boundary();
    assert.deepEqual((await bench.stored()).loaded?.record.plan_mode, OFF);
    assert.deepEqual(await bench.switches(), []);
  });

  it('[PM.11] [PM.32] [PM.68] is switched without a word to a turn that runs', async () => {
    const bench = await openMode();
    const turn = bench.turn();
    await bench.select(true);
    const written = await bench.asHosted('call-1', update(0, [step('a')]), { turn_id: turn });
    assert.equal(written.isError, false);
    assert.equal((await bench.service.snapshot(SESSION))?.turn?.turn_id, turn);
  });

  it('[PM.69] [PM.70] a selection outlives a stop and applies in the next turn', async () => {
    const bench = await openMode();
    await bench.select(true);
    await bench.endTurn(bench.turn(), 'cancelled');
    assert.deepEqual(await bench.shown(), TURNING_ON);
    await bench.begin();
    assert.deepEqual(await bench.boundary(), ON);
  });

  it('[PM.7] [PM.17] [PM.18] [PMx.21] outlives a restart, pending or active', async () => {
    const bench = await openMode();
    await bench.select(true);
    const second = bench.another();
    assert.deepEqual((await second.service.snapshot(SESSION))?.planMode, TURNING_ON);
    const resumed = await openMode(second);
    assert.deepEqual(await resumed.boundary(), ON);
    const third = resumed.another();
    assert.deepEqual((await third.service.snapshot(SESSION))?.planMode, ON);
    const select = { kind: 'select_plan_mode', session: SESSION, active: false } as const;
    assert.deepEqual(await third.service.execute(select), TURNING_OFF);
  });

  it('[PMx.2] an append that fails at the boundary loses no selection', async () => {
    const bench = await openMode();
    await bench.select(true);
    bench.store.faults.beforeAppend = () => Promise.reject(new Error('The disk is full.'));
    await assert.rejects(bench.boundary());
    delete bench.store.faults.beforeAppend;
    assert.deepEqual(await bench.switches(), []);
    assert.deepEqual(await bench.boundary(), ON);
  });

  it('[PMx.3] is not switched by a turn that is over, nor by the process before a restart', async () => {
    const bench = await openMode();
    const old = bench.turn();
    await bench.select(true);
    await bench.begin();
    await rejectsWith('turn_not_current', bench.boundary(old));
    const boundary = { kind: 'reach_boundary', session: SESSION, turn_id: bench.turn() } as const;
    await rejectsWith('turn_not_current', bench.another().service.execute(boundary));
    assert.deepEqual(await bench.switches(), []);
    assert.deepEqual(await bench.shown(), TURNING_ON);
  });

  it('[PM.19] [PM.21] whatever is selected and reached: a model of two values says the same', async () => {
    const moves = fc.array(fc.constantFrom(true, false, 'boundary' as const), { maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(moves, async (drawn) => {
        const bench = await openMode();
        let [active, wanted] = [false, false];
        const switches: boolean[] = [];
        for (const move of drawn) {
          if (move === 'boundary') {
            if (wanted !== active) switches.push(wanted);
            active = wanted;
            await bench.boundary();
          } else {
            wanted = move;
            await bench.select(move);
          }
          const expected = wanted === active ? { active } : { active, pending: wanted };
          assert.deepEqual(await bench.shown(), expected);
        }
        assert.deepEqual(await bench.switches(), switches);
        const replayed = (await bench.events()).reduce(evolve, initialState);
        assert.equal(replayed.planMode, active);
      }),
      { numRuns: 60 },
    );
  });
});
