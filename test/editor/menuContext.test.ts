import assert from 'node:assert/strict';
import type { registerMenuContext } from '../../src/editor/menuContext';
import { fakeVscode } from '../support/fakeVscode';
import { loadWithVscode } from '../support/loadWithVscode';

describe('the conditions of menus', () => {
  it('know whether the plan on the screen is pinned and stays', async () => {
    const { vscode, contexts } = fakeVscode();
    const module = await loadWithVscode<{ registerMenuContext: typeof registerMenuContext }>(
      'src/editor/menuContext.ts',
      vscode,
    );
    const changed = new vscode.EventEmitter<void>();
    const shown = { pinned: false, stays: true };
    module.registerMenuContext({
      isPinned: () => shown.pinned,
      stays: () => shown.stays,
      onDidChange: changed.event,
    } as never);
    changed.fire();
    assert.deepEqual(Object.fromEntries(contexts), {
      'sessionPlans.pinned': false,
      'sessionPlans.stays': true,
    });
    shown.pinned = true;
    changed.fire();
    assert.equal(contexts.get('sessionPlans.pinned'), true);
  });
});
