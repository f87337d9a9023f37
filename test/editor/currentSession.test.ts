import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import type { CurrentSession } from '../../src/editor/currentSession';
import { openBench, ORIGIN } from '../service/serviceFixtures';
import { fakeVscode } from '../support/fakeVscode';
import { loadWithVscode } from '../support/loadWithVscode';

const PLAN: PlanCommand = { name: 'update_plan', input: { expected_revision: 0, steps: [] } };

async function open(remembered?: string) {
  const module = await loadWithVscode<{ CurrentSession: typeof CurrentSession }>(
    'src/editor/currentSession.ts',
    fakeVscode().vscode,
  );
  const values = new Map<string, unknown>();
  const memento = {
    keys: () => [...values.keys()],
    get: () => remembered,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
  const current = new module.CurrentSession(memento as never);
  const bench = openBench();
  const write = async (session: string, workspace: string | undefined) => {
    bench.clock.advance(1_000);
    const { coworker, configuration } = ORIGIN;
    const origin = { coworker, configuration };
    await bench.service.execute({
      kind: 'guest_call',
      session,
      turn_id: 'turn',
      call_id: 'call',
      command: PLAN,
      origin: workspace === undefined ? origin : { ...origin, workspace },
    });
  };
  return { current, bench, write, values };
}

describe('the session that is shown', () => {
  it('is, after a reload, the one of this workspace that changed last', async () => {
    const { current, bench, write } = await open();
    await write('mine-old', 'file:///mine');
    await write('mine-new', 'file:///mine');
    await write('other', 'file:///other');
    await write('none', undefined);
    await current.restore(bench.service, 'file:///mine');
    assert.equal(current.key(), 'mine-new');
  });

  it('is one without a workspace in a window without a folder', async () => {
    const { current, bench, write } = await open();
    await write('none', undefined);
    await write('other', 'file:///other');
    await current.restore(bench.service, undefined);
    assert.equal(current.key(), 'none');
  });

  it('is not taken back by a restore that ends after a call', async () => {
    const { current, bench, write } = await open();
    await write('old', 'file:///mine');
    current.show('called');
    await current.restore(bench.service, 'file:///mine');
    assert.equal(current.key(), 'called');
  });

  it('is the last one shown where all that the store has is unreadable', async () => {
    const { current } = await open('broken');
    const reader = {
      list: () =>
        Promise.resolve({ sessions: [], unreadable: [{ location: 'x', reason: 'damaged' }] }),
    };
    await current.restore(reader as never, 'file:///mine');
    assert.equal(current.key(), 'broken');
  });

  it('is told once for each change, and remembered', async () => {
    const { current, values } = await open();
    let told = 0;
    current.onDidChange(() => told++);
    current.show('a');
    current.show('a');
    current.show('b');
    assert.equal(told, 2);
    assert.deepEqual([...values.values()], ['b']);
  });
});
