import assert from 'node:assert/strict';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';

const EARLIER = [step('a', 'Read'), step('b', 'Write')];
const LATER = [step('a', 'Read', { status: 'completed' })];

let panel: PanelPage;

const button = (name: string) => panel.page.getByRole('button', { name, exact: true });

describe('going back in the panel', () => {
  afterEach(() => panel.close());

  it('[DP.73] asks for the revision that is open, or for the earlier one of two', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.getByRole('option').nth(3).click();
    await panel.answer(events);
    await button('Ask to Go Back to 9').click();
    const { command, target } = await panel.heard('run');
    assert.deepEqual([command, target], ['goBack', { session: SESSION, revision: 9 }]);
    await looksRight(panel, 'go-back');
    await button('Compare with Latest').click();
    await button('Open as Diff').waitFor();
    await button('Ask to Go Back to 9').click();
    assert.equal(await panel.heardCount('run'), 2);
    assert.deepEqual((await panel.heard('run')).target, { session: SESSION, revision: 9 });
  });

  it('shows that the plan is back at an earlier revision, beside it and in the list', async () => {
    panel = await PanelPage.showing(viewOf(eventsOf([EARLIER, LATER, EARLIER])));
    assert.match(await panel.page.locator('.origin').innerText(), /^Revision 3 · back at 1 · /);
    const [newest, before] = await panel.page.getByRole('option').allInnerTexts();
    assert.match(newest ?? '', /back at 1, 1 added/);
    assert.doesNotMatch(before ?? '', /back/);
    await looksRight(panel, 'back-at');
  });

  it('[FC.31] asks by a button where the list is stale, and by its key, that it tells the truth', async () => {
    panel = await PanelPage.showing(viewOf(eventsOf([EARLIER]), { activity: 'stopped' }));
    assert.equal(await button('Bring Up to Date').getAttribute('aria-keyshortcuts'), 'Alt+U');
    await button('Bring Up to Date').click();
    const { command, target } = await panel.heard('run');
    assert.deepEqual([command, target], ['updateStatuses', { session: SESSION }]);
    await panel.page.locator('#steps').focus();
    await panel.page.keyboard.press('Alt+u');
    assert.equal(await panel.heardCount('run'), 2);
    await looksRight(panel, 'stale');
    await panel.show(viewOf(eventsOf([EARLIER]), { activity: 'running' }));
    assert.equal(await button('Bring Up to Date').count(), 0);
  });
});
