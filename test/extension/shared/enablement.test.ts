import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Product, stepsOf, updatePlan } from '../product';
import { sharedWindow, WORKSPACE } from './sharedWindow';

describe('the setting sessionPlans.enabled', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  async function offeredTools(): Promise<string[]> {
    const { requests } = await product.chat.ask('Say hello', { replies: [{ text: 'Hello.' }] });
    const offered = requests.find(({ kind }) => kind === 'agent')?.tools ?? [];
    return offered.map(({ name }) => name).sort();
  }

  async function setEnabled(value: boolean | undefined): Promise<void> {
    await product.chat.control.probe('setConfiguration', { key: 'sessionPlans.enabled', value });
  }

  it('takes the tools out of the requests when false, and nothing else; the plan stays readable', async () => {
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, stepsOf('kept', 3, 1)));
    const before = await offeredTools();
    assert.ok(before.includes('update_plan') && before.includes('read_plan'));

    await setEnabled(false);
    const after = await offeredTools();
    assert.deepEqual(
      after,
      before.filter((name) => name !== 'update_plan' && name !== 'read_plan'),
    );
    await product.panelShows('kept: part 3');
    const refused = await product.chat.control.invokeTool('update_plan', {});
    assert.match(refused.text, /^ERROR: .*disabled/);

    await setEnabled(undefined);
    assert.deepEqual(await offeredTools(), before);
  });

  it('[PT.68] plans are kept in the global storage of the extension, never in the workspace', () => {
    const { data, workspace } = product.workbench.profile;
    const filesIn = (folder: string) => readdirSync(folder, { recursive: true }).sort();
    assert.deepEqual(filesIn(workspace), filesIn(WORKSPACE));
    const folder = join(data, 'User', 'globalStorage', 'session-plans.session-plans', 'sessions');
    assert.ok(readdirSync(folder).some((name) => statSync(join(folder, name)).size > 0));
  });
});
