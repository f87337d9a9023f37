import assert from 'node:assert/strict';
import { readPlan, step, update } from '../domain/planFixtures';
import { openBench, SESSION } from './serviceFixtures';

describe('an accepted change', () => {
  it('[DP.52][DP.58][DP.59] ends with plan_updated, and nothing of the call comes before it', async () => {
    const bench = openBench();
    await bench.openTurn();
    await bench.asHosted('call-1', update(0, [step('a')]));
    await bench.asHosted('call-2', update(1, [step('a'), step('b')]));
    assert.deepEqual(
      (await bench.events()).map(({ type, sequence }) => [sequence, type]),
      [
        [1, 'session_created'],
        [2, 'turn_started'],
        [3, 'plan_updated'],
        [4, 'plan_updated'],
      ],
    );
  });

  it('[DP.53][DP.54][DP.55][DP.56][DP.57] is told in full: tool, call, plan, result, enforcement', async () => {
    const bench = openBench();
    const result = await bench.asGuest('call-1', update(0, [step('a')], 'Why'));
    const last = (await bench.events()).at(-1);
    assert.deepEqual(last, {
      type: 'plan_updated',
      sequence: 2,
      turn_id: 'turn-1',
      call_id: 'call-1',
      at: '2026-01-02T03:04:05.000Z',
      data: {
        name: 'update_plan',
        call_id: 'call-1',
        plan: {
          revision: 1,
          turn_id: 'turn-1',
          call_id: 'call-1',
          explanation: 'Why',
          steps: [{ id: 'a', description: 'Do a', status: 'pending' }],
        },
        result,
        enforcement: 'session-metadata-only',
      },
    });
    assert.deepEqual(bench.heard.flatMap((change) => change.events).at(-1), last);
  });

  it('[DP.35][DP.37][DP.38][DP.44] a later turn revises the plan, which then names that turn and call', async () => {
    const bench = openBench();
    await bench.openTurn();
    assert.equal(await bench.plan(), null);
    await bench.asHosted('call-1', update(0, [step('a')]));
    const later = await bench.beginTurn();
    await bench.asHosted('call-2', update(1, [step('a', { status: 'completed' })]));
    const plan = await bench.plan();
    assert.deepEqual(
      { revision: plan?.revision, turn: plan?.turn_id, call: plan?.call_id },
      { revision: 2, turn: later, call: 'call-2' },
    );
  });

  it('[DP.45] each session begins with no plan and keeps its own', async () => {
    const bench = openBench();
    const other = { session: 'test-chat://local/two' };
    await bench.asGuest('call-1', update(0, [step('a')]));
    const read = await bench.asGuest('call-2', readPlan, other);
    assert.deepEqual(read.structuredContent, { revision: 0, step_count: 0 });
    await bench.asGuest('call-3', update(0, [step('b')]), other);
    assert.deepEqual((await bench.plan())?.steps, [step('a')]);
    assert.deepEqual((await bench.plan(other.session))?.steps, [step('b')]);
    // The same call id in another session is another call.
    const sameId = await bench.asGuest('call-1', update(1, []), other);
    assert.equal(sameId.isError, false);
  });

  it('[DP.51] a snapshot has the plan at the cursor of its last event', async () => {
    const bench = openBench();
    assert.equal(await bench.service.snapshot(SESSION), undefined);
    await bench.asGuest('call-1', update(0, [step('a')], 'Ship it'));
    assert.deepEqual(await bench.service.snapshot(SESSION), {
      key: SESSION,
      title: 'Ship it',
      coworker: 'chat',
      updated: '2026-01-02T03:04:05.000Z',
      version: 2,
      plan: await bench.plan(),
      turn: null,
      problems: [],
      ...{ readOnly: false, planMode: null, approved: null, pinned: false },
    });
    assert.deepEqual(await bench.service.events(SESSION, 0, 10), {
      kind: 'events',
      events: await bench.events(),
    });
    assert.deepEqual(
      (await bench.service.list({}, { limit: 10 })).sessions.map(({ key, revision }) => [
        key,
        revision,
      ]),
      [[SESSION, 1]],
    );
  });

  it('is told in the order of the revisions, when many calls come at once', async () => {
    const bench = openBench();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        bench.asGuest(`call-${index}`, update(index, [step(`s${index}`)])),
      ),
    );
    const told = bench.heard.flatMap(({ events }) => events);
    assert.deepEqual(told, await bench.events());
    assert.deepEqual(
      bench.heard.map(({ record }) => record.plan?.revision),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('is told to every listener, also when one of them throws', async () => {
    const bench = openBench();
    const failure = new Error('listener');
    bench.service.onDidCommit(() => {
      throw failure;
    });
    let later = 0;
    const listening = bench.service.onDidCommit(() => (later += 1));
    await bench.asGuest('call-1', update(0, []));
    listening.dispose();
    await bench.asGuest('call-2', update(1, []));
    assert.equal(later, 1);
    assert.deepEqual(
      bench.log.entries.map(({ error }) => error),
      [failure, failure],
    );
  });
});

describe('a refused change', () => {
  it('[DP.60][DP.61] ends with tool_finished that carries the error, and no plan_updated', async () => {
    const bench = openBench();
    await bench.openTurn();
    const stale = await bench.asHosted('call-1', update(4, [step('a')]));
    const invalid = await bench.asHosted('call-2', update(0, [step('')]));
    const events = await bench.events();
    assert.deepEqual(
      events.slice(2).map(({ type, data }) => ({ type, data })),
      [
        { type: 'tool_finished', data: { name: 'update_plan', call_id: 'call-1', result: stale } },
        {
          type: 'tool_finished',
          data: { name: 'update_plan', call_id: 'call-2', result: invalid },
        },
      ],
    );
    assert.ok(stale.isError && invalid.isError);
  });

  it('[DP.40][DP.42] leaves list, revision, turn and call as they were', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')], 'Why'));
    const before = await bench.stored();
    const refused = [update(0, []), update(2, []), update(1, [step('a', { description: '\n' })])];
    for (const [index, command] of refused.entries()) {
      const result = await bench.asGuest(`refused-${index}`, command, { turn_id: 'turn-2' });
      assert.ok(result.isError);
    }
    assert.deepEqual((await bench.stored()).loaded?.record, before.loaded?.record);
  });

  it('[FC.16] of two lists on one base in one turn the first is taken, the second sees it', async () => {
    const bench = openBench();
    await bench.openTurn();
    const [first, second] = await Promise.all([
      bench.asHosted('call-1', update(0, [step('mine')])),
      bench.asHosted('call-2', update(0, [step('other')])),
    ]);
    assert.equal(first.isError, false);
    assert.deepEqual(second.structuredContent, { error: 'stale_revision', revision: 1 });
    assert.match(second.content[0]?.text ?? '', /\[mine\] Do mine[^]*pass expected_revision 1/);
    assert.deepEqual((await bench.plan())?.steps, [step('mine')]);
  });

  it('[FC.16] the same holds for two processes over one store', async () => {
    const bench = openBench();
    const other = bench.another();
    const results = await Promise.all([
      bench.asGuest('call-1', update(0, [step('mine')])),
      other.asGuest('call-2', update(0, [step('other')])),
    ]);
    assert.deepEqual(results.map(({ isError }) => isError).sort(), [false, true]);
    assert.equal((await bench.plan())?.revision, 1);
  });
});
