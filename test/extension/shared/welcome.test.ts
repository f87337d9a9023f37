import assert from 'node:assert/strict';
import { join } from 'node:path';
import { waitFor } from '../../support/workbench/chatDriver';
import type { WorkbenchPage } from '../../support/workbench/workbenchPage';
import { inPalette } from '../keyboard';
import { type Product, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';
import { StoredPlans } from '../storedPlans';

/** What a language pack does in the page; the editor's own texts stay English, as none is installed. */
const IN_GERMAN =
  "Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => 'de', set: () => undefined })";
const shots = join(__dirname, '..', '..', '..', '.cache', 'shots');

/** What people meet first, and what tells them when they look elsewhere. */
describe('plans that are found again, told of and explained', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  const page = () => product.window.page;
  const run = (command: string, argument?: unknown) =>
    product.chat.control.executeCommand(`sessionPlans.${command}`, argument);
  const list = () => page().locator('.quick-input-widget');
  const toast = (text: string) => page().locator('.notifications-toasts', { hasText: text });
  const shot = (name: string) => page().screenshot({ path: join(shots, `${name}.png`) });

  it('[FC.25] a plan of the list is gone on with in a chat that has one, after both were seen', async () => {
    await product.agentCalls('Start', updatePlan(0, stepsOf('mine', 2, 1), 'My own goal'));
    await product.panelShows('mine: part 2');
    const plans = new StoredPlans(product.storage);
    const left = await plans.chat(60, updatePlan(0, stepsOf('left', 3, 1), 'What was left'));
    await plans.dispose();
    void run('adoptPlan', { session: left });
    await list().getByText('My own goal').first().waitFor();
    await list().getByText('My own goal').first().click();
    await list().getByText('Keep the plan of this chat').waitFor();
    const diff = page().locator('.monaco-diff-editor');
    await diff.getByText('left: part 3').first().waitFor();
    await diff.getByText('mine: part 2').first().waitFor();
    await shot('adoption-both');
    await list().getByText('Go on with: What was left').click();
    await product.panelShows('left: part 2');
    await product.panelShows(/Revision 2\b/);
    await diff.waitFor({ state: 'detached' });
    assert.match(await product.planInChat(), /left: part 3/);
  });

  it('the walkthrough opens with its pictures, and its first step drafts a message', async () => {
    const { control } = product.chat;
    // Pictures are shown where there is room for them.
    for (const part of ['closeSidebar', 'closeAuxiliaryBar'])
      await control.executeCommand(`workbench.action.${part}`);
    await run('getStarted');
    const guide = page().locator('.gettingStartedContainer');
    await guide.getByText('Get Started with Session Plans').first().waitFor();
    for (const title of ['See What Changed', 'Find Every Plan Again', 'Ask for a Plan']) {
      await guide.getByText(title, { exact: true }).first().click();
      const picture = guide.locator('.getting-started-media img').first();
      await waitFor(title, async () => ((await picture.boundingBox())?.width ?? 0) > 200);
    }
    await shot('walkthrough');
    await guide.getByRole('button', { name: 'Ask the Agent for a Plan' }).click();
    await page()
      .locator('.interactive-input-editor', { hasText: 'Make a plan with #update_plan' })
      .first()
      .waitFor();
    await product.showPanel();
  });

  describe('beside a second window', () => {
    let there: Product;
    before(async () => {
      await product.configure({ notifications: 'always' });
      there = await product.beside();
    });
    after(async () => {
      await there.window.close();
      await product.configure({ notifications: undefined });
    });

    it('a plan that is completed is told of once, in one of the two', async () => {
      await product.agentCalls('Finish it', updatePlan(2, stepsOf('left', 3, 3)));
      await toast('has no open steps any more: 3 of 3').waitFor();
      await shot('notification');
      // As long as the other window waits before it looks, and some more.
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      const told = there.window.page.locator('.notifications-toasts', { hasText: 'no open steps' });
      assert.equal(await told.count(), 0);
      await toast('has no open steps').getByRole('button', { name: 'Show the Plan' }).click();
      await product.panelShows('left: part 3');
    });
  });

  describe('in German', () => {
    let window: WorkbenchPage;
    before(async () => {
      window = await product.workbench.openPage({
        before: async (page) => {
          await page.addInitScript(IN_GERMAN);
        },
      });
    });
    after(() => window.close());

    it('names its commands, its panel and what is in it as the editor does there', async () => {
      const control = await window.control();
      await control.activate('session-plans.session-plans');
      await control.executeCommand('sessionPlans.showPlan');
      const panel = window.webview('.part.sidebar, .webview-container, body');
      await panel
        .getByText(/Revision \d+ · .*Chat-Agent/)
        .first()
        .waitFor();
      await inPalette(window.page, 'Session Plans: Planspeicher komprimieren');
      await window.page.screenshot({ path: join(shots, 'workbench-de.png') });
    });
  });
});
