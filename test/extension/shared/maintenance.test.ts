import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../../support/workbench/chatDriver';
import { type Product, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

/** In the chat, where it was: a list that opens before would lose the focus to it, and close. */
const FOCUS_IS_BACK = `Boolean(document.activeElement?.closest('.interactive-session'))`;
const SAVED = ['docs.md', 'docs.json'];

/** What a person does with the commands for stored plans, with the keyboard where there is a choice. */
describe('the commands for stored plans in the workbench', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
    await startChat('parser');
    await startChat('docs');
  });

  after(() => {
    for (const name of SAVED) rmSync(inWorkspace(name), { force: true });
  });

  const page = () => product.window.page;
  const list = () => page().locator('.quick-input-widget');
  const dialog = () => page().locator('.monaco-dialog-box');
  const folder = () => product.storage;
  const liveFiles = () => readdirSync(folder()).filter((name) => name.endsWith('.sqlite'));
  const inWorkspace = (name: string) => join(product.workbench.profile.workspace, name);
  const exported = (name: string) => readFileSync(inWorkspace(name), 'utf8');

  const allSound = () => `Plans verified: ${liveFiles().length}. Nothing is damaged.`;

  /** A plan with three revisions, named like its topic. */
  async function startChat(topic: string): Promise<void> {
    await product.chat.newChat();
    await product.agentCalls(
      topic,
      updatePlan(0, stepsOf(topic, 3, 0), topic),
      updatePlan(1, stepsOf(topic, 3, 1)),
      updatePlan(2, stepsOf(topic, 3, 2)),
    );
    await product.panelShows(/Revision 3\b/);
  }

  /** Begins a command; it ends when the person has answered everything, so nobody waits for it. */
  function begin(command: string): void {
    void product.chat.control.executeCommand(`sessionPlans.${command}`).catch(() => undefined);
  }

  async function enterInList(title: string, placeholder: string): Promise<void> {
    await list().getByText(title, { exact: true }).waitFor();
    await list().getByPlaceholder(placeholder).waitFor();
    await list().locator('.monaco-list-row.focused').waitFor();
    await page().keyboard.press('Enter');
  }

  async function notification(text: string): Promise<Locator> {
    const toast = page().locator('.notification-toast', { hasText: text });
    await toast.waitFor();
    return toast;
  }

  /** Waits for a notification and clears it away. */
  async function told(text: string): Promise<void> {
    await notification(text);
    await product.chat.control.executeCommand('notifications.clearAll');
  }

  async function pressIn(toast: Locator, button: string): Promise<void> {
    await toast.getByRole('button', { name: button, exact: true }).click();
    await toast.waitFor({ state: 'detached' });
  }

  /** The text in the editor in front. */
  async function textShown(tab: string): Promise<string> {
    await page().getByRole('tab', { name: tab, selected: true }).waitFor();
    const lines = page().locator('.editor-group-container.active .view-lines').first();
    await lines.getByText('docs').first().waitFor();
    return (await lines.innerText()).replace(/\s/g, ' ');
  }

  it('save the plan on the screen as Markdown and as JSON into files of the workspace', async () => {
    for (const [format, steps] of [
      ['md', 0],
      ['json', 1],
    ] as const) {
      begin('savePlan');
      await list().getByPlaceholder('Choose a format').waitFor();
      for (let step = 0; step < steps; step++) await page().keyboard.press('ArrowDown');
      await enterInList('Save a plan as a file', 'Choose a format');
      const path = inWorkspace(`docs.${format}`);
      await waitFor('the path', async () => {
        const inputs = await list().getByRole('textbox').all();
        return (await Promise.all(inputs.map((input) => input.inputValue()))).includes(path);
      });
      await page().keyboard.press('Enter');
      await told(`The plan was saved as docs.${format}.`);
    }
    assert.match(exported('docs.md'), /^# docs\n[^]*- \[x\] docs: part 2\n[^]*### Revision 1\n/);
    const json = JSON.parse(exported('docs.json')) as { events: { type: string }[] };
    assert.equal(json.events.filter(({ type }) => /plan/.test(type)).length, 3);
  });

  it('delete the plan on the screen after a question, and bring it back with its history', async () => {
    const files = liveFiles();
    begin('deletePlan');
    await enterInList('Delete a plan', 'Choose a plan');
    await dialog().getByText('Delete the plan "docs"?').waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await waitFor('the focus to be back', () => page().evaluate<boolean>(FOCUS_IS_BACK));
    assert.deepEqual(liveFiles(), files);
    await product.panelShows(/Revision 3\b/);

    begin('deletePlan');
    await enterInList('Delete a plan', 'Choose a plan');
    await dialog().getByRole('button', { name: 'Move to Trash' }).click();
    await product.panelShows('No plan in this chat');
    await product.panelShows('Deleted "docs"');
    assert.equal(await page().locator('.notification-toast').count(), 0, 'it is said twice');
    assert.equal(liveFiles().length, files.length - 1);

    begin('restoreDeletedPlan');
    await enterInList('Restore a deleted plan', 'Choose a plan');
    await pressIn(await notification('The plan is back, with its history.'), 'Show the Plan');
    await product.panelShows(/Revision 3\b/);
    assert.equal(await product.revisions.count(), 3);
    assert.deepEqual(liveFiles(), files);
    assert.match(await product.planInChat(), /revision 3\b/);
  });

  it('name a damaged plan, say where it is, and restore its last good copy', async () => {
    begin('verifyPlans');
    await told(allSound());
    const file = fileOf('docs');
    writeFileSync(file, 'this is no database');

    begin('verifyPlans');
    await pressIn(
      await notification(`1 of ${liveFiles().length} plans are damaged.`),
      'Show Details',
    );
    const report = await textShown('Verified plans.txt');
    assert.match(report, /damaged: docs/);
    assert.match(report, /ok: parser/);
    // Nobody is asked to save a report.
    await product.chat.control.executeCommand('workbench.action.closeAllEditors');

    begin('restorePlanCopy');
    await enterInList('Restore a plan from its last good copy', 'Choose a plan');
    await dialog().getByText('Now: it cannot be read').waitFor();
    await dialog().getByRole('button', { name: 'Restore', exact: true }).click();
    await told('The plan is back at revision 2.');
    await product.panelShows(/Revision 2\b/);
    assert.equal(await product.revisions.count(), 2);
    assert.ok(
      readdirSync(folder()).some(
        (name) =>
          !name.endsWith('.sqlite') &&
          readFileSync(join(folder(), name), 'latin1') === 'this is no database',
      ),
      'what was there is not kept',
    );
    begin('verifyPlans');
    await told(allSound());
  });

  /** The live file in which a plan with this topic is. */
  function fileOf(topic: string): string {
    const files = liveFiles().map((name) => join(folder(), name));
    const found = files.find((file) => readFileSync(file, 'latin1').includes(`${topic}: part 1`));
    return found ?? assert.fail(`there is no file of ${topic}`);
  }
});
