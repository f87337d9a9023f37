import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { registerMenuContext } from '../../../src/editor/panel/menuContext';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

async function openContext() {
  const { vscode, contexts } = fakeVscode();
  const module = await loadWithVscode<{ registerMenuContext: typeof registerMenuContext }>(
    'src/editor/panel/menuContext.ts',
    vscode,
  );
  const changed = new vscode.EventEmitter<void>();
  const rechecked = new vscode.EventEmitter<void>();
  const committed = new vscode.EventEmitter<{ session: string; record: object }>();
  const shown = { pinned: false, stays: true, key: 'ours' as string | undefined };
  const modes: Record<string, object | null> = {
    ...{ ours: { active: false }, theirs: null, planned: null },
  };
  const parts = module.registerMenuContext(
    {
      isPinned: () => shown.pinned,
      stays: () => shown.stays,
      key: () => shown.key,
      onDidChange: changed.event,
      onDidRecheck: rechecked.event,
    } as never,
    {
      summary: (key: string) =>
        key in modes
          ? Promise.resolve({ planMode: modes[key], revision: key === 'planned' ? 3 : 0 })
          : Promise.reject(new Error('damaged')),
      onDidCommit: committed.event,
    } as never,
  );
  const change = async (fields: Partial<typeof shown>) => {
    Object.assign(shown, fields);
    changed.fire();
    await turn();
  };
  return { contexts, shown, committed, changed, rechecked, modes, change, parts };
}

describe('the conditions of menus', () => {
  it('know whether the plan on the screen is pinned and stays', async () => {
    const { contexts, change } = await openContext();
    await change({});
    assert.deepEqual(Object.fromEntries(contexts), {
      'sessionPlans.pinned': false,
      'sessionPlans.stays': true,
      'sessionPlans.planMode': true,
      'sessionPlans.hasPlan': false,
    });
    await change({ pinned: true });
    assert.equal(contexts.get('sessionPlans.pinned'), true);
  });

  it('know whether it has plan mode, which chats of other agents, unreadable ones and none have not', async () => {
    const { contexts, change } = await openContext();
    for (const key of ['theirs', 'unreadable', undefined]) {
      await change({ key: 'ours' });
      assert.equal(contexts.get('sessionPlans.planMode'), true);
      await change({ key });
      assert.equal(contexts.get('sessionPlans.planMode'), false, key ?? 'none');
    }
  });

  it('know whether it has a plan, also from the commit that brings the first one', async () => {
    const { contexts, committed, change } = await openContext();
    await change({ key: 'planned' });
    assert.equal(contexts.get('sessionPlans.hasPlan'), true);
    await change({ key: 'ours' });
    assert.equal(contexts.get('sessionPlans.hasPlan'), false);
    committed.fire({ session: 'ours', record: { plan: { revision: 1 } } });
    assert.equal(contexts.get('sessionPlans.hasPlan'), true);
  });

  it('know what another program made of it, and what was seen when the store was back', async () => {
    const { contexts, rechecked, modes, change } = await openContext();
    await change({ key: 'away' });
    assert.equal(contexts.get('sessionPlans.planMode'), false);
    modes['away'] = { active: false };
    rechecked.fire();
    await turn();
    assert.equal(contexts.get('sessionPlans.planMode'), true);
  });

  it('hear of plan mode with the commit that brings it, and never of another chat', async () => {
    const { contexts, committed, changed, shown, change } = await openContext();
    await change({ key: 'theirs' });
    committed.fire({ session: 'ours', record: { plan_mode: { active: false } } });
    assert.equal(contexts.get('sessionPlans.planMode'), false);
    committed.fire({ session: 'theirs', record: { plan_mode: { active: false } } });
    assert.equal(contexts.get('sessionPlans.planMode'), true);
    committed.fire({ session: 'theirs', record: {} });
    assert.equal(contexts.get('sessionPlans.planMode'), false);
    shown.key = 'ours';
    changed.fire();
    shown.key = 'unreadable';
    changed.fire();
    await turn();
    assert.equal(contexts.get('sessionPlans.planMode'), false);
  });
});
