import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import type { SessionConfiguration } from '../../src/domain/session';
import { resultText } from '../../src/domain/toolResult';
import { step, update } from '../domain/planFixtures';
import { guest, openBench, openPlanned, ORIGIN, SESSION, type Bench } from './serviceFixtures';

describe('a subagent that writes a whole list', () => {
  it('[FC.13] on no base, or on another one, leaves the plan of its parent and is shown it', async () => {
    const { bench } = await openPlanned();
    await bench.asHosted('call-1', update(1, [step('a', { status: 'in_progress' }), step('b')]));
    const parent = await bench.plan();
    for (const base of [0, 1, 3, 99]) {
      for (const turn_id of ['subagent', 'unknown']) {
        const list = update(base, [step('sub')]);
        const refused = await bench.asGuest(`${turn_id}-${base}`, list, { turn_id });
        assert.deepEqual(refused.structuredContent, { error: 'stale_revision', revision: 2 });
        assert.match(resultText(refused), /\[a\] Do a[^]*\[b\] Do b[^]*expected_revision 2/);
        assert.deepEqual(await bench.plan(), parent);
      }
    }
  });

  it('[FC.13] while its parent writes: one of the two is taken, and the other is shown that', async () => {
    for (const first of ['parent', 'subagent'] as const) {
      const { bench } = await openPlanned();
      const write = {
        parent: () => bench.asHosted('parent', update(1, [step('parent')])),
        subagent: () => bench.another().asGuest('subagent', update(1, [step('subagent')])),
      };
      const second = first === 'parent' ? 'subagent' : 'parent';
      const taken = write[first]();
      const [, refused] = await Promise.all([taken, taken.then(write[second])]);
      assert.equal(refused.isError, true);
      assert.ok(resultText(refused).includes(`[${first}] Do ${first}`));
      assert.deepEqual((await bench.plan())?.steps, [step(first)]);
    }
  });
});

describe('two callers at the same time', () => {
  it('[FC.21] are each credited with their own revisions, in plan, log and step events', async () => {
    const { bench, turn } = await openPlanned();
    const other = bench.another();
    const add = (content: string): PlanCommand => ({ name: 'add_task', input: { content } });
    const calls = Array.from({ length: 12 }, (_, index) => {
      const id = `call-${index + 1}`;
      if (index % 3 === 0) return bench.asHosted(id, add(id));
      const turn_id = index % 3 === 1 ? 'sub-1' : 'sub-2';
      return (index % 3 === 1 ? bench : other).asGuest(id, add(id), { turn_id });
    });
    for (const result of await Promise.all(calls)) assert.equal(result.isError, false);

    const turnFor = (callId: string) => {
      const index = Number(callId.slice('call-'.length)) - 1;
      return index % 3 === 0 ? turn : `sub-${index % 3}`;
    };
    const written = (await bench.events()).flatMap((event) =>
      event.type === 'plan_updated' ? [event] : [],
    );
    assert.equal(written.length, 13);
    for (const [index, { turn_id, call_id = '', data }] of written.entries()) {
      const { plan, result } = data;
      assert.equal(plan.revision, index + 1);
      assert.deepEqual([plan.turn_id, plan.call_id, data.call_id], [turn_id, call_id, call_id]);
      if (index === 0) continue;
      assert.equal(turn_id, turnFor(call_id));
      // The step that this call added, and the answer that it got.
      assert.equal(plan.steps.at(-1)?.description, call_id);
      assert.ok(resultText(result).includes(call_id));
    }
    for (const { turn_id, call_id, events } of [...bench.steps.slice(1), ...other.steps]) {
      assert.equal(turn_id, turnFor(call_id));
      assert.deepEqual(
        events.map(({ item }) => item.content),
        [call_id],
      );
    }
    assert.equal(bench.steps.length - 1 + other.steps.length, 12);
  });
});

describe('a session that agents with and without subtasks share', () => {
  const SUBTASKS: SessionConfiguration = { planning: true, subtasks: true };

  /** A call by an agent of that configuration; both write the same plan. */
  function call(
    bench: Bench,
    id: string,
    command: PlanCommand,
    configuration = ORIGIN.configuration,
  ) {
    return bench.service.execute({ ...guest(id), origin: { ...ORIGIN, configuration }, command });
  }

  async function linked(): Promise<Bench> {
    const bench = openBench();
    const items = [
      { id: 'b', content: 'Do b', depends_on: ['a'] },
      { id: 'a', content: 'Do a' },
      { id: 'child', content: 'Do child', parent_id: 'a' },
    ];
    await call(bench, 'links', { name: 'write_plan', input: { items } }, SUBTASKS);
    assert.deepEqual(await statuses(bench), { b: 'blocked', a: 'pending', child: 'pending' });
    return bench;
  }

  async function statuses(bench: Bench): Promise<Record<string, string>> {
    return Object.fromEntries(
      ((await bench.plan())?.steps ?? []).map(({ id, status }) => [id, status]),
    );
  }

  const move = (task_id: string, status: 'pending' | 'in_progress' | 'completed'): PlanCommand => ({
    name: 'update_task_status',
    input: { task_id, status },
  });

  it('[PTx.12] is reconciled by the one without: steps are blocked and freed by links it cannot write', async () => {
    const bench = await linked();
    await call(bench, 'done', move('a', 'completed'));
    assert.deepEqual(await statuses(bench), { b: 'pending', a: 'completed', child: 'pending' });
    await call(bench, 'again', move('a', 'in_progress'));
    assert.deepEqual(await statuses(bench), { b: 'blocked', a: 'in_progress', child: 'pending' });
    // Not refused, but blocked at once, and the answer says so.
    const started = await call(bench, 'start', move('b', 'in_progress'));
    assert.equal(started.isError, false);
    assert.match(resultText(started), /blocked/);
    assert.equal((await statuses(bench))['b'], 'blocked');
    const batch = [{ task_id: 'a', status: 'completed' as const }];
    await call(bench, 'batch', { name: 'update_task_statuses', input: { updates: batch } });
    assert.equal((await statuses(bench))['b'], 'pending');
  });

  it('[PTx.12] is cleaned up by the one without: no link to a removed step is left, and what waited for it is free', async () => {
    const bench = await linked();
    await call(bench, 'remove', { name: 'remove_task', input: { task_id: 'a' } });
    assert.deepEqual((await bench.plan())?.steps, [step('b'), step('child')]);
  });

  it('[PTx.12] keeps its links when the one without writes the whole list', async () => {
    const bench = await linked();
    await call(bench, 'list', update(1, [step('b'), step('a'), step('child')]));
    assert.deepEqual(await statuses(bench), { b: 'blocked', a: 'pending', child: 'pending' });
    assert.deepEqual(
      (await bench.plan())?.steps.map(({ depends_on, parent_id }) => depends_on ?? parent_id),
      [['a'], undefined, 'a'],
    );
    assert.equal((await bench.service.snapshot(SESSION))?.plan?.revision, 2);
  });
});
