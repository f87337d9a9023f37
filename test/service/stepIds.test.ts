import assert from 'node:assert/strict';
import { PLAN_LIMITS } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { resultText } from '../../src/domain/toolResult';
import type { IdMaker } from '../../src/service/ports';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { manySteps, step, update } from '../domain/planFixtures';
import { fakeProcess } from '../support/fakeProcess';
import { openBench, openPlanned, SESSION, type Bench } from './serviceFixtures';

const add = (content: string): PlanCommand => ({ name: 'add_task', input: { content } });
const remove = (task_id: string): PlanCommand => ({ name: 'remove_task', input: { task_id } });

/** Gives these first eight digits, one after the other, and then the last one for ever. */
function scriptedIds(...digits: string[]): IdMaker {
  let next = 0;
  return {
    uuid: () => `${digits[Math.min(next++, digits.length - 1)]}-0000-4000-8000-000000000000`,
  };
}

async function benchWith(ids: IdMaker): Promise<Bench> {
  const bench = openBench(createMemoryStore(), fakeProcess(), ids);
  await bench.createSession();
  return bench;
}

async function stepIds(bench: Bench): Promise<string[] | undefined> {
  return (await bench.plan())?.steps.map(({ id }) => id);
}

describe('the id of a new step', () => {
  it('is eight hexadecimal digits of a fresh UUID', async () => {
    const bench = await benchWith(scriptedIds('0a1b2c3d', '4e5f6071'));
    const added = await bench.asGuest('call-1', add('one'));
    assert.equal(added.structuredContent?.['task_id'], '0a1b2c3d');
    await bench.asGuest('call-2', { name: 'write_plan', input: { items: [{ content: 'two' }] } });
    assert.deepEqual(await stepIds(bench), ['4e5f6071']);
  });

  it('[FC.24] is never one that the session used before, also when the maker gives it again', async () => {
    const bench = await benchWith(
      scriptedIds(
        '00000007',
        '00000007',
        '00000007',
        '00000008',
        '00000008',
        '00000007',
        '00000009',
      ),
    );
    await bench.asGuest('call-1', add('seven'));
    await bench.asGuest('call-2', remove('00000007'));
    await bench.asGuest('call-3', add('eight'));
    assert.deepEqual(await stepIds(bench), ['00000008']);
    // Neither one that is in the plan nor one that was removed long ago.
    await bench.asGuest('call-4', add('nine'));
    assert.deepEqual(await stepIds(bench), ['00000008', '00000009']);
  });

  it('[FC.24] nor one that another tool or another process removed, in a list or one by one', async () => {
    const bench = await benchWith(scriptedIds('00000001'));
    await bench.asGuest('call-1', update(0, [step('00000001'), step('00000002')]));
    await bench.asGuest('call-2', update(1, [step('00000003')]));
    await bench.asGuest('call-3', { name: 'write_plan', input: { items: [] } });
    const other = openBench(
      bench.store,
      fakeProcess('owner-2'),
      scriptedIds('00000002', '00000001', '00000003', '00000004'),
    );
    await other.asGuest('call-4', add('four'));
    assert.deepEqual(await stepIds(bench), ['00000004']);
    // Another session knows nothing of them.
    const elsewhere = { session: 'test-chat://local/two' };
    await bench.asGuest('call-5', add('one'), elsewhere);
    assert.deepEqual((await bench.plan(elsewhere.session))?.steps[0]?.id, '00000001');
  });

  it('is none that the same list gives to another step, and none twice in it', async () => {
    const bench = await benchWith(scriptedIds('0000000a', '0000000b', '0000000b', '0000000c'));
    const items = [{ content: 'a', id: '0000000a' }, { content: 'b' }, { content: 'c' }];
    const written = await bench.asGuest('call-1', { name: 'write_plan', input: { items } });
    assert.equal(written.isError, false, resultText(written));
    assert.deepEqual(await stepIds(bench), ['0000000a', '0000000b', '0000000c']);
  });

  it('is not looked for without end: a maker that only repeats is a bug, and nothing is changed', async () => {
    const bench = await benchWith(scriptedIds('00000007'));
    await bench.asGuest('call-1', add('seven'));
    const before = await bench.stored();
    await assert.rejects(bench.asGuest('call-2', add('again')), /id maker/);
    assert.deepEqual(await bench.stored(), before);
  });

  it('is asked of the maker for no more steps than a plan can hold', async () => {
    let made = 0;
    const bench = await benchWith({
      uuid: () => `${(++made).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
    });
    const items = Array.from({ length: 5_000 }, () => ({ content: 'one' }));
    const refused = await bench.asGuest('call-1', { name: 'write_plan', input: { items } });
    assert.equal(refused.isError, true);
    assert.equal(made, PLAN_LIMITS.steps);
  });
});

describe('the id of a step that was removed', () => {
  it('[FC.24] is told as removed, with the revision, by every tool that names it', async () => {
    const { bench } = await openPlanned();
    await bench.asGuest('add', update(1, [step('a'), step('b')]));
    await bench.asGuest('remove', remove('a'));
    const commands: PlanCommand[] = [
      remove('a'),
      { name: 'update_task_status', input: { task_id: 'a', status: 'completed' } },
      { name: 'update_task_statuses', input: { updates: [{ task_id: 'a', status: 'pending' }] } },
    ];
    for (const [index, command] of commands.entries()) {
      const refused = await bench.another().asGuest(`named-${index}`, command);
      assert.equal(refused.structuredContent?.['error'], 'unknown_step');
      assert.match(resultText(refused), /"a" was removed in revision 3/);
    }
    const never = await bench.asGuest('never', remove('x'));
    assert.match(resultText(never), /no step with the id "x"/);
  });

  it('[FC.24] may be given again by a list that names it, and is then told by its last removal', async () => {
    const { bench } = await openPlanned();
    await bench.asGuest('call-1', remove('a'));
    await bench.asGuest('call-2', update(2, [step('a')]));
    assert.equal((await bench.asGuest('call-3', remove('a'))).isError, false);
    assert.match(resultText(await bench.asGuest('call-4', remove('a'))), /removed in revision 4/);
    assert.deepEqual([...(await bench.store.removedSteps(SESSION, ['a', 'b']))], [['a', 4]]);
  });

  it('is looked up for no more ids than a plan can hold', async () => {
    const { bench } = await openPlanned();
    const asked: number[] = [];
    const { store } = bench;
    const counting = {
      ...store,
      removedSteps: (session: string, ids: readonly string[]) => {
        asked.push(ids.length);
        return store.removedSteps(session, ids);
      },
    };
    const updates = manySteps(32).flatMap(({ id }) =>
      [1, 2, 3].map((n) => ({ task_id: `${id}-${n}`, status: 'pending' as const })),
    );
    const refused = await openBench(counting, fakeProcess('owner-2')).asGuest('call-1', {
      name: 'update_task_statuses',
      input: { updates },
    });
    assert.equal(refused.isError, true);
    assert.deepEqual(asked, [PLAN_LIMITS.steps]);
  });
});
