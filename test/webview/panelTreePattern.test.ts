import assert from 'node:assert/strict';
import { eventsOf, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

const STEPS = [
  step('a', 'Alpha', { status: 'completed' }),
  step('b', 'Beta', { status: 'in_progress' }),
  step('b1', 'Beta one', { parent_id: 'b', status: 'completed' }),
  step('b2', 'Beta two', { parent_id: 'b', status: 'in_progress' }),
  step('b21', 'Beta two deep', { parent_id: 'b2', status: 'in_progress' }),
  step('c', 'Gamma'),
  step('c1', 'Gamma one', { parent_id: 'c' }),
  step('d', 'Delta', { status: 'blocked', depends_on: ['a', 'c1', 'b'] }),
];

describe('the tree of steps by keyboard', () => {
  let panel: PanelPage;
  const press = async (...keys: string[]): Promise<string> => {
    for (const key of keys) await panel.page.keyboard.press(key);
    return (await panel.activeText()).split(',')[0] ?? '';
  };
  beforeEach(async () => {
    panel = await PanelPage.showing(viewOf(eventsOf([STEPS])));
    await panel.page.locator('#steps').focus();
  });
  afterEach(() => panel.close());

  it('begins at the innermost step in progress, which alone is strong', async () => {
    assert.equal(await press(), 'Beta two deep');
    assert.deepEqual(await panel.page.locator('.current .step-text bdi').allInnerTexts(), [
      'Beta two deep',
    ]);
    await panel.step('Beta two').first().locator('.twisty').first().click();
    assert.equal(await panel.page.locator('.current').count(), 1);
    assert.match(await panel.page.locator('.current').innerText(), /^Beta two\b/);
  });

  it('[FC.46] has names, levels, places and states for ears', async () => {
    const spoken = await panel.page.locator('#steps').ariaSnapshot();
    assert.match(spoken, /tree "Steps"/);
    assert.match(spoken, /treeitem "Alpha ?, marked complete by the agent"/);
    assert.match(spoken, /treeitem "Beta ?, in progress/);
    assert.match(spoken, /treeitem "Delta ?, blocked waits for: Gamma one · Beta"/);
    const rows = await panel.page
      .getByRole('treeitem')
      .evaluateAll((all) =>
        all.map((row) =>
          ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded']
            .map((name) => row.getAttribute(name) ?? '-')
            .join(' '),
        ),
      );
    assert.deepEqual(rows, [
      ...['1 1 4 -', '1 2 4 true', '2 1 2 -', '2 2 2 true', '3 1 1 -'],
      ...['1 3 4 true', '2 1 1 -', '1 4 4 -'],
    ]);
    assert.equal(await panel.page.locator('#steps [aria-selected=true]').count(), 1);
    assert.equal(await panel.page.locator('#steps [tabindex]').count(), 0);
  });

  it('[FC.46] goes by arrows, ends, pages and letters, and stops at both ends', async () => {
    assert.equal(await press('Home', 'ArrowUp'), 'Alpha');
    assert.equal(await press('End', 'ArrowDown'), 'Delta');
    assert.equal(await press('g'), 'Gamma');
    assert.equal(await press('g'), 'Gamma one');
    await panel.page.waitForTimeout(900);
    assert.equal(await press('b', 'e', 't', 'a', ' ', 't'), 'Beta two');
    assert.equal(await press('Home', 'PageDown'), 'Delta');
    assert.equal(await press('PageUp'), 'Alpha');
  });

  it('[FC.46] folds and goes out to the left, unfolds and goes in to the right', async () => {
    assert.equal(await press('ArrowLeft'), 'Beta two');
    assert.equal(await press('ArrowLeft', 'ArrowLeft'), 'Beta');
    assert.equal(await press('ArrowLeft', 'ArrowLeft'), 'Beta');
    assert.deepEqual(await panel.steps(), ['Alpha', 'Beta', 'Gamma', 'Gamma one', 'Delta']);
    assert.equal(await press('ArrowRight', 'ArrowRight', 'ArrowDown'), 'Beta two');
    assert.equal(await panel.step('Beta two').getAttribute('aria-expanded'), 'false');
    assert.equal(await press('ArrowRight', 'ArrowRight', 'ArrowRight'), 'Beta two deep');
  });

  it('[FC.46] unfolds all beside the active row with a star', async () => {
    await press('Home', 'ArrowDown', 'ArrowLeft', 'g', 'ArrowLeft');
    assert.deepEqual(await panel.steps(), ['Alpha', 'Beta', 'Gamma', 'Delta']);
    assert.equal(await press('*'), 'Gamma');
    assert.equal((await panel.steps()).length, STEPS.length);
  });

  it('goes from a blocked step to what it waits for, though that is folded away', async () => {
    await press('g', 'ArrowLeft');
    const blocked = panel.step('Delta');
    assert.equal(await blocked.getAttribute('aria-keyshortcuts'), 'Enter');
    assert.equal(await press('End', 'Enter'), 'Gamma one');
    assert.equal((await panel.steps()).length, STEPS.length);
    await blocked.locator('.step-link').nth(1).click();
    assert.equal(await press(), 'Beta');
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('shows the active row to whoever comes by Tab', async () => {
    for (const started of [4, 12, 31]) {
      const many = Array.from({ length: 32 }, (_, n) =>
        step(`s${String(n)}`, `Step ${String(n)}`, {
          status: n === started ? 'in_progress' : 'pending',
        }),
      );
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(eventsOf([many])));
      await panel.page.locator('.origin').focus();
      await panel.inPage(
        `document.querySelector('.body').scrollTop = ${String((32 - started) * 10)}`,
      );
      await press('Tab');
      assert.equal(await panel.focusedId(), 'steps');
      const isSeen = `(() => {
        const [row, body] = ['.step.active', '.body'].map((name) =>
          document.querySelector(name).getBoundingClientRect());
        return row.top >= body.top - 1 && row.bottom <= body.bottom + 1;
      })()`;
      assert.equal(await panel.inPage(isSeen), true, String(started));
    }
  });

  it('copies the text of the active step as it is shown, or what is selected', async () => {
    const context = panel.page.context();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = () => panel.inPage<string>('navigator.clipboard.readText()');
    await press('Home', 'ControlOrMeta+c');
    assert.equal(await copied(), 'Alpha');
    const select = (place: string) =>
      panel.inPage(`getSelection().selectAllChildren(document.querySelector('${place}'))`);
    await select('.step:last-child .step-text bdi');
    await press('ControlOrMeta+c');
    assert.equal(await copied(), 'Delta');
  });

  it('tells the menu of the editor which plan its steps are of', async () => {
    const context = await panel.page.locator('#steps').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), {
      ...{ webviewSection: 'step', session: SESSION, revision: 1 },
      preventDefaultContextMenuItems: true,
    });
  });
});
