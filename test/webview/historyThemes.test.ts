import assert from 'node:assert/strict';
import { everyChange, longHistory, reviewedView, settle } from './historyFixtures';
import { livePlan, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';
import { THEMES } from './panelServer';

let panel: PanelPage;

describe('revisions in the themes', () => {
  afterEach(() => panel.close());

  for (const theme of THEMES) {
    it(`has no accessibility fault in the timeline: ${theme}`, async () => {
      const events = livePlan();
      panel = await PanelPage.showing(reviewedView(events.slice(0, 11)), { theme });
      await looksRight(panel, `timeline-${theme}`);
      await panel.page.getByRole('slider').focus();
      await panel.page.keyboard.press('ArrowLeft');
      await panel.page.keyboard.press('ArrowLeft');
      await settle(panel, events);
      await looksRight(panel, `timeline-moved-${theme}`);
      await panel.commit(events);
      await panel.page.locator('.revision').nth(1).hover();
      await looksRight(panel, `timeline-newer-${theme}`);
    });

    it(`has no accessibility fault in a comparison: ${theme}`, async () => {
      const events = everyChange();
      panel = await PanelPage.showing(viewOf(events), { theme });
      await panel.page.locator('#revisions').focus();
      await panel.page.keyboard.press('Shift+Enter');
      await settle(panel, events);
      await panel.page.locator('#steps').focus();
      await looksRight(panel, `comparison-${theme}`);
    });

    it(`has no accessibility fault while older revisions come, or do not: ${theme}`, async () => {
      const events = longHistory(1_002);
      panel = await PanelPage.showing(viewOf(events), { theme });
      await panel.page.locator('#revisions').focus();
      await panel.page.keyboard.press('End');
      await panel.page.waitForTimeout(400);
      await looksRight(panel, `older-loading-${theme}`);
      const { id } = await panel.heard('page');
      await panel.send({ kind: 'reply', id, answer: { ok: false, error: 'unavailable' } });
      await looksRight(panel, `older-failed-${theme}`);
      await panel.page.getByRole('button', { name: 'Try Again' }).click();
      await settle(panel, events);
      assert.equal(await panel.page.locator('.revisions-fetching').count(), 0);
    });
  }
});
