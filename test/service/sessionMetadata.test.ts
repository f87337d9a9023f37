import assert from 'node:assert/strict';
import { step, update } from '../domain/planFixtures';
import { openBench, rejectsWith, SESSION } from './serviceFixtures';

const written = async () => {
  const bench = openBench();
  await bench.asGuest('call-1', update(0, [step('a')], 'Ship it'));
  const rename = (title: string) =>
    bench.service.execute({ kind: 'rename_session', session: SESSION, title });
  const pin = (pinned: boolean) =>
    bench.service.execute({ kind: 'pin_session', session: SESSION, pinned });
  return { ...bench, rename, pin };
};

describe('Title and pin of a session', () => {
  it('change neither plan, nor log, nor the time of the last change', async () => {
    const bench = await written();
    const before = await bench.service.snapshot(SESSION);
    await bench.rename('  Fix the tests  ');
    await bench.pin(true);
    const after = await bench.service.snapshot(SESSION);
    assert.deepEqual(after, { ...before, title: 'Fix the tests', pinned: true });
    assert.deepEqual((await bench.service.list({}, { limit: 1 })).sessions[0], {
      ...{ key: SESSION, coworker: 'chat', title: 'Fix the tests', workspace: 'file:///project' },
      ...{ updated: before?.updated, revision: 1, completed: 0, total: 1, open: 1 },
      ...{ current: 'Do a', pinned: true, planMode: null },
    });
    await bench.pin(false);
    await bench.rename('');
    assert.deepEqual(await bench.service.snapshot(SESSION), before);
  });

  it('are told to listeners like any commit, without events; the same again is no write', async () => {
    const bench = await written();
    const heard = bench.heard.length;
    await bench.pin(true);
    await bench.pin(true);
    await bench.rename('Ship it');
    assert.deepEqual(
      bench.heard.slice(heard).map(({ record, events }) => [record.pinned, events]),
      [[true, []]],
    );
  });

  it('stay when the plan changes', async () => {
    const bench = await written();
    await bench.rename('Mine');
    await bench.pin(true);
    await bench.asGuest('call-2', update(1, [step('b')], 'Another explanation'));
    const snapshot = await bench.service.snapshot(SESSION);
    assert.deepEqual([snapshot?.title, snapshot?.pinned], ['Mine', true]);
  });

  it('refuse a title that is too long or holds control characters, and what does not exist', async () => {
    const bench = await written();
    await bench.rename('é'.repeat(60));
    await rejectsWith('invalid_input', bench.rename('é'.repeat(61)));
    await rejectsWith('invalid_input', bench.rename('two\nlines'));
    assert.equal((await bench.service.snapshot(SESSION))?.title, 'é'.repeat(60));
    const session = 'test-chat://local/none';
    const nowhere = { kind: 'pin_session', session, pinned: true } as const;
    await rejectsWith('session_not_found', bench.service.execute(nowhere));
  });
});
