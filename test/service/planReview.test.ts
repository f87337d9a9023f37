import assert from 'node:assert/strict';
import { resultText } from '../../src/domain/toolResult';
import { fakeIds } from '../support/fakeIds';
import { fakeProcess } from '../support/fakeProcess';
import { SqliteFolder } from '../support/sqliteFolder';
import { step, update } from '../domain/planFixtures';
import { openMode, openPlanning, type ModeBench } from './planModeFixtures';
import { openBench, rejectsWith, SESSION } from './serviceFixtures';

const approved = { outcome: 'approved' } as const;

async function asked(bench: ModeBench, callId = 'exit-1', revision = 1) {
  const request = await bench.request(callId, revision);
  assert.ok(request.kind === 'ask');
  return request;
}

async function reviews(bench: ModeBench) {
  return (await bench.events()).flatMap((event) =>
    event.type === 'plan_reviewed' ? [event.data] : [],
  );
}

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; !isSo() && Date.now() < deadline;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('Leaving plan mode by exit_plan_mode', () => {
  it('[PMx.11] outside plan mode answers harmlessly, and nobody is asked', async () => {
    const bench = await openMode();
    const request = await bench.request('exit-1', 0);
    assert.ok(request.kind === 'answered');
    assert.equal(request.result.isError, false);
    assert.match(resultText(request.result), /^Plan mode is not active/);
    assert.deepEqual(request.result.structuredContent, { revision: 0 });
    assert.equal((await bench.events()).at(-1)?.type, 'tool_finished');
    assert.equal(bench.service.openReviews.size, 0);
  });

  it('is refused where the session has no plan mode at all', async () => {
    const bench = openBench();
    const turn_id = await bench.openTurn();
    const before = await bench.stored();
    const call = { session: SESSION, turn_id, call_id: 'exit-1', input: { expected_revision: 1 } };
    await rejectsWith('unknown_tool', bench.service.execute({ kind: 'request_review', ...call }));
    assert.equal(bench.service.openReviews.size, 0);
    assert.deepEqual(await bench.stored(), before);
  });

  it('answers harmlessly, too, once plan mode is being left', async () => {
    const bench = await openPlanning();
    await bench.select(false);
    const request = await bench.request('exit-1', 1);
    assert.ok(request.kind === 'answered' && !request.result.isError);
  });

  it('[PMx.12] with no plan, an empty one or a stale revision is refused before anybody is asked', async () => {
    const none = await openMode();
    await none.select(true);
    await none.boundary();
    const cases = [await none.request('exit-1', 0)];
    const bench = await openPlanning();
    cases.push(await bench.request('exit-1', 0), await bench.request('exit-2', 2));
    await bench.asHosted('call-1', update(1, []), { turn_id: bench.turn() });
    cases.push(await bench.request('exit-3', 2));
    for (const request of cases) assert.ok(request.kind === 'answered' && request.result.isError);
    assert.deepEqual(await bench.shown(), { active: true });
    assert.deepEqual(await reviews(bench), []);
  });

  it('[PMx.13] approval counts for the revision that was shown; plan mode ends at the next boundary', async () => {
    const bench = await openPlanning();
    const { plan } = await asked(bench);
    assert.equal(plan.revision, 1);
    assert.deepEqual([...bench.service.openReviews], [[SESSION, 1]]);
    const result = await bench.settle('exit-1', 1, { ...approved, feedback: ' Go! ' });
    assert.equal(result.isError, false);
    assert.match(resultText(result), /approved revision 1.*Go!/s);
    assert.deepEqual(await reviews(bench), [{ revision: 1, ...approved, feedback: 'Go!' }]);
    const types = (await bench.events()).slice(-2).map(({ type }) => type);
    assert.deepEqual(types, ['plan_reviewed', 'tool_finished']);
    const snapshot = await bench.service.snapshot(SESSION);
    assert.equal(snapshot?.approved, 1);
    assert.deepEqual(snapshot.planMode, { active: true, pending: false });
    assert.equal(bench.service.openReviews.size, 0);
    assert.deepEqual(await bench.boundary(), { active: false });
    assert.equal((await bench.events()).at(-1)?.type, 'plan/mode');
  });

  it('leaving without approving is an entry of its own and approves nothing', async () => {
    const bench = await openPlanning();
    await asked(bench);
    await bench.settle('exit-1', 1, { outcome: 'left' });
    assert.deepEqual(await reviews(bench), [{ revision: 1, outcome: 'left' }]);
    const snapshot = await bench.service.snapshot(SESSION);
    assert.equal(snapshot?.approved, null);
    assert.deepEqual(await bench.boundary(), { active: false });
  });

  it('keep planning gives the feedback to the model and stays; the third one in a row is told', async () => {
    const bench = await openPlanning();
    const told: number[] = [];
    for (const call of ['exit-1', 'exit-2', 'exit-3']) {
      told.push((await asked(bench, call)).rejected);
      const answer = { outcome: 'kept_planning', feedback: 'Smaller steps.' } as const;
      assert.match(resultText(await bench.settle(call, 1, answer)), /Smaller steps\./);
      assert.deepEqual(await bench.boundary(), { active: true });
    }
    assert.deepEqual(told, [0, 1, 2]);
    assert.equal((await asked(bench, 'exit-4')).rejected, 3);
    await bench.settle('exit-4', 1, approved);
    assert.equal((await reviews(bench)).length, 4);
  });

  it('no answer approves nothing, writes only the end of the call, and can be asked again', async () => {
    const bench = await openPlanning();
    await asked(bench);
    const result = await bench.settle('exit-1', 1, null);
    assert.equal(result.isError, true);
    assert.deepEqual(await reviews(bench), []);
    assert.equal((await bench.events()).at(-1)?.type, 'tool_finished');
    assert.deepEqual(await bench.shown(), { active: true });
    await asked(bench, 'exit-2');
    assert.equal((await bench.settle('exit-2', 1, approved)).isError, false);
  });

  it('an answer to a plan that changed meanwhile is refused with what changed', async () => {
    const bench = await openPlanning();
    await asked(bench);
    await bench.another().asGuest('call-9', update(1, [step('a'), step('b')]));
    const result = await bench.settle('exit-1', 1, approved);
    assert.deepEqual(result.structuredContent, { error: 'stale_revision', revision: 2 });
    assert.match(resultText(result), /1 added/);
    const snapshot = await bench.service.snapshot(SESSION);
    assert.deepEqual([snapshot?.approved, snapshot?.planMode], [null, { active: true }]);
  });

  it('one question is open at a time; the same call may ask again', async () => {
    const bench = await openPlanning();
    await asked(bench);
    const second = await bench.request('exit-2', 1);
    assert.ok(second.kind === 'answered' && second.result.isError);
    await asked(bench, 'exit-1');
    assert.equal((await bench.settle('exit-1', 1, approved)).isError, false);
  });

  it('[PMx.14] a service that began anew knows of no question: plan mode stays', async () => {
    const bench = await openPlanning();
    await asked(bench);
    const input = { expected_revision: 1 };
    const settle = { kind: 'settle_review', session: SESSION, input, answer: approved } as const;
    const second = bench.another();
    await rejectsWith(
      'turn_not_current',
      second.service.execute({ ...settle, turn_id: bench.turn(), call_id: 'exit-1' }),
    );
    const turn_id = await second.beginTurn();
    const call = { ...settle, turn_id, call_id: 'exit-1' } as const;
    assert.equal((await second.service.execute(call)).isError, true);
    assert.deepEqual(await reviews(bench), []);
    assert.deepEqual(await bench.shown(), { active: true });
  });

  it('a turn that ends takes its question with it', async () => {
    const bench = await openPlanning();
    await asked(bench);
    await bench.endTurn(bench.turn(), 'cancelled');
    assert.equal(bench.service.openReviews.size, 0);
    await rejectsWith('turn_not_current', bench.settle('exit-1', 1, approved));
    await bench.begin();
    assert.equal((await bench.settle('exit-1', 1, approved)).isError, true);
    assert.deepEqual(await bench.shown(), { active: true });
  });

  it('a turn that ends in another window takes its question with it, also where the answer comes first', async () => {
    for (const isTold of [true, false]) {
      const folder = new SqliteFolder();
      const bench = await openPlanning(openBench(folder.open()));
      await asked(bench);
      const there = openBench(folder.open(), fakeProcess('owner-2'), fakeIds(1_000_000));
      await there.beginTurn();
      if (isTold) await until(() => bench.service.openReviews.size === 0);
      else await rejectsWith('turn_not_current', bench.settle('exit-1', 1, approved));
      assert.equal(bench.service.openReviews.size, 0);
      await folder.dispose();
    }
  });

  it('says how plan mode goes on where a person leaves it while the question is open', async () => {
    const answers = [null, { outcome: 'kept_planning' }, approved] as const;
    for (const isLeft of [false, true]) {
      for (const answer of answers) {
        const bench = await openPlanning();
        await asked(bench);
        if (isLeft) await bench.select(false);
        const said = resultText(await bench.settle('exit-1', 1, answer));
        const stays = !isLeft && answer !== approved;
        assert.equal(said.includes('Plan mode stays active.'), stays, said);
        assert.equal(said.includes('Plan mode ends before your next request.'), !stays, said);
        assert.deepEqual(await bench.boundary(), { active: stays });
      }
    }
  });

  it('an answer that was refused is no rejection', async () => {
    const bench = await openPlanning();
    await asked(bench);
    await bench.another().asGuest('call-9', update(1, [step('a'), step('b')]));
    assert.equal((await bench.settle('exit-1', 1, { outcome: 'kept_planning' })).isError, true);
    assert.equal((await asked(bench, 'exit-2', 2)).rejected, 0);
  });

  it('the same call seen again gets the recorded answer', async () => {
    const bench = await openPlanning();
    await asked(bench);
    const result = await bench.settle('exit-1', 1, approved);
    const before = await bench.stored();
    assert.deepEqual(await bench.settle('exit-1', 1, { outcome: 'left' }), result);
    const again = await bench.request('exit-1', 1);
    assert.deepEqual(again, { kind: 'answered', result });
    assert.deepEqual(await bench.stored(), before);
  });
});
