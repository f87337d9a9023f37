import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { packExtension } from '../support/package';
import { Product, stepsOf, updatePlan } from './product';

describe('the packaged extension in a clean workbench', () => {
  let product: Product;

  before(async () => {
    product = await Product.start({ extensions: [packExtension()] });
  });

  after(() => product.stop());

  it('has an empty panel that says what to do', async () => {
    await product.panelShows('#update_plan');
  });

  it('is installed from the .vsix, and the agent keeps a plan with it', async () => {
    const { extensionPath } = await product.chat.control.extension('session-plans.session-plans');
    assert.deepEqual(
      readdirSync(extensionPath).filter((name) => /^(src|test|webview|node_modules)$/.test(name)),
      [],
    );
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, stepsOf('packed', 3, 1)));
    await product.panelShows('packed: part 3');
    await product.statusBarShows('1/3 packed: part 2');
    await product.reload();
    await product.showPanel();
    await product.panelShows('packed: part 3');
  });
});
