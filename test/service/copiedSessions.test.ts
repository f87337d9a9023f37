import assert from 'node:assert/strict';
import { evolve, initialState } from '../../src/domain/planState';
import { step, update } from '../domain/planFixtures';
import { openPlanning } from './planModeFixtures';
import { openBench, ORIGIN, rejectsWith, SESSION } from './serviceFixtures';

const OTHER = 'test-chat://local/two';

/** Three revisions (a; a and b; b), the second one approved, in active plan mode. */
async function openSource() {
  const bench = await openPlanning();
  const turn_id = bench.turn();
  await bench.asHosted('call-1', update(1, [step('a'), step('b')]), { turn_id });
  await bench.request('exit-1', 2);
  await bench.settle('exit-1', 2, { outcome: 'approved' });
  await bench.asHosted('call-2', update(2, [step('b')]), { turn_id });
  const copy = (kind: 'fork_session' | 'adopt_plan', revision: number, session = OTHER) =>
    bench.service.execute({ kind, session, from: SESSION, revision, origin: ORIGIN });
  return { ...bench, copy };
}

async function revisions(bench: Awaited<ReturnType<typeof openSource>>, session = OTHER) {
  return (await bench.events(session)).flatMap((event) =>
    event.type === 'plan_updated' ? [event.data.plan.revision] : [],
  );
}

describe('A session that begins with the plan of another one', () => {
  it('[FC.43] a fork holds the log up to its revision and goes on alone', async () => {
    const bench = await openSource();
    const before = await bench.stored();
    await bench.copy('fork_session', 2);
    const { loaded, events } = await bench.stored(OTHER);
    assert.deepEqual(loaded?.record.forked_from, { session: SESSION, revision: 2 });
    assert.deepEqual(events[0]?.data, {
      coworker: 'chat',
      forked_from: { session: SESSION, revision: 2 },
    });
    assert.deepEqual(await revisions(bench), [1, 2]);
    const state = events.reduce(evolve, initialState);
    const { plan, plan_mode, approved = null } = loaded.record;
    assert.deepEqual(state.plan, plan);
    assert.deepEqual([state.planMode, state.approved], [plan_mode?.active, approved]);
    await bench.asGuest('call-1', update(2, [step('c')]), { session: OTHER });
    assert.deepEqual(await revisions(bench), [1, 2, 3]);
    assert.deepEqual(await bench.stored(), before);
  });

  it('[FC.43] a fork of a chat that knows only so many turns has nothing that was decided after them', async () => {
    const bench = await openPlanning();
    const known = bench.turn();
    await bench.service.execute({
      ...{ kind: 'end_turn', session: SESSION, turn_id: known, outcome: 'completed' },
    });
    const turn = await bench.begin();
    await bench.request('exit-1', 1);
    await bench.settle('exit-1', 1, { outcome: 'approved' });
    await bench.boundary(turn);
    assert.deepEqual(await bench.switches(), [true, false]);
    const fork = { kind: 'fork_session', from: SESSION, revision: 1, origin: ORIGIN } as const;
    await bench.service.execute({ ...fork, session: OTHER, turn: known });
    const copy = await bench.service.snapshot(OTHER);
    assert.deepEqual([copy?.approved, copy?.planMode], [null, { active: true }]);
  });

  it('has the approval only from the revision that was approved on, and plan mode as committed', async () => {
    const bench = await openSource();
    await bench.copy('fork_session', 1);
    await bench.copy('fork_session', 2, 'test-chat://local/three');
    const shown = async (session: string) => {
      const snapshot = await bench.service.snapshot(session);
      return [snapshot?.approved, snapshot?.planMode];
    };
    assert.deepEqual(await shown(OTHER), [null, { active: true }]);
    assert.deepEqual(await shown('test-chat://local/three'), [2, { active: true }]);
  });

  it('knows the ids that were used before', async () => {
    const bench = await openSource();
    await bench.copy('fork_session', 3);
    const removed = await bench.store.removedSteps(OTHER, ['a', 'b']);
    assert.deepEqual([...removed.keys()], ['a']);
  });

  it('adopting into a session without a plan takes the log over; revisions go on', async () => {
    const bench = await openSource();
    await bench.copy('adopt_plan', 2);
    const types = (await bench.events(OTHER)).map(({ type }) => type);
    const copied = ['plan_updated', 'plan_updated', 'plan_reviewed'];
    assert.deepEqual(types, ['session_created', 'session_adopted', ...copied]);
    await bench.asGuest('call-1', update(2, [step('c')]), { session: OTHER });
    assert.deepEqual(await revisions(bench), [1, 2, 3]);
  });

  it('adopting over a plan of its own keeps that in its history, and no revision is there twice', async () => {
    const bench = await openSource();
    for (const revision of [0, 1, 2, 3])
      await bench.asGuest(`own-${revision}`, update(revision, [step('own')]), { session: OTHER });
    await bench.copy('adopt_plan', 2);
    assert.deepEqual(await revisions(bench), [1, 2, 3, 4, 5]);
    const plan = await bench.plan(OTHER);
    assert.deepEqual(plan?.steps, [step('a'), step('b')]);
    const removed = await bench.store.removedSteps(OTHER, ['own']);
    assert.deepEqual([...removed], [['own', 5]]);
  });

  it('[FC.25] adopting over a plan of its own takes its title as well, where no person gave one', async () => {
    for (const given of [undefined, 'Mine']) {
      const bench = await openSource();
      await bench.asGuest('own', update(0, [step('own')]), { session: OTHER });
      if (given !== undefined)
        await bench.service.execute({ kind: 'rename_session', session: OTHER, title: given });
      await bench.copy('adopt_plan', 2);
      const titles = await Promise.all(
        [OTHER, SESSION].map(async (session) => (await bench.service.summary(session))?.title),
      );
      assert.equal(titles[0], given ?? titles[1]);
    }
  });

  it('[FC.43] a session can go back to an earlier plan of its own, which is its next revision', async () => {
    const bench = await openSource();
    await bench.copy('adopt_plan', 2, SESSION);
    assert.deepEqual(await revisions(bench, SESSION), [1, 2, 3, 4]);
    assert.deepEqual((await bench.plan())?.steps, [step('a'), step('b')]);
    const { type, data } = (await bench.events()).at(-2) ?? {};
    assert.deepEqual([type, data], ['session_adopted', { from: SESSION, revision: 2 }]);
  });

  it('refuses what is not there, and changes nothing', async () => {
    const bench = await openSource();
    await rejectsWith('invalid_input', bench.copy('fork_session', 4));
    await rejectsWith('invalid_input', bench.copy('fork_session', 1, SESSION));
    await rejectsWith('invalid_input', bench.copy('adopt_plan', 3, SESSION));
    assert.equal((await bench.stored(OTHER)).loaded, undefined);
    const empty = openBench();
    const nowhere = { session: OTHER, from: SESSION, revision: 1, origin: ORIGIN };
    const fork = { kind: 'fork_session', ...nowhere } as const;
    await rejectsWith('session_not_found', empty.service.execute(fork));
  });
});
