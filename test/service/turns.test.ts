import assert from 'node:assert/strict';
import { TURN_LEASE_MS } from '../../src/domain/turn';
import { step, update } from '../domain/planFixtures';
import { fakeProcess } from '../support/fakeProcess';
import { openBench, rejectsWith, SESSION, type Bench } from './serviceFixtures';

async function turnOf(bench: Bench) {
  return (await bench.service.snapshot(SESSION))?.turn;
}

/** Type, turn and outcome of every event. */
async function story(bench: Bench) {
  return (await bench.events()).map(({ type, turn_id, data }) =>
    type === 'turn_ended' ? [type, turn_id, data.outcome] : [type, turn_id],
  );
}

describe('a turn', () => {
  it('begins with an id of its own, is the current one, and ends as it was said', async () => {
    const bench = openBench();
    await bench.createSession();
    assert.equal(await turnOf(bench), null);
    const first = await bench.beginTurn();
    assert.deepEqual(await turnOf(bench), { turn_id: first, state: 'running' });
    await bench.endTurn(first);
    assert.equal(await turnOf(bench), null);
    const second = await bench.beginTurn();
    assert.notEqual(second, first);
    await bench.endTurn(second, 'cancelled');
    assert.deepEqual(await story(bench), [
      ['session_created', undefined],
      ['turn_started', first],
      ['turn_ended', first, 'completed'],
      ['turn_started', second],
      ['turn_ended', second, 'cancelled'],
    ]);
  });

  it('that still runs is ended as cancelled in the very commit that begins the next one', async () => {
    for (const of of ['the same process', 'another process'] as const) {
      const bench = openBench();
      const first = await bench.openTurn();
      const other = of === 'the same process' ? bench : bench.another();
      const before = (await bench.stored()).loaded;
      const second = await other.beginTurn();
      const after = (await bench.stored()).loaded;
      assert.deepEqual((await story(bench)).slice(2), [
        ['turn_ended', first, 'cancelled'],
        ['turn_started', second],
      ]);
      assert.equal(after?.generation, (before?.generation ?? 0) + 1, of);
      const told = other.heard.at(-1)?.events.map(({ type }) => type);
      assert.deepEqual(told, ['turn_ended', 'turn_started']);
    }
  });

  it('ends once, and no other turn ends in its place', async () => {
    const bench = openBench();
    const first = await bench.openTurn();
    const second = await bench.beginTurn();
    const before = await bench.stored();
    for (const outcome of ['completed', 'cancelled'] as const) {
      await rejectsWith('turn_not_current', bench.endTurn(first, outcome));
      await rejectsWith('turn_not_current', bench.endTurn('no-turn', outcome));
    }
    assert.deepEqual(await bench.stored(), before);
    await bench.endTurn(second);
    await rejectsWith('turn_not_current', bench.endTurn(second));
    await rejectsWith('turn_not_current', bench.endTurn(second, 'cancelled'));
  });

  it('is completed by the process that began it, and cancelled by any', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    const other = bench.another();
    await rejectsWith('turn_not_current', other.endTurn(turn, 'completed'));
    assert.deepEqual(await turnOf(bench), { turn_id: turn, state: 'running' });
    await other.endTurn(turn, 'cancelled');
    assert.equal(await turnOf(bench), null);
    await rejectsWith('turn_not_current', bench.asHosted('call-1', update(0, [])));
  });

  it('[DP.92] goes on when every step is completed', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    await bench.asHosted('call-1', update(0, [step('a', { status: 'in_progress' })]));
    await bench.asHosted('call-2', update(1, [step('a', { status: 'completed' })]));
    assert.deepEqual(await turnOf(bench), { turn_id: turn, state: 'running' });
    assert.ok(!(await bench.events()).some(({ type }) => type === 'turn_ended'));
    const more = await bench.asHosted('call-3', update(2, [step('b')]));
    assert.equal(more.isError, false);
  });

  it('[DP.93] changes no step, no revision and nothing about them when it ends', async () => {
    for (const end of ['completed', 'cancelled', 'superseded'] as const) {
      const bench = openBench();
      const turn = await bench.openTurn();
      const steps = [step('a', { status: 'in_progress' }), step('b')];
      await bench.asHosted('call-1', update(0, steps));
      const before = await bench.plan();
      await (end === 'superseded' ? bench.beginTurn() : bench.endTurn(turn, end));
      assert.deepEqual(await bench.plan(), before, end);
      assert.deepEqual((await bench.service.snapshot(SESSION))?.plan, before, end);
      assert.equal(bench.steps.length, 1, end);
    }
  });
});

describe('a turn whose process is gone', () => {
  it('is still the current one after a restart, shown as interrupted, and fences', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    const restarted = bench.another();
    assert.deepEqual(await turnOf(restarted), { turn_id: turn, state: 'interrupted' });
    const call = restarted.asHosted('call-1', update(0, []), { turn_id: turn });
    await rejectsWith('turn_not_current', call);
    assert.equal((await bench.plan())?.revision, undefined);
    const next = await restarted.beginTurn();
    assert.deepEqual(await turnOf(restarted), { turn_id: next, state: 'running' });
    assert.deepEqual((await story(bench)).slice(2), [
      ['turn_ended', turn, 'cancelled'],
      ['turn_started', next],
    ]);
  });

  it('is running for others as long as its process lives', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    const other = bench.another(fakeProcess('owner-2', (owner) => owner === 'owner-1'));
    other.clock.advance(TURN_LEASE_MS * 2);
    assert.deepEqual(await turnOf(other), { turn_id: turn, state: 'running' });
  });

  it('is told by its lease where its machine is another one, and every commit of it renews that', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    const far = bench.another(fakeProcess('owner-2', () => undefined));
    const states = async (...moves: number[]) => {
      const seen: unknown[] = [];
      for (const move of moves) {
        far.clock.advance(move);
        seen.push((await turnOf(far))?.state);
      }
      return seen;
    };
    assert.deepEqual(await states(0, TURN_LEASE_MS - 1, 1), ['running', 'running', 'interrupted']);
    bench.clock.advance(TURN_LEASE_MS);
    // Its own process never takes it for interrupted.
    assert.deepEqual(await turnOf(bench), { turn_id: turn, state: 'running' });
    await bench.asHosted('refused', update(7, []));
    assert.deepEqual(await states(0, TURN_LEASE_MS - 1, 1), ['running', 'running', 'interrupted']);
    bench.clock.advance(TURN_LEASE_MS);
    // A guest is not the turn.
    await bench.asGuest('guest', update(0, []));
    assert.deepEqual(await states(0), ['interrupted']);
  });
});
