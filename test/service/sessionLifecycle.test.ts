import assert from 'node:assert/strict';
import { utf8Bytes } from '../../src/domain/textLimits';
import { readPlan, step, update } from '../domain/planFixtures';
import { openBench, ORIGIN, rejectsWith, SESSION } from './serviceFixtures';

describe('a session of a guest', () => {
  it('comes into being with the first accepted change', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')]));
    const { loaded, events } = await bench.stored();
    assert.deepEqual(loaded?.record, {
      key: SESSION,
      coworker: 'chat',
      title: 'Do a',
      workspace: 'file:///project',
      created: '2026-01-02T03:04:05.000Z',
      updated: '2026-01-02T03:04:05.000Z',
      required_capabilities: ['durable_plans'],
      configuration: { planning: true, subtasks: false },
      plan: await bench.plan(),
    });
    assert.deepEqual(
      events.map(({ type, data }) => (type === 'session_created' ? data : type)),
      [{ coworker: 'chat' }, 'plan_updated'],
    );
  });

  it('is not there after refusals and readings only, and nobody hears of them', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(3, [step('a')]));
    await bench.asGuest('call-2', update(0, [step('')]));
    await bench.asGuest('call-3', readPlan);
    assert.deepEqual(await bench.stored(), { loaded: undefined, events: [] });
    assert.equal(bench.store.asked.append, 0);
    assert.deepEqual(bench.heard, []);
    // A refusal that left no trace holds its call id to nothing.
    assert.equal((await bench.asGuest('call-1', update(0, []))).isError, false);
  });

  it('records a refusal once it exists, but never a reading', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [step('a')]));
    const before = await bench.stored();
    const read = await bench.asGuest('call-2', readPlan);
    assert.match(read.content[0]?.text ?? '', /\[a\] Do a/);
    assert.deepEqual(await bench.stored(), before);
    await bench.asGuest('call-3', update(0, []));
    assert.equal((await bench.events()).at(-1)?.type, 'tool_finished');
  });

  it('has no workspace where none was given', async () => {
    const bench = openBench();
    const { coworker, configuration } = ORIGIN;
    await bench.service.execute({
      kind: 'guest_call',
      session: SESSION,
      turn_id: 't',
      call_id: 'c',
      origin: { coworker, configuration },
      command: update(0, []),
    });
    assert.ok(!('workspace' in ((await bench.stored()).loaded?.record ?? {})));
  });
});

describe('a session that is hosted', () => {
  it('is created once, before its first call', async () => {
    const bench = openBench();
    await rejectsWith('session_not_found', bench.asHosted('call-1', readPlan));
    await rejectsWith('session_not_found', bench.beginTurn());
    await rejectsWith('session_not_found', bench.endTurn('turn-1'));
    assert.deepEqual(await bench.stored(), { loaded: undefined, events: [] });
    await Promise.all([
      bench.createSession(),
      bench.createSession(),
      bench.another().createSession(),
    ]);
    await bench.createSession();
    assert.deepEqual(
      (await bench.events()).map(({ type }) => type),
      ['session_created'],
    );
    assert.equal(bench.heard.length, 1);
  });

  it('records readings, each with its own tool_finished', async () => {
    const bench = openBench();
    await bench.openTurn();
    const result = await bench.asHosted('call-1', readPlan);
    assert.deepEqual((await bench.events()).at(-1)?.data, {
      name: 'read_plan',
      call_id: 'call-1',
      result,
    });
    assert.equal(await bench.plan(), null);
  });
});

describe('title and times of a session', () => {
  it('the first plan that has words gives the title, and later ones leave it', async () => {
    const bench = openBench();
    const title = async () => (await bench.service.snapshot(SESSION))?.title;
    await bench.asGuest('call-1', update(0, []));
    assert.equal(await title(), '');
    await bench.asGuest('call-2', update(1, [step('a')], 'Ship it'));
    assert.equal(await title(), 'Ship it');
    await bench.asGuest('call-3', update(2, [step('b')], 'Something else'));
    assert.equal(await title(), 'Ship it');
  });

  it('[FC.51] a long one is cut at 120 bytes between graphemes', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, [], '👩‍👩‍👧‍👦'.repeat(20)));
    const title = (await bench.service.snapshot(SESSION))?.title ?? '';
    assert.equal(title, `${'👩‍👩‍👧‍👦'.repeat(4)}…`);
    assert.ok(utf8Bytes(title) <= 120);
  });

  it('an accepted change moves the time of the last update, a refusal does not', async () => {
    const bench = openBench();
    await bench.asGuest('call-1', update(0, []));
    bench.clock.advance(60_000);
    await bench.asGuest('call-2', update(0, []));
    const updated = async () => (await bench.service.snapshot(SESSION))?.updated;
    assert.equal(await updated(), '2026-01-02T03:04:05.000Z');
    assert.equal((await bench.events()).at(-1)?.at, '2026-01-02T03:05:05.000Z');
    await bench.asGuest('call-3', update(1, []));
    assert.equal(await updated(), '2026-01-02T03:05:05.000Z');
    assert.equal((await bench.stored()).loaded?.record.created, '2026-01-02T03:04:05.000Z');
  });
});

describe('a session that a newer version wrote', () => {
  it('answers reads, and refuses every writing call without deciding or writing', async () => {
    const bench = openBench();
    const turn = await bench.openTurn();
    await bench.asGuest('call-1', update(0, [step('a')]));
    bench.store.faults.afterLoad = (loaded) => loaded && { ...loaded, readOnly: true };
    const before = await bench.stored();
    const asked = bench.store.asked.append;
    assert.match((await bench.asGuest('r-1', readPlan)).content[0]?.text ?? '', /\[a\] Do a/);
    assert.match((await bench.asHosted('r-2', readPlan)).content[0]?.text ?? '', /\[a\] Do a/);
    for (const call of [
      () => bench.asGuest('w-0', update(0, [])),
      () => bench.asGuest('w-1', update(1, [])),
      () => bench.asHosted('w-2', update(1, [])),
      () => bench.beginTurn(),
      () => bench.endTurn(turn),
      () => bench.endTurn(turn, 'cancelled'),
    ]) {
      await rejectsWith('newer_version', call());
    }
    assert.deepEqual(await bench.stored(), before);
    assert.equal(bench.store.asked.append, asked);
    assert.equal((await bench.service.snapshot(SESSION))?.readOnly, true);
    // A call that was answered before the session became read-only still gets that answer.
    assert.equal((await bench.asGuest('call-1', update(0, [step('a')]))).isError, false);
  });
});
