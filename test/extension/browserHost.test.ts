import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inPalette, notInPalette } from './keyboard';
import { Product, stepsOf, updatePlan } from './product';

const ID = 'session-plans.session-plans';

describe('in the extension host of a browser', () => {
  let product: Product;

  before(async () => {
    // What VS Code itself does where there is no machine, asked for where there is one.
    const settings = { 'remote.extensionKind': { [ID]: ['web'] } };
    product = await Product.start({ settings }, { inBrowser: true });
  });

  after(() => product.stop());

  const commands = (): Promise<string[]> =>
    product.chat.control.probe('commands', { prefix: 'sessionPlans.' });

  it('the agent keeps a plan, which a reload keeps, and nothing of it is on the machine', async () => {
    await product.chat.newChat();
    const { toolCalls } = await product.agentCalls(
      'Start',
      updatePlan(0, stepsOf('web', 3, 0)),
      updatePlan(1, stepsOf('web', 3, 1)),
    );
    assert.match(toolCalls.at(-1)?.text ?? '', /^Plan revision 2/);
    await product.panelShows('web: part 3');
    await product.statusBarShows('1/3 web: part 2');
    await assert.rejects(product.chat.control.extension(ID), 'it runs on the machine');
    const kept = dirname(product.storage);
    assert.deepEqual(
      readdirSync(join(kept, 'web-sessions')).map((name) => name.replace(/^[0-9a-f]{32}/, '')),
      ['.sqlite', '.sqlite.last-good'],
    );
    assert.equal(existsSync(product.storage), false);
    await product.reload();
    await product.showPanel();
    await product.panelShows('web: part 3');
    await product.statusBarShows('1/3 web: part 2');
    assert.equal(await product.revisions.count(), 2);
  });

  it('has the commands for plans, and none for which there has to be a machine', async () => {
    const known = await commands();
    for (const name of ['showPlan', 'exportPlans', 'verifyPlans', 'deletePlan'])
      assert.ok(known.includes(`sessionPlans.${name}`), name);
    for (const name of ['chooseStore', 'connectAgent', 'revealPlanStorage'])
      assert.ok(!known.includes(`sessionPlans.${name}`), name);
    const { page } = product.window;
    await inPalette(page, 'Session Plans: Verify All Plans');
    await page.keyboard.press('Escape');
    await notInPalette(page, 'Session Plans: Choose Where Plans Are Stored');
    await notInPalette(page, 'Session Plans: Reveal Plan Storage');
  });
});
