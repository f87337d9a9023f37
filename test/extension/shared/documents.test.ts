import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { waitFor } from '../../support/workbench/chatDriver';
import { type Product, type StepInput, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

const TITLE = '[Image #1] <b>Move</b> the $(trash) importer: CON';
const NAME = 'Image 1 b Move b the trash importer CON';

interface ShownEditor {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
}

/** What people do with a plan outside of the panel. */
describe('a plan as a document, a file and a link', () => {
  let product: Product;
  let session: string;

  before(async () => {
    product = await sharedWindow();
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await product.chat.newChat();
    const answer = await product.agentCalls(
      'Start',
      updatePlan(0, [step('read', 'Read the *old* importer', 'in_progress')], TITLE),
    );
    session = answer.session ?? assert.fail('the chat has no session');
  });

  const page = () => product.window.page;
  const list = () => page().locator('.quick-input-widget');
  const control = () => product.chat.control;
  const editor = () => control().probe<ShownEditor | null>('activeEditor');

  function step(id: string, description: string, status: StepInput['status']): StepInput {
    return { id, description, status };
  }

  /** Begins a command; it may end only when the person has answered, so nobody waits for it. */
  function begin(command: string, target?: object): void {
    const given = target === undefined ? [] : [target];
    void control()
      .executeCommand(`sessionPlans.${command}`, ...given)
      .catch(() => undefined);
  }

  async function editorShows(text: string): Promise<ShownEditor> {
    const shown: ShownEditor[] = [];
    await waitFor(`an editor with ${text}`, async () => {
      const now = await editor();
      if (now?.text.includes(text)) shown.push(now);
      return shown.length > 0;
    });
    return shown[0] ?? assert.fail();
  }

  async function told(text: string): Promise<Locator> {
    const toast = page().locator('.notification-toast', { hasText: text });
    await toast.first().waitFor();
    return toast.first();
  }

  const closeAll = () => control().executeCommand('workbench.action.closeAllEditors');

  /** As the system hands a link over that was clicked somewhere else. */
  async function follow(link: string): Promise<void> {
    void control().executeCommand('workbench.action.url.openUrl');
    await list().getByRole('textbox').fill(link);
    await page().keyboard.press('Enter');
    await page().getByRole('button', { name: 'Open', exact: true }).click();
  }

  it('opens as Markdown in a tab called like it, and goes on with the plan', async () => {
    await control().executeCommand('sessionPlans.openMarkdown');
    const shown = await editorShows('Revision 1: 0 of 1');
    assert.equal(shown.languageId, 'markdown');
    assert.match(shown.text, /\n- \[ \] Read the \\\*old\\\* importer \(in progress\)\n$/);
    await page()
      .getByRole('tab', { name: `${NAME}.md`, selected: true })
      .waitFor();
    await product.agentCalls(
      'Go on',
      updatePlan(1, [
        step('read', 'Read the *old* importer', 'completed'),
        step('write', 'Write the new one', 'in_progress'),
      ]),
    );
    const written = performance.now();
    await editorShows('Revision 2: 1 of 2');
    assert.ok(performance.now() - written < 2_000);
    await page().screenshot({ path: join('.cache', 'shots', 'documentMarkdown.png') });
  });

  it('is compared with an earlier revision in the editor for differences', async () => {
    begin('compareRevisions', { session, from: 1, revision: 2 });
    const diff = page().locator('.monaco-diff-editor');
    await diff.locator('.editor.original', { hasText: 'importer' }).waitFor();
    await diff.locator('.editor.modified', { hasText: 'Write the new one' }).waitFor();
    await page()
      .getByRole('tab', { name: /: revision 1 ↔ 2 /, selected: true })
      .waitFor();
    await page().screenshot({ path: join('.cache', 'shots', 'documentDiff.png') });
    await closeAll();
  });

  it('[FC.52] is saved under a name that every file system takes', async () => {
    begin('savePlan', { session });
    await list().getByPlaceholder('Choose a format').waitFor();
    await list().locator('.monaco-list-row.focused').waitFor();
    await page().keyboard.press('Enter');
    const { workspace } = product.workbench.profile;
    const path = join(workspace, `${NAME}.md`);
    await waitFor('the path', async () => {
      const inputs = await list().getByRole('textbox').all();
      return (await Promise.all(inputs.map((input) => input.inputValue()))).includes(path);
    });
    await page().keyboard.press('Enter');
    await told(`The plan was saved as ${NAME}.md.`);
    await control().executeCommand('notifications.clearAll');
    assert.ok(readdirSync(workspace).includes(`${NAME}.md`));
    const markdown = readFileSync(path, 'utf8');
    rmSync(path);
    assert.match(markdown, /^# \\\[Image `#1]` \\<b>Move\\<\/b> the \\\$\(trash\) importer: CON\n/);
  });

  it('is shown, with the revision that is meant, by a link that was copied', async () => {
    await control().executeCommand('sessionPlans.copyLink', { session, revision: 1 });
    const link = await control().probe<string>('clipboard');
    assert.match(link, /:\/\/session-plans\.session-plans\/session\/[^/]+\?revision=1$/);
    await product.chat.newChat();
    await product.agentCalls(
      'Other',
      updatePlan(0, [step('x', 'Another goal', 'pending')], 'Other'),
    );
    await follow(link);
    await editorShows('Revision 1: 0 of 1');
    await product.panelShows('Write the new one');
    await closeAll();
    await follow(link.replace(/session\/.*/, 'session/nobody'));
    await told('The plan of this link is not stored here');
    await follow(link.replace(/revision=1$/, 'revision=-1'));
    await told('This link does not lead to a plan.');
    await product.panelShows('Write the new one');
    await control().executeCommand('notifications.clearAll');
  });

  it('is not in the report of an issue, which is read before it is sent', async () => {
    begin('reportIssue');
    const { text } = await editorShows('### What happened');
    const numbers =
      /\n- Plans: sqlite, sessions (\d+), revisions \d+, not listed 0\n- Verified: (\d+), damaged 0\b/;
    const [, sessions = '', verified] = numbers.exec(text) ?? [];
    assert.ok(Number(sessions) >= 2, text);
    assert.equal(verified, sessions);
    assert.doesNotMatch(text, /importer|Another|local\/|\/tmp/);
    const toast = await told('Nothing is sent before you submit it on the page.');
    await toast.getByRole('button', { name: 'Open the Issue Page' }).click();
    // The editor asks before it leaves for a website.
    const dialog = page().locator('.monaco-dialog-box');
    await dialog.getByText('https://github.com/session-plans/session-plans/issues/new').waitFor();
    await page().screenshot({ path: join('.cache', 'shots', 'documentReport.png') });
    await page().keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is in its tab again after a reload of the window', async () => {
    await control().executeCommand('workbench.action.revertAndCloseActiveEditor');
    await control().executeCommand('sessionPlans.openMarkdown', { session });
    await editorShows('Revision 2: 1 of 2');
    await product.reloadByCommand();
    const lines = page().locator('.editor-group-container .view-lines');
    await lines.getByText('Write the new one').waitFor({ timeout: 90_000 });
  });
});
