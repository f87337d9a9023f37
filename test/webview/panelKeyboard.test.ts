import assert from 'node:assert/strict';
import { eventsOf, livePlan, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

/** What Tab leads to, one after the other, from where it comes into the page until it leaves it. */
async function tabStops(): Promise<string[]> {
  const stops: string[] = [];
  while (!(await panel.inPage<boolean>(`document.activeElement === document.body`)))
    await press('Shift+Tab');
  for (;;) {
    await press('Tab');
    const stop = await panel.inPage<string>(
      `document.activeElement === document.body ? '' : ['id', 'textContent', 'tagName'].map((name) => document.activeElement[name]).find(Boolean)`,
    );
    if (stop === '' || stops.includes(stop)) return stops;
    stops.push(stop);
  }
}

async function pressInSteps(...keys: string[]): Promise<void> {
  await panel.page.locator('#steps').focus();
  await press(...keys);
}

describe('the panel by keyboard', () => {
  afterEach(() => panel.close());

  it('[FC.46] has one tab stop for the steps, and one for everything that can be pressed', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    const stops = await tabStops();
    assert.deepEqual(stops.slice(0, 4), [
      'Fix the flaky checkout tests',
      'Revision 12 · 2 min. ago · chat agent',
      'steps',
      'Revisions12',
    ]);
    assert.deepEqual(stops.slice(-2), ['Ask for a Change…', 'Go to Chat']);
    assert.equal(stops.filter((stop) => stop === 'steps').length, 1);
  });

  it('moves through the tree with arrows, ends and letters, from the current step on', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    await pressInSteps();
    assert.match(await panel.activeText(), /^Inject a clock/);
    await press('ArrowUp');
    assert.match(await panel.activeText(), /^Reproduce/);
    await press('Home');
    assert.match(await panel.activeText(), /^Read/);
    await press('End');
    assert.match(await panel.activeText(), /^Note/);
    await press('r');
    assert.match(await panel.activeText(), /^Read/);
    await press('r');
    assert.match(await panel.activeText(), /^Reproduce/);
  });

  it('folds subtasks away and in again, and says so', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    const parent = panel.step('Inject a clock').first();
    await pressInSteps('ArrowRight');
    assert.match(await panel.activeText(), /^Find every call/);
    await press('ArrowLeft');
    assert.match(await panel.activeText(), /^Inject/);
    await press('ArrowLeft');
    assert.equal(await parent.getAttribute('aria-expanded'), 'false');
    assert.equal(await panel.page.getByRole('treeitem').count(), 6);
    await press('ArrowRight');
    assert.equal(await parent.getAttribute('aria-expanded'), 'true');
    const child = panel.step('Replace them');
    assert.deepEqual(
      await Promise.all(
        ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => child.getAttribute(name)),
      ),
      ['2', '2', '2'],
    );
  });

  it('opens a revision with Enter and goes back with Escape, with the focus on the list', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.locator('#revisions').focus();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await panel.answer(events);
    assert.equal(
      await panel.page.locator('.earlier-text').innerText(),
      'Viewing revision 10 of 12',
    );
    assert.equal(
      await panel.announced(),
      'Viewing revision 10 of 12. Press Escape for the latest.',
    );
    assert.equal(await panel.focusedId(), 'revisions');
    await press('Escape');
    assert.equal(await panel.page.locator('.earlier').count(), 0);
    assert.equal(await panel.focusedId(), 'revisions');
  });

  it('keeps focus, place and selection while the agent writes, and says the change once', async () => {
    const before = Array.from({ length: 32 }, (_, n) => step(`s${String(n)}`, `Step ${String(n)}`));
    const after = before.map((each, n) =>
      n < 2 ? { ...each, status: 'completed' as const } : each,
    );
    const events = eventsOf([before, after]);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1)));
    await pressInSteps('End', 'ArrowUp');
    const active = await panel.activeText();
    const scroll = await panel.scrollTop();
    assert.ok(scroll > 0);
    await panel.inPage(`{
      getSelection().selectAllChildren(document.querySelector('.step-text bdi'));
      const region = document.querySelector('[role=status]');
      window.said = [];
      new MutationObserver(() => window.said.push(region.textContent))
        .observe(region, { childList: true, characterData: true, subtree: true });
    }`);
    assert.equal(await panel.announced(), '');
    await panel.commit(events);
    await panel.show(viewOf(events));
    assert.equal(await panel.focusedId(), 'steps');
    assert.equal(await panel.activeText(), active);
    assert.equal(await panel.scrollTop(), scroll);
    const selected = await panel.inPage('getSelection().toString()');
    assert.equal(selected, 'Step 0');
    assert.deepEqual(await panel.inPage('window.said'), ['Plan updated, revision 2: 2 done']);
  });

  it('stays beside a removed step instead of losing its place', async () => {
    const before = [step('a', 'One'), step('b', 'Two'), step('c', 'Three')];
    const events = eventsOf([before, [step('a', 'One'), step('c', 'Three')]]);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1)));
    await pressInSteps('Home', 'ArrowDown');
    await panel.commit(events);
    assert.match(await panel.activeText(), /^Three/);
  });

  it('goes on in the plan, or in what stands in its place, when another one is shown', async () => {
    const { session } = viewOf(livePlan());
    panel = await PanelPage.showing(viewOf(livePlan()));
    await pressInSteps('ArrowDown');
    await panel.send({ kind: 'reset', session });
    await panel.showNothing();
    assert.equal(await panel.inPage('document.activeElement.textContent'), 'No plan in this chat');
    await panel.show(viewOf(eventsOf([[step('a', 'One')], []])));
    assert.match(await panel.inPage('document.activeElement.textContent'), /cleared this plan/);
    await panel.send({ kind: 'reset', session });
    await panel.show(viewOf(livePlan()));
    assert.equal(await panel.focusedId(), 'steps');
    await panel.page.getByRole('button', { name: 'Go to Chat' }).focus();
    await panel.commit(livePlan());
    assert.equal(await panel.inPage('document.activeElement.textContent'), 'Go to Chat');
  });

  it('passes it on to the steps also where they come after it', async () => {
    panel = await PanelPage.open();
    await panel.inPage(`window.dispatchEvent(new Event('focus'))`);
    await panel.show(viewOf(livePlan()));
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('passes the focus of the page on to the steps', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    await panel.inPage(`window.dispatchEvent(new Event('focus'))`);
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('goes through 1,000 revisions without drawing them all', async () => {
    const lists = Array.from({ length: 1_000 }, (_, n) => [
      step('a', 'One', { status: n % 2 === 0 ? 'pending' : 'in_progress' }),
    ]);
    const view = viewOf(eventsOf(lists));
    panel = await PanelPage.showing(view);
    const { page } = panel;
    await page.locator('#revisions').focus();
    await press('End');
    assert.equal(
      await page.locator('#revisions').getAttribute('aria-activedescendant'),
      'revision-1',
    );
    assert.equal(await page.locator('#revision-1').getAttribute('aria-posinset'), '1000');
    await page.locator('#revision-1').waitFor({ state: 'visible' });
    assert.ok((await page.getByRole('option').count()) < 60);
    await press('Home');
    assert.equal(await page.locator('#revision-1000').isVisible(), true);
  });
});
