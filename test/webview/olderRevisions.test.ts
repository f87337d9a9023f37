import assert from 'node:assert/strict';
import { firstQuestion, linesOf, longHistory, settle } from './historyFixtures';
import { viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

async function slider(attribute: string): Promise<string> {
  return (await panel.page.getByRole('slider').getAttribute(attribute)) ?? '';
}

describe('older revisions', () => {
  afterEach(() => panel.close());

  it('[FC.48] fetches what is older than the first thousand lines when somebody goes there', async () => {
    const events = longHistory(2_100);
    panel = await PanelPage.showing(viewOf(events));
    const { page } = panel;
    const list = page.locator('#revisions');
    assert.deepEqual(panel.questions(), []);
    await list.focus();
    await press('End');
    const question = await firstQuestion(panel);
    assert.deepEqual(
      [question.kind, question.kind === 'page' && question.before],
      ['page', String(1_101)],
    );
    assert.equal(
      await page.locator('.revisions-fetching').textContent(),
      'Loading older revisions…',
    );
    const active = await list.getAttribute('aria-activedescendant');
    const scrolled = await panel.inPage(`document.getElementById('revisions').scrollTop`);
    await settle(panel, events);
    assert.equal(await page.locator('.revisions-fetching').count(), 0);
    assert.equal(await list.getAttribute('aria-activedescendant'), active);
    assert.equal(await panel.inPage(`document.getElementById('revisions').scrollTop`), scrolled);
    await press('End');
    await settle(panel, events);
    await press('End');
    assert.equal(await list.getAttribute('aria-activedescendant'), 'revision-1');
    assert.equal(await page.locator('#revision-1').getAttribute('aria-setsize'), '2100');
    assert.ok((await page.getByRole('option').count()) < 60);
  });

  it('fetches as many pages as it takes to where the slider goes', async () => {
    const events = longHistory(3_100);
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.getByRole('slider').focus();
    await press('Home');
    assert.equal(await slider('aria-valuetext'), 'Revision 1 of 3100');
    await settle(panel, events);
    assert.match(await slider('aria-valuetext'), /^Revision 1 of 3100, .+ ago$/);
    assert.equal(await panel.page.locator('#revision-1').isVisible(), true);
    assert.deepEqual(await panel.steps(), ['Try number 1', 'Write down what came of it']);
    assert.equal(await panel.heardCount('page'), 3);
  });

  it('says when older revisions cannot be had, and tries again when asked', async () => {
    const events = longHistory(1_050);
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.locator('#revisions').focus();
    await press('End');
    const { id } = await firstQuestion(panel);
    await panel.send({ kind: 'reply', id, answer: { ok: false, error: 'unavailable' } });
    await panel.page.waitForTimeout(100);
    assert.deepEqual(panel.questions(), [], 'not again by itself');
    await panel.page.getByRole('button', { name: 'Try Again' }).click();
    assert.equal(await panel.focusedId(), 'revisions');
    await settle(panel, events);
    assert.equal(await panel.page.locator('.revisions-fetching').count(), 0);
    await press('End');
    assert.equal(await panel.page.locator('#revision-1').isVisible(), true);
  });

  it('keeps the lines that were fetched when the panel is told everything again', async () => {
    const events = longHistory(1_500);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1_400)));
    await panel.page.locator('#revisions').focus();
    await press('End');
    await settle(panel, events.slice(0, 1_400));
    await panel.show(viewOf(events));
    await press('End');
    assert.equal(await panel.page.locator('#revision-1').isVisible(), true);
    assert.equal(await panel.page.locator('#revision-1').getAttribute('aria-posinset'), '1500');
    assert.equal(linesOf(events).length, 1_500);
  });

  it('has no hole in the list after much was missed: what is behind it is fetched anew', async () => {
    const events = longHistory(2_600);
    panel = await PanelPage.showing(viewOf(events.slice(0, 1_400)));
    await panel.page.locator('#revisions').focus();
    await press('End');
    await settle(panel, events.slice(0, 1_400));
    await panel.show(viewOf(events));
    await press('End');
    const active = await panel.page.locator('#revisions').getAttribute('aria-activedescendant');
    assert.equal(active, 'revision-1601');
    await settle(panel, events);
    await press('End');
    await settle(panel, events);
    await press('End');
    assert.equal(await panel.page.locator('#revision-1').getAttribute('aria-posinset'), '2600');
  });
});
