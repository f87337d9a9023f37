import assert from 'node:assert/strict';
import type { PlanView } from '../../src/protocol/planView';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

async function chips(): Promise<string[]> {
  return panel.page.locator('.tag').allInnerTexts();
}

/** The live plan as it is when these were set before its last revision came. */
async function showing(more: Partial<PlanView>): Promise<string[]> {
  await panel.send({ kind: 'reset', session: SESSION });
  await panel.show(viewOf(livePlan(), more));
  return chips();
}

describe('the header of the panel', () => {
  afterEach(() => panel.close());

  it('leads to the list of sessions from the title', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    const title = panel.page.getByRole('button', { name: 'Fix the flaky checkout tests' });
    await title.press('Enter');
    assert.equal((await panel.heard('list')).on, true);
    assert.equal(await panel.page.locator('.origin').count(), 0);
  });

  it('says what was approved and how often the plan became another one since', async () => {
    panel = await PanelPage.open();
    assert.deepEqual(await showing({ approved: 12 }), ['approved']);
    assert.deepEqual(await showing({ approved: 11 }), ['approved at 11']);
    assert.deepEqual(await showing({ approved: 10 }), ['approved at 10 · 1 change since']);
    assert.deepEqual(await showing({ approved: 9 }), ['approved at 9 · 2 changes since']);
    const events = livePlan();
    await panel.page.getByRole('option', { name: 'Revision 9,' }).click();
    await panel.answer(events);
    assert.deepEqual(await chips(), ['approved']);
  });

  it('shows who wrote it, with what, when and in which turn, by keyboard and back', async () => {
    const at = '2026-03-01T10:00:00.000Z';
    const reviews = [{ revision: 9, outcome: 'approved' as const, at }];
    panel = await PanelPage.showing(viewOf(livePlan(), { approved: 9, reviews, pinned: true }));
    const { page } = panel;
    assert.equal(
      await page.locator('.origin').textContent(),
      'pinned, Revision 12 · 2 min. ago · chat agent',
    );
    const details = page.locator('#details');
    assert.equal(await details.isVisible(), false);
    await page.locator('.origin').press('Enter');
    const lines = (await details.innerText()).split(/\n+/);
    assert.deepEqual(lines.slice(0, 3), ['Who', 'chat agent', 'When']);
    assert.deepEqual(lines.slice(4), [
      ...['Tool', 'update_plan', 'Turn', 'turn-1', 'Call', 'call-12'],
      ...['Approved', `Revision 9 · ${await formatted(at)}`],
    ]);
    await page.keyboard.press('Escape');
    assert.equal(await details.isVisible(), false);
    assert.equal(await panel.inPage('document.activeElement.className'), 'origin');
  });

  it('closes what lies over an earlier revision before it leaves that', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events));
    const { page } = panel;
    await page.getByRole('option', { name: 'Revision 9,' }).click();
    await panel.answer(events);
    await page.getByRole('button', { name: 'Viewing revision 9 of 12' }).press('Enter');
    assert.match(await page.locator('#details').innerText(), /call-9/);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#details').isVisible(), false);
    assert.equal(await page.locator('.earlier').count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.earlier').count(), 0);
  });

  it('[DP.5] speaks of completed steps nowhere as of something that was looked at', async () => {
    const done = [step('a', 'One', { status: 'completed' }), step('b', 'Two')];
    panel = await PanelPage.showing(viewOf(eventsOf([done]), { approved: 1, activity: 'stopped' }));
    await panel.page.locator('.origin').click();
    const { strings } = panel.told();
    const texts = [await panel.page.content(), ...Object.values(strings)].join('\n');
    assert.doesNotMatch(texts, /verified|proven|tested|guarantee|really done|is done\b/i);
    assert.match(texts, /marked complete by the agent/);
  });
});

function formatted(iso: string): Promise<string> {
  const form = `{ dateStyle: 'medium', timeStyle: 'short' }`;
  return panel.inPage(`new Intl.DateTimeFormat('en', ${form}).format(Date.parse('${iso}'))`);
}
