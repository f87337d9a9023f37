import assert from 'node:assert/strict';
import { toConfiguration, toCoworkerInfo } from '../../src/domain/coworker';
import { PLAN_LIMITS } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { resultText } from '../../src/domain/toolResult';
import { manySteps, readPlan, step, update } from '../domain/planFixtures';
import { openBench, openPlanned, ORIGIN, rejectsWith, SESSION } from './serviceFixtures';

const NONE = toConfiguration({});
const PLANS = toConfiguration({ planning: true });
const SUBTASKS = toConfiguration({ planning: true, subtasks: true });

describe('a coworker that plans', () => {
  it('[DP.1] keeps one list while it works, and it cannot grow without bound', async () => {
    const bench = openBench();
    await bench.openTurn(SESSION, PLANS);
    await bench.asHosted('call-1', update(0, manySteps(PLAN_LIMITS.steps)));
    const one: PlanCommand = { name: 'add_task', input: { content: 'One more' } };
    assert.equal((await bench.asHosted('call-2', one)).isError, true);
    const written = await bench.asHosted('call-3', {
      name: 'write_plan',
      input: { items: [{ content: 'Another list' }] },
    });
    assert.equal(written.isError, false);
    // There is one list: whatever tool writes it, and in whatever turn.
    await bench.beginTurn();
    assert.match(resultText(await bench.asHosted('call-4', readPlan)), /Another list/);
    assert.equal((await bench.plan())?.steps.length, 1);
  });

  it('[DP.2][DP.48][DP.49] shows the plan in its snapshot: null first, then as it is now', async () => {
    const bench = openBench();
    await bench.createSession(SESSION, PLANS);
    const snapshot = () => bench.service.snapshot(SESSION);
    assert.ok('plan' in ((await snapshot()) ?? {}));
    assert.equal((await snapshot())?.plan, null);
    await bench.beginTurn();
    assert.equal((await snapshot())?.plan, null);
    for (const steps of [[step('a')], [step('a', { status: 'completed' })], []]) {
      const revision = (await bench.plan())?.revision ?? 0;
      await bench.asHosted(`call-${revision}`, update(revision, steps));
      const { revision: shown, steps: list } = (await snapshot())?.plan ?? {};
      assert.deepEqual({ shown, list }, { shown: revision + 1, list: steps });
    }
  });

  it('[DP.4] reports progress, and nothing is begun or scheduled because of it', async () => {
    const { bench, turn } = await openPlanned();
    const timers = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const asked = bench.store.asked.append;
    await bench.asHosted('call-1', update(1, [step('a', { status: 'in_progress' }), step('b')]));
    await bench.asHosted('call-2', update(2, [step('a', { status: 'completed' }), step('b')]));
    bench.clock.advance(86_400_000);
    for (let loop = 0; loop < 5; loop++) await new Promise(setImmediate);
    assert.equal(bench.store.asked.append, asked + 2);
    assert.deepEqual(
      (await bench.events()).slice(3).map(({ type, call_id }) => [type, call_id]),
      [
        ['plan_updated', 'call-1'],
        ['plan_updated', 'call-2'],
      ],
    );
    assert.deepEqual((await bench.plan())?.steps[1], step('b'));
    assert.equal((await bench.service.snapshot(SESSION))?.turn?.turn_id, turn);
    const after = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    assert.equal(after, timers);
  });

  it('[DP.47] says so beside its name, and its sessions are as it says', async () => {
    for (const [id, configuration] of Object.entries({
      none: NONE,
      plans: PLANS,
      more: SUBTASKS,
    })) {
      const { planning, subtasks } = configuration;
      const info = toCoworkerInfo(id, configuration);
      assert.deepEqual(info, { id, planning, subtasks });
      const bench = openBench();
      await bench.createSession(SESSION, configuration);
      assert.equal('plan' in ((await bench.service.snapshot(SESSION)) ?? {}), info.planning);
    }
  });
});

describe('a coworker that does not plan', () => {
  it('[DP.50] has no plan in its snapshots, not even the key, and everything else', async () => {
    const bench = openBench();
    const other = openBench();
    await bench.openTurn(SESSION, NONE);
    await other.openTurn(SESSION, PLANS);
    const snapshot = await bench.service.snapshot(SESSION);
    const { plan, ...rest } = (await other.service.snapshot(SESSION)) ?? {};
    assert.equal(plan, null);
    assert.deepEqual(snapshot, rest);
    assert.ok(snapshot);
    assert.ok(!('plan' in snapshot));
  });

  it('has none of the tools, in a turn as outside of one', async () => {
    const bench = openBench();
    await bench.openTurn(SESSION, NONE);
    const before = await bench.stored();
    for (const command of [readPlan, update(0, []), update(9, [])]) {
      await rejectsWith('unknown_tool', bench.asHosted('call-1', command));
    }
    assert.deepEqual(await bench.stored(), before);
  });
});

describe('the configuration of a session', () => {
  it('[DP.11] stays the one that it was created with, whatever it is created with again', async () => {
    for (const [first, second] of [
      [PLANS, NONE],
      [NONE, PLANS],
      [PLANS, SUBTASKS],
      [SUBTASKS, PLANS],
    ] as const) {
      const bench = openBench();
      await bench.createSession(SESSION, first);
      const before = await bench.stored();
      await bench.createSession(SESSION, second);
      const restarted = bench.another();
      const origin = { ...ORIGIN, coworker: 'another', configuration: second };
      await restarted.service.execute({ kind: 'create_session', session: SESSION, origin });
      assert.deepEqual(await bench.stored(), before);
      await restarted.beginTurn();
      for (const [command, isThere] of [
        [readPlan, first.planning],
        [{ name: 'get_available_tasks', input: {} }, first.subtasks],
      ] as const) {
        const call = restarted.asHosted(command.name, command);
        if (isThere) assert.equal((await call).isError, false);
        else await rejectsWith('unknown_tool', call);
      }
      assert.deepEqual((await bench.stored()).loaded?.record.configuration, first);
      assert.equal((await bench.stored()).loaded?.record.coworker, 'chat');
    }
  });
});

describe('a session that a program makes', () => {
  it('has the title that it was given, and plan mode from the beginning where that is said', async () => {
    const bench = openBench();
    const origin = { coworker: 'planner', configuration: PLANS };
    const make = (session: string, more: object) =>
      bench.service.execute({ kind: 'create_session', session, origin, ...more });
    await make('srv:1', { title: '  Release notes ', planMode: true });
    await make('srv:2', {});
    const shown = async (session: string) => {
      const snapshot = await bench.service.snapshot(session);
      return [snapshot?.title, snapshot?.planMode];
    };
    assert.deepEqual(await shown('srv:1'), ['Release notes', { active: false }]);
    assert.deepEqual(await shown('srv:2'), ['', null]);
    await rejectsWith('invalid_input', make('srv:3', { title: 'two\nlines' }));
    assert.equal(await bench.service.snapshot('srv:3'), undefined);
  });
});
