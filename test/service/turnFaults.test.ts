import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import { onceAt, openPlanned, rejectsWith, SESSION } from './serviceFixtures';

const ADD: PlanCommand = { name: 'add_task', input: { content: 'Do b' } };

describe('a command about turns that fails', () => {
  const failure = new PlanError('store_unavailable', 'The disk is full.');

  it('leaves session and log as they were, and the turn goes on', async () => {
    for (const moment of ['beforeLoad', 'beforeAppend'] as const) {
      const { bench, turn } = await openPlanned();
      const before = await bench.stored();
      const heard = bench.heard.length;
      let isDown = true;
      bench.store.faults[moment] = () => {
        if (!isDown) return undefined;
        throw failure;
      };
      for (const act of [
        () => bench.service.execute({ kind: 'begin_turn', session: SESSION }),
        () => bench.endTurn(turn),
        () => bench.endTurn(turn, 'cancelled'),
      ]) {
        await assert.rejects(act(), (error) => error === failure);
      }
      isDown = false;
      assert.deepEqual(await bench.stored(), before);
      assert.equal(bench.heard.length, heard);
      assert.equal((await bench.asHosted('call-1', ADD)).isError, false);
    }
  });

  it('is decided again after a lost race, and given up after eight with no change', async () => {
    for (const lost of [7, 8]) {
      for (const kind of ['begin', 'complete', 'cancel'] as const) {
        const { bench, turn } = await openPlanned();
        const before = await bench.stored();
        let left = lost;
        bench.store.faults.beforeAppend = () => (left-- > 0 ? { kind: 'conflict' } : undefined);
        const act =
          kind === 'begin'
            ? bench.service.execute({ kind: 'begin_turn', session: SESSION })
            : bench.endTurn(turn, kind === 'complete' ? 'completed' : 'cancelled');
        if (lost < 8) await act;
        else await rejectsWith('retry', act);
        const isSame = (await bench.stored()).loaded?.generation === before.loaded?.generation;
        assert.equal(isSame, lost === 8, kind);
      }
    }
  });

  it('sees what the other writer did: an end finds its turn ended, a beginning ends the newest', async () => {
    const { bench, turn } = await openPlanned();
    const other = bench.another();
    onceAt(bench, 'beforeAppend', () => other.endTurn(turn, 'cancelled'));
    await rejectsWith('turn_not_current', bench.endTurn(turn));
    let between = '';
    onceAt(bench, 'beforeAppend', async () => {
      between = await other.beginTurn();
    });
    const mine = await bench.beginTurn();
    assert.deepEqual(
      (await bench.events()).slice(-4).map(({ type, turn_id }) => [type, turn_id]),
      [
        ['turn_ended', turn],
        ['turn_started', between],
        ['turn_ended', between],
        ['turn_started', mine],
      ],
    );
  });
});
