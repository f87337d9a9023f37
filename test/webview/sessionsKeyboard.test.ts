import assert from 'node:assert/strict';
import { eventsOf, livePlan, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';
import { changeOf, everyKind, listOf, manyRows, rowOf } from './sessionFixtures';

let panel: PanelPage;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

/** The title of the row that assistive technology is told is active. */
async function active(): Promise<string> {
  const id = `document.activeElement.getAttribute('aria-activedescendant')`;
  return panel.inPage(
    `document.getElementById(${id})?.querySelector('.session-title').textContent ?? ''`,
  );
}

describe('the list of sessions by keyboard', () => {
  afterEach(() => panel.close());

  it('is reached, searched, opened and left without a pointer', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    await panel.page.getByRole('heading', { level: 1 }).getByRole('button').focus();
    await press('Enter');
    await panel.send(listOf(everyKind()));
    assert.equal(await panel.focusedId(), 'search');
    await panel.page.keyboard.type('csv');
    await press('ArrowDown');
    assert.equal(await active(), 'Port the CSV importer');
    await press('Enter');
    assert.equal((await panel.heard('open')).session, 'vscode-chat-session://local/csv');
    await panel.show(viewOf(eventsOf([[step('a', 'One')]])));
    assert.equal(await panel.focusedId(), 'steps');
    await panel.page.getByRole('heading', { level: 1 }).getByRole('button').focus();
    await press('Enter');
    assert.equal(await panel.page.locator('#search').inputValue(), 'csv', 'as it was left');
    await press('ArrowDown', 'Control+f', 'Escape');
    assert.equal(await panel.page.locator('#search').inputValue(), '');
    assert.equal(await panel.page.getByRole('option').count(), 8);
    await press('Escape');
    assert.equal(await panel.page.getByRole('tree').isVisible(), true);
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('opens the first result with Enter, but not while a letter is being composed', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.send(listOf(everyKind()));
    await panel.page.locator('#search').focus();
    await press('Enter');
    assert.equal(await panel.heardCount('open'), 0, 'nothing was searched for');
    await panel.page.locator('#search').fill('zod');
    await panel.inPage(`document.getElementById('search').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))`);
    assert.equal(await panel.heardCount('open'), 0);
    await press('Enter');
    assert.equal((await panel.heard('open')).session, 'vscode-chat-session://local/zod');
  });

  it('[FC.46] has one tab stop in which arrows, pages, ends and letters lead', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    const rows = manyRows(200);
    const followed = rows[2];
    assert.ok(followed);
    await panel.send({ kind: 'following', session: followed.session, stays: false });
    await panel.send(listOf(rows));
    const stops: string[] = [];
    await panel.page.getByRole('button', { name: 'Back to the plan' }).focus();
    for (let stop = 0; stop < 5; stop += 1) {
      if (stop > 0) await press('Tab');
      stops.push(
        await panel.inPage(
          `document.activeElement.id || document.activeElement.ariaLabel || document.activeElement.textContent`,
        ),
      );
    }
    assert.deepEqual(stops, [
      ...['Back to the plan (Escape)', 'search', 'Filter', 'Follow the latest', 'sessions'],
    ]);
    assert.match(await active(), /^2 /, 'where the panel is');
    await press('ArrowDown');
    assert.match(await active(), /^3 /);
    await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    assert.match(await active(), /^0 /);
    await press('PageDown');
    assert.match(await active(), /^1[0-9] /);
    await press('End');
    assert.match(await active(), /^199 /);
    const last = panel.page.locator('[id="session-199"]');
    assert.deepEqual(
      [await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')],
      ['200', '200'],
    );
    assert.ok(await last.isVisible());
    await press('1', '5', '0');
    assert.match(await active(), /^150 /);
    assert.ok(await panel.page.locator('[id="session-150"]').isVisible());
    assert.equal(await panel.focusedId(), 'sessions');
  });

  it('filters with buttons that say what is on, and leads out of an empty result', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.send(listOf(everyKind()));
    const { page } = panel;
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await press('Enter', 'Tab', 'Space');
    const chip = (name: string) => page.getByRole('group', { name: 'Filter' }).getByText(name);
    assert.equal(await chip('Needs you').getAttribute('aria-pressed'), 'true');
    assert.equal(await page.getByRole('option').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'Filter (1)' }).count(), 1);
    await press('Tab', 'Tab', 'Space');
    assert.equal(await chip('Done').getAttribute('aria-pressed'), 'true');
    assert.match(await page.locator('main').innerText(), /No session matches/);
    await page.getByRole('button', { name: 'Clear Search and Filters' }).focus();
    await press('Enter');
    assert.equal(await page.getByRole('option').count(), 8);
    assert.equal(await panel.focusedId(), 'search');
    const said = page.getByRole('status').filter({ hasText: 'Sessions found: 8' });
    await said.waitFor({ state: 'attached' });
  });

  it('does with keys what the menu of a row does, to the row that is active', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.send(listOf(everyKind()));
    await panel.page.locator('#sessions').focus();
    await press('ArrowDown');
    const target = { session: 'vscode-chat-session://local/checkout' };
    const KEYS = [
      ['Control+Enter', 'openChat'],
      ['F2', 'renamePlan'],
      ['Delete', 'deletePlan'],
      ['Meta+Backspace', 'deletePlan'],
    ] as const;
    for (const [key, command] of KEYS) {
      await press(key);
      const { command: ran, target: of } = await panel.heard('run');
      assert.deepEqual([ran, of], [command, target]);
    }
    assert.equal(await panel.heardCount('open'), 0);
  });

  it('opens the menu of the active row with the menu key', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.send(listOf(everyKind()));
    await panel.inPage(`document.addEventListener('contextmenu', (event) => {
      window.menu = [event.target.dataset.vscodeContext, event.clientY];
      event.preventDefault();
    })`);
    await panel.page.locator('#sessions').focus();
    await press('ArrowDown', 'ArrowDown', 'ContextMenu');
    const [context, y] = await panel.inPage<[string, number]>('window.menu');
    assert.deepEqual(JSON.parse(context), {
      ...{ webviewSection: 'session', session: 'vscode-chat-session://local/fresh', pinned: false },
      preventDefaultContextMenuItems: true,
    });
    const box = await panel.page.locator('[id="session-2"]').boundingBox();
    assert.ok(box && y > box.y && y < box.y + box.height);
  });

  it('[FC.46] goes on with the next row when the active one is deleted, and can undo it', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    const rows = everyKind();
    await panel.send(listOf(rows));
    await panel.page.locator('#sessions').focus();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Delete');
    const { target } = await panel.heard('run');
    await panel.send(changeOf([], [target?.session ?? '']));
    await panel.send({ kind: 'deleted', title: 'Migrate settings to zod 4' });
    assert.equal(await active(), 'Release notes for 2.3');
    assert.equal(await panel.announced(), 'Deleted "Migrate settings to zod 4"');
    await press('Control+z');
    assert.equal((await panel.heard('run')).command, 'undoDelete');
    await panel.send(changeOf(rows.filter(({ title }) => title.startsWith('Migrate'))));
    await panel.send({ kind: 'deleted', title: null, isBack: true });
    assert.equal(await panel.announced(), 'The plan is back, with its history.');
    assert.equal(await panel.page.getByRole('button', { name: 'Undo' }).count(), 0);
    await press('Control+z');
    assert.equal(await panel.heardCount('run'), 2, 'nothing is left to undo');
    assert.equal(await panel.focusedId(), 'sessions');
  });

  it('goes back to the search box when the last row is deleted', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    const only = rowOf('a', 1);
    await panel.send(listOf([only]));
    await panel.page.locator('#sessions').focus();
    await panel.send(changeOf([], [only.session]));
    assert.equal(await panel.focusedId(), 'search');
    await panel.send(changeOf([rowOf('b', 1)]));
    assert.equal(await panel.page.getByRole('option').count(), 1);
  });

  it('leaves undo to the search box while somebody types there', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.send(listOf([rowOf('a', 1)]));
    await panel.send({ kind: 'deleted', title: '' });
    assert.match(await panel.page.locator('.deleted').innerText(), /Deleted "Untitled plan"/);
    await panel.page.locator('#search').focus();
    await press('Control+z');
    assert.equal(await panel.heardCount('run'), 0);
    await panel.page.getByRole('button', { name: 'Undo' }).focus();
    await press('Enter');
    assert.equal((await panel.heard('run')).command, 'undoDelete');
    assert.equal(await panel.focusedId(), 'sessions');
  });
});
