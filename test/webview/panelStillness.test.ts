import assert from 'node:assert/strict';
import type { PlanStep } from '../../src/domain/plan';
import { eventsOf, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

/** Eight parents with three subtasks each: the most steps that a plan may have. */
const FAMILIES = Array.from({ length: 8 }, (_, family) => [
  step(`p${String(family)}`, `Parent ${String(family)}`),
  ...Array.from({ length: 3 }, (_, child) =>
    step(`c${String(family)}-${String(child)}`, `Child ${String(family)} ${String(child)}`, {
      parent_id: `p${String(family)}`,
    }),
  ),
]).flat();

function withOneMore(steps: readonly PlanStep[], count: number): PlanStep[] {
  return steps.map((each, index) =>
    index < count ? { ...each, status: 'completed' as const } : { ...each },
  );
}

const WATCH = `{
  const region = document.querySelector('[role=status]');
  window.said = [];
  window.drawn = 0;
  new MutationObserver(() => window.said.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
  const rows = new Set();
  window.rowsDrawn = rows;
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const row = (target.closest ? target : target.parentElement).closest('.step');
      if (row) rows.add(row.id);
    }
  }).observe(document.getElementById('steps'), { childList: true, characterData: true, attributes: true, subtree: true });
}`;

describe('the panel while the agent writes', () => {
  afterEach(() => panel.close());

  it('[FC.34] keeps place, folds, focus and active row through 50 updates, and says few things', async () => {
    const lists = Array.from({ length: 51 }, (_, n) => withOneMore(FAMILIES, Math.min(n, 30)));
    const events = eventsOf(lists);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1)), { height: 480 });
    const { page } = panel;
    await page.locator('#steps').focus();
    for (const name of ['Parent 1', 'Parent 4', 'Parent 6']) {
      await panel.step(name).locator('.twisty').click();
    }
    await page.keyboard.press('End');
    await panel.inPage(`document.querySelector('.body').scrollTop -= 40`);
    const before = {
      scroll: await panel.scrollTop(),
      active: await panel.activeText(),
      rows: (await panel.steps()).length,
    };
    assert.ok(before.scroll > 0);
    assert.equal(before.rows, 32 - 9);
    await panel.inPage(WATCH);
    for (let count = 2; count <= events.length; count += 1) {
      await panel.commit(events.slice(0, count));
    }
    assert.equal(await panel.focusedId(), 'steps');
    assert.deepEqual(
      {
        scroll: await panel.scrollTop(),
        active: await panel.activeText(),
        rows: (await panel.steps()).length,
      },
      before,
    );
    await panel.until(`window.said.at(-1)?.startsWith('Plan updated, revision 51') ?? false`);
    const said = await panel.inPage<string[]>('window.said');
    assert.ok(said.length <= 10, said.join('\n'));
    assert.equal(new Set(said).size, said.length);
    assert.equal(said.map((text) => Number(/(\d+) done/.exec(text)?.[1] ?? 0)).reduce(sum), 30);
  });

  it('draws again only the rows that changed', async () => {
    const steps = FAMILIES.slice(0, 12);
    const events = eventsOf([
      steps,
      withOneMore(steps, 1),
      [...withOneMore(steps, 1), step('z', 'Last')],
    ]);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1)));
    await panel.inPage(WATCH);
    await panel.commit(events.slice(0, 2));
    assert.deepEqual(await panel.inPage('[...window.rowsDrawn]'), ['step-p0']);
  });

  it('stays with the row that a person came to, wherever the agent goes on', async () => {
    const at = (started: number): PlanStep[] =>
      ['One', 'Two', 'Three'].map((text, index) =>
        step(text, text, { status: index === started ? 'in_progress' : 'pending' }),
      );
    const events = eventsOf([at(0), at(1), at(2)]);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1)));
    await panel.commit(events.slice(0, 2));
    await panel.page.locator('#steps').focus();
    assert.match(await panel.activeText(), /^Two/);
    await panel.commit(events);
    assert.match(await panel.activeText(), /^Two/);
  });

  it('does not scroll because the editor gives it the focus', async () => {
    const steps = FAMILIES.map((each, index) =>
      index === FAMILIES.length - 1 ? { ...each, status: 'in_progress' as const } : each,
    );
    panel = await PanelPage.showing(viewOf(eventsOf([steps])), { height: 480 });
    await panel.inPage(`window.dispatchEvent(new Event('focus'))`);
    assert.equal(await panel.focusedId(), 'steps');
    assert.match(await panel.activeText(), /^Child 7 2/);
    assert.equal(await panel.scrollTop(), 0);
  });

  it('keeps the keyboard in the tree when the active row goes, and scrolls for nobody', async () => {
    const steps = FAMILIES.filter(({ parent_id }) => parent_id === undefined);
    const events = eventsOf([FAMILIES, FAMILIES.slice(0, -1), steps]);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1)), { height: 480 });
    await panel.page.locator('#steps').focus();
    await panel.page.keyboard.press('End');
    await panel.inPage(`document.querySelector('.body').scrollTop = 0`);
    await panel.commit(events.slice(0, 2));
    assert.match(await panel.activeText(), /^Child 7 1/);
    assert.equal(await panel.scrollTop(), 0);
    await panel.commit(events);
    assert.match(await panel.activeText(), /^Parent 7/);
    assert.equal(await panel.focusedId(), 'steps');
    await panel.page.keyboard.press('ArrowUp');
    assert.match(await panel.activeText(), /^Parent 6/);
  });
});

function sum(left: number, right: number): number {
  return left + right;
}
