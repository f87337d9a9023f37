import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import { assertNoReservedNames, RESERVED_TOOL_NAMES } from '../../../src/domain/toolset';
import type {
  clashText,
  findNameClashes,
  withoutNameClashes,
} from '../../../src/editor/settings/nameClash';
import { allTools } from '../../../src/tools/allTools';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

const OWN = 'session-plans.session-plans';

async function openAmong(others: readonly { id: string; packageJSON: unknown }[]) {
  const { vscode, contexts } = fakeVscode();
  vscode.extensions.all.push(...others);
  const module = await loadWithVscode<{
    findNameClashes: typeof findNameClashes;
    withoutNameClashes: typeof withoutNameClashes;
    clashText: typeof clashText;
  }>('src/editor/settings/nameClash.ts', vscode);
  const clashes = module.findNameClashes(OWN);
  const left = module.withoutNameClashes(allTools, clashes).map(({ name }) => name);
  return { clashes, left, contexts, texts: clashes.map(module.clashText) };
}

function declaring(id: string, ...tools: unknown[]) {
  return { id, packageJSON: { contributes: { languageModelTools: tools } } };
}

const names = allTools.map(({ name }) => name);

describe('tools of the same name in other extensions', () => {
  it('leave ours out, by name, out of the requests too, and it can be said who', async () => {
    const { clashes, left, contexts, texts } = await openAmong([
      declaring(OWN, { name: 'update_plan' }, { name: 'read_plan' }),
      declaring('other.planner', { name: 'update_plan' }),
    ]);
    assert.deepEqual(clashes, [{ name: 'update_plan', from: 'other.planner' }]);
    assert.deepEqual(
      left,
      names.filter((name) => name !== 'update_plan'),
    );
    assert.deepEqual([...contexts], [['sessionPlans.nameClash.update_plan', true]]);
    assert.equal(texts.length, 1);
    assert.match(texts[0] ?? '', /update_plan.*other\.planner/);
  });

  it('[DP.88] every reserved name is looked for, exit_plan_mode too', async () => {
    assert.deepEqual(RESERVED_TOOL_NAMES, [...names, 'exit_plan_mode']);
    for (const name of RESERVED_TOOL_NAMES) {
      const { clashes, left } = await openAmong([declaring('other.planner', { name })]);
      assert.deepEqual(clashes, [{ name, from: 'other.planner' }]);
      assert.deepEqual(
        left,
        names.filter((own) => own !== name),
      );
    }
  });

  it('[DP.88] under no reserved name can a tool of somebody else be listed beside ours', async () => {
    const { clashes } = await openAmong([
      declaring('a.b', { name: 'exit_plan_mode' }, { name: 'fine' }),
      declaring('c.d', { name: 'add_task' }),
    ]);
    assert.throws(
      () => {
        assertNoReservedNames([{ name: 'fine', from: 'a.b' }, ...clashes]);
      },
      (error: PlanError) => {
        assert.ok(PlanError.is(error, 'invalid_configuration'));
        assert.match(error.message, /exit_plan_mode \(a\.b\), add_task \(c\.d\)/);
        assert.doesNotMatch(error.message, /fine/);
        return true;
      },
    );
    for (const name of RESERVED_TOOL_NAMES) {
      assert.throws(() => {
        assertNoReservedNames([{ name, from: 'an MCP server' }]);
      }, new RegExp(name));
    }
    assertNoReservedNames([{ name: 'update_plans', from: 'a.b' }]);
    assertNoReservedNames([]);
  });

  it('are not found in manifests of any odd shape', async () => {
    const odd = [undefined, null, 7, {}, { contributes: null }].map((packageJSON, place) => ({
      id: `odd.${place}`,
      packageJSON,
    }));
    const { left, clashes, contexts } = await openAmong([
      ...odd,
      { id: 'odd.list', packageJSON: { contributes: { languageModelTools: 'update_plan' } } },
      declaring('odd.items', null, 'update_plan', { name: 7 }, { name: 'update_plans' }),
      declaring(OWN.toUpperCase(), { name: 'update_plan' }),
    ]);
    assert.deepEqual(left, names);
    assert.deepEqual([clashes, [...contexts]], [[], []]);
  });
});
