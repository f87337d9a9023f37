import assert from 'node:assert/strict';
import type { withoutNameClashes } from '../../src/editor/nameClash';
import { allTools } from '../../src/tools/allTools';
import { fakeVscode } from '../support/fakeVscode';
import { loadWithVscode } from '../support/loadWithVscode';

const OWN = 'session-plans.session-plans';

async function kept(others: readonly { id: string; packageJSON: unknown }[]) {
  const { vscode, contexts, warnings } = fakeVscode();
  vscode.extensions.all.push(...others);
  const module = await loadWithVscode<{ withoutNameClashes: typeof withoutNameClashes }>(
    'src/editor/nameClash.ts',
    vscode,
  );
  const names = module.withoutNameClashes(allTools, OWN).map(({ name }) => name);
  return { names, contexts, warnings };
}

function declaring(id: string, ...tools: unknown[]) {
  return { id, packageJSON: { contributes: { languageModelTools: tools } } };
}

describe('tools of the same name in other extensions', () => {
  it('leave ours out, by name, out of the requests too, and the person is told who', async () => {
    const { names, contexts, warnings } = await kept([
      declaring(OWN, { name: 'update_plan' }, { name: 'read_plan' }),
      declaring('other.planner', { name: 'update_plan' }),
    ]);
    assert.deepEqual(names, ['read_plan']);
    assert.deepEqual([...contexts], [['sessionPlans.nameClash.update_plan', true]]);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /update_plan.*other\.planner/);
  });

  it('are not found in manifests of any odd shape', async () => {
    const odd = [undefined, null, 7, {}, { contributes: null }].map((packageJSON, place) => ({
      id: `odd.${place}`,
      packageJSON,
    }));
    const { names, warnings } = await kept([
      ...odd,
      { id: 'odd.list', packageJSON: { contributes: { languageModelTools: 'update_plan' } } },
      declaring('odd.items', null, 'update_plan', { name: 7 }, { name: 'update_plans' }),
    ]);
    assert.deepEqual(names, ['update_plan', 'read_plan']);
    assert.deepEqual(warnings, []);
  });
});
