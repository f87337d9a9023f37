import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import { readPlan, step, update } from '../domain/planFixtures';
import { openBench, SESSION } from './serviceFixtures';

const CREATE = update(0, [step('a')], 'Why');

describe('a call that is delivered again', () => {
  it('[FC.22] gets the same answer and makes no revision', async () => {
    const bench = openBench();
    const first = await bench.asGuest('call-1', CREATE);
    await bench.asGuest('call-2', update(1, [step('b')]));
    const before = await bench.stored();
    assert.deepEqual(await bench.asGuest('call-1', CREATE), first);
    assert.deepEqual(await bench.stored(), before);
    assert.equal(bench.heard.length, 2);
  });

  it('[FC.22] also after a restart, in another turn and with the keys in another order', async () => {
    const bench = openBench();
    const first = await bench.asGuest('call-1', CREATE);
    const before = await bench.stored();
    const reordered: PlanCommand = {
      input: {
        steps: [{ status: 'pending', description: 'Do a', id: 'a' }],
        explanation: 'Why',
        expected_revision: 0,
      },
      name: 'update_plan',
    };
    const again = await bench.another().asGuest('call-1', reordered, { turn_id: 'turn-2' });
    assert.deepEqual(again, first);
    assert.deepEqual(await bench.stored(), before);
  });

  it('[FC.22] is known by a record that stays small, however much was refused', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', CREATE);
    const huge = update(1, [step('a', { description: 'x '.repeat(500_000) })]);
    const refused = await bench.asGuest('call-2', huge);
    assert.equal(refused.isError, true);
    const recorded = await bench.store.recordedCall(SESSION, 'call-2');
    assert.ok(JSON.stringify(recorded).length < 2_000);
    assert.deepEqual(await bench.asGuest('call-2', huge), refused);
  });

  it('[FC.22] two at once make one revision and get one answer, in one process and in two', async () => {
    for (const secondOf of ['same', 'another'] as const) {
      const bench = openBench();
      const other = secondOf === 'same' ? bench : bench.another();
      const [first, second] = await Promise.all([
        bench.asGuest('call-1', CREATE),
        other.asGuest('call-1', CREATE),
      ]);
      assert.deepEqual(first, second);
      assert.equal(first.isError, false);
      assert.deepEqual(
        (await bench.events()).map(({ type }) => type),
        ['session_created', 'plan_updated'],
      );
    }
  });

  it('[FC.22] refusals and readings of a hosted turn are answered again too', async () => {
    const bench = openBench();
    await bench.openTurn();
    const read = await bench.asHosted('read', readPlan);
    const refused = await bench.asHosted('stale', update(5, []));
    await bench.asHosted('write', update(0, [step('a')]));
    const before = await bench.stored();
    assert.deepEqual(await bench.asHosted('read', readPlan), read);
    assert.deepEqual(await bench.asHosted('stale', update(5, [])), refused);
    assert.deepEqual(await bench.stored(), before);
  });

  it('[FC.22] a call of a turn that is over is answered as it was, here and after a restart', async () => {
    for (const end of ['ended', 'superseded', 'interrupted'] as const) {
      const bench = openBench();
      const turn_id = await bench.openTurn();
      const first = await bench.asHosted('call-1', CREATE);
      const read = await bench.asHosted('read', readPlan);
      if (end === 'ended') await bench.endTurn(turn_id);
      if (end === 'superseded') await bench.beginTurn();
      const before = await bench.stored();
      for (const { asHosted } of [bench, bench.another()]) {
        assert.deepEqual(await asHosted('call-1', CREATE, { turn_id }), first, end);
        assert.deepEqual(await asHosted('read', readPlan, { turn_id }), read, end);
      }
      assert.deepEqual(await bench.stored(), before, end);
    }
  });

  it('[FC.22] two at once in a turn make one revision; one that only redelivers is never withdrawn', async () => {
    const bench = openBench();
    await bench.openTurn();
    const [first, second] = await Promise.all([
      bench.asHosted('call-1', CREATE),
      bench.asHosted('call-1', CREATE),
    ]);
    assert.deepEqual(first, second);
    assert.equal((await bench.plan())?.revision, 1);
    const [again] = await Promise.all([bench.asHosted('call-1', CREATE), bench.beginTurn()]);
    assert.deepEqual(again, first);
    assert.equal((await bench.events()).filter(({ type }) => type === 'plan_updated').length, 1);
  });

  it('[FC.22] an answered call is answered also when its turn was cancelled since', async () => {
    const bench = openBench();
    const first = await bench.asGuest('call-1', CREATE);
    const signal = { cancelled: true };
    assert.deepEqual(await bench.asGuest('call-1', CREATE, { signal }), first);
  });
});

describe('a call id that is used for something else', () => {
  it('[FC.22] is refused without an event, whatever differs', async () => {
    const bench = openBench();
    await bench.openTurn();
    await bench.asHosted('call-1', CREATE);
    const before = await bench.stored();
    const others = [
      update(1, [step('a')], 'Why'),
      update(0, [step('b')], 'Why'),
      update(0, [step('a')]),
      update(0, [step('a')], 'why'),
      readPlan,
    ];
    for (const command of others) {
      const result = await bench.asHosted('call-1', command);
      assert.equal(result.isError, true);
      assert.deepEqual(result.structuredContent, { error: 'call_id_reused', revision: 1 });
    }
    assert.deepEqual(await bench.stored(), before);
    assert.equal(bench.heard.length, 3);
  });

  it('[FC.22] another tool with the same input is something else', async () => {
    const bench = openBench();
    await bench.openTurn(SESSION, { planning: true, subtasks: true });
    await bench.asHosted('call-1', readPlan);
    const available: PlanCommand = { name: 'get_available_tasks', input: {} };
    const result = await bench.asHosted('call-1', available);
    assert.equal(result.structuredContent?.['error'], 'call_id_reused');
  });

  it('[FC.22] two at once: the first is taken and the other refused', async () => {
    const bench = openBench();
    const results = await Promise.all([
      bench.asGuest('call-1', CREATE),
      bench.another().asGuest('call-1', update(0, [step('other')])),
    ]);
    const codes = results.map(({ structuredContent }) => structuredContent?.['error']);
    assert.deepEqual(codes.sort(), ['call_id_reused', undefined]);
    assert.equal((await bench.plan())?.revision, 1);
  });
});
