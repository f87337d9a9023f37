import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitFor } from '../../support/workbench/chatDriver';
import { appears, Keyboard } from '../keyboard';
import { faultsInWindow, PanelStates, THEMES, useTheme } from '../panelStates';
import { type Product, stepsOf, updatePlan, WHOLE_TOOLSET } from '../product';

/**
 * Tests that follow each other, of the panel as people use it who have no mouse, and as people see it in each
 * theme; in a window with few plans.
 */
export function describePanelInUse(current: () => Product): void {
  let product: Product;
  let keyboard: Keyboard;
  let states: PanelStates;

  before(async () => {
    product = current();
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await product.configure(WHOLE_TOOLSET);
    states = await PanelStates.in(product);
    await product.chat.control.executeCommand('sessionPlans.followLatest');
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, stepsOf('chat', 3, 1), 'Talk'));
    await product.panelShows('chat: part 2');
    keyboard = new Keyboard(product);
  });

  const page = () => product.window.page;
  const list = () => page().locator('.quick-input-widget');
  const sessions = () => product.panel.getByRole('option');
  const undo = () => product.panel.getByRole('button', { name: 'Undo' });

  async function toSessions(): Promise<void> {
    await keyboard.press('Shift+Tab', 'Shift+Tab', 'Enter');
    await keyboard.isInPanel('search');
    await sessions().first().waitFor();
  }

  it('[FC.46] leads by keyboard from its command to any plan in the list, and back', async () => {
    await keyboard.command('Session Plans: Show the Plan');
    await keyboard.isInPanel('steps', /^chat: part 2/);
    await toSessions();
    await keyboard.type('checkout');
    await keyboard.press('ArrowDown');
    await keyboard.isInPanel('sessions', /^Fix the flaky checkout tests/);
    await keyboard.press('Control+f', 'Escape');
    await keyboard.isInPanel('search');
    await keyboard.press('Tab');
    await keyboard.isInPanel('Filter');
    await keyboard.press('Enter', 'Tab', 'Tab', 'Tab', 'Space');
    await keyboard.isInPanel('Done');
    assert.match((await sessions().allInnerTexts()).join('\n\n'), /^Release notes[^]*(?!\n\n)/);
    assert.equal(await sessions().count(), 1);
    await keyboard.press('Space', 'Tab', 'Tab', 'Tab', 'Tab');
    await keyboard.isInPanel('sessions', /^Talk/);
    await keyboard.press('End');
    await keyboard.isInPanel('sessions', /^old/);
    await keyboard.press('f');
    await keyboard.isInPanel('sessions', /^Fix the flaky/);
    await keyboard.press('Enter');
    await keyboard.isInPanel('steps', /^Inject a clock/);
    await toSessions();
    await keyboard.press('Escape');
    await keyboard.isInPanel('steps', /^Inject a clock/);
  });

  it('[FC.46] pins, renames, deletes and undoes by keyboard, and keeps it in the list', async () => {
    await toSessions();
    await keyboard.press('ArrowDown', 'End');
    await keyboard.isInPanel('sessions', /^old/);
    await keyboard.press('ContextMenu');
    const menu = page().locator('.monaco-menu');
    await menu.waitFor();
    const chosen = menu.locator('.action-item.focused', { hasText: 'Pin Plan' });
    for (let tries = 0; tries < 20 && (await chosen.count()) === 0; tries++)
      await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await keyboard.isInPanel('sessions', /^old[^]*pinned/);

    await keyboard.press('F2');
    await keyboard.isIn('.quick-input-widget');
    await keyboard.type('Quarterly report');
    await keyboard.press('Enter');
    await keyboard.isInPanel('sessions', /^Quarterly report/);

    const count = await sessions().count();
    await keyboard.press('Delete');
    await undo().waitFor();
    await keyboard.isInPanel('sessions', /^(?!Quarterly)./);
    assert.equal(await sessions().count(), count - 1);
    assert.equal(await undo().count(), 1);
    const elsewhere = page().locator('.monaco-dialog-box, .notification-toast');
    assert.deepEqual(await elsewhere.allInnerTexts(), []);
    await keyboard.press('Control+z');
    await undo().waitFor({ state: 'detached' });
    await keyboard.isInPanel('sessions');
    await sessions().filter({ hasText: 'Quarterly report' }).waitFor();
    assert.equal(await sessions().count(), count);
    assert.deepEqual(await elsewhere.allInnerTexts(), []);
  });

  it('[FC.46] goes to the chat of a plan by keyboard and back to where one was', async () => {
    await keyboard.press('Home', 't');
    await keyboard.isInPanel('sessions', /^Talk/);
    await keyboard.press('Control+Enter');
    await keyboard.isIn('.editor-instance .interactive-session');
    // Faster than any person, the palette would give it back before the editor saw that the panel has it no more.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await keyboard.command('Session Plans: Show the Plan');
    await keyboard.isInPanel('sessions', /^Talk/);
    await keyboard.press('Enter');
    await keyboard.isInPanel('steps', /^chat: part 2/);
  });

  it('[FC.46] folds steps, goes through revisions, compares two and comes back by keyboard', async () => {
    await states.show('plan');
    await product.panel.locator('#steps').focus();
    await keyboard.isInPanel('steps', /^Inject a clock/);
    const count = await product.steps.count();
    await keyboard.press('ArrowLeft');
    await keyboard.isInPanel('steps', /^Inject a clock/);
    assert.equal(await product.steps.count(), count - 2);
    await keyboard.press('ArrowRight', 'End');
    await keyboard.isInPanel('steps', /^Note the cause/);
    assert.equal(await product.steps.count(), count);
    await keyboard.press('Tab');
    await keyboard.isInPanel(/^Revisions/);
    await keyboard.press('Tab', 'ArrowLeft');
    await product.panelShows('Viewing revision 3 of 4');
    await keyboard.isInPanel('Timeline of revisions');
    await keyboard.press('Tab', 'End', 'Shift+Enter');
    await product.panelShows('Changes from revision 1 to 3');
    await keyboard.isInPanel('revisions', /^Revision 1/);
    await keyboard.press('Escape');
    await product.panelShows('Injecting the clock');
    await keyboard.isInPanel('revisions');
  });

  it('[FC.46] opens, copies and saves a plan by keyboard', async () => {
    await keyboard.press('Tab', 'Tab');
    await keyboard.isInPanel('Go to Chat');
    await keyboard.command('Session Plans: Open Plan as Markdown');
    // The input of a chat that is in a tab is an editor, too.
    await keyboard.isIn('[data-mode-id="markdown"]');
    await keyboard.command('Session Plans: Show the Plan');
    await keyboard.isInPanel('Go to Chat');
    const said = page().locator('.statusbar-item', { hasText: 'The plan is on the clipboard.' });
    // What opens late may close the palette between the title and Enter.
    await waitFor('the copy to be told of', async () => {
      await keyboard.command('Session Plans: Copy Plan as Markdown');
      return appears(said);
    });
    const copied = await product.chat.control.probe<string>('clipboard');
    assert.match(copied, /^# Fix the flaky checkout tests\n/);
    await keyboard.command('Session Plans: Save Plan as File');
    await list().getByPlaceholder('Choose a format').waitFor();
    await list().locator('.monaco-list-row.focused').waitFor();
    await keyboard.press('Enter');
    const path = join(product.workbench.profile.workspace, 'Fix the flaky checkout tests.md');
    await waitFor('the path', async () => {
      const inputs = await list().getByRole('textbox').all();
      return (await Promise.all(inputs.map((input) => input.inputValue()))).includes(path);
    });
    await keyboard.press('Enter');
    await page().locator('.notification-toast', { hasText: 'The plan was saved as' }).waitFor();
    await product.chat.control.executeCommand('notifications.clearAll');
    assert.match(readFileSync(path, 'utf8'), /\n- \[x\] Read the checkout test helpers\n/);
    await product.chat.control.executeCommand('workbench.action.closeAllEditors');
  });

  it('runs no script but its own and makes no markup from text', async () => {
    const policy = product.panel.locator('meta[http-equiv="Content-Security-Policy"]');
    const content = (await policy.getAttribute('content')) ?? '';
    assert.match(content, /require-trusted-types-for 'script'; trusted-types 'none'/);
    assert.doesNotMatch(content, /unsafe/);
  });

  for (const [at, theme] of THEMES.entries()) {
    it(`has no accessibility fault in any state: ${theme}`, async () => {
      await useTheme(product, theme);
      const faults: string[] = [];
      for (const [place, state] of states.names.entries()) {
        await states.show(state);
        // Each state in turn as it is, and with what is left of the window at 200 %.
        const zoom = (at + place) % 2 === 0 ? 1 : 2;
        const found = await faultsInWindow(product, zoom, `${state}-${theme}`);
        faults.push(...found.map((fault) => `${state} ${String(zoom)}: ${fault}`));
      }
      assert.deepEqual(faults, []);
    });
  }
}
