import assert from 'node:assert/strict';
import { closeSharedBrowser } from '../support/workbench/browser';
import { livePlan, viewOf } from './panelFixtures';
import { closePanelServer, PanelPage } from './panelPage';

describe('a panel that is low or narrow', () => {
  after(async () => {
    await closePanelServer();
    await closeSharedBrowser();
  });

  for (const [width, height] of [
    [340, 240],
    [300, 200],
    [150, 290],
  ] as const) {
    it(`can be scrolled to its end at ${width} by ${height}`, async () => {
      const panel = await PanelPage.showing(viewOf(livePlan()), { width, height });
      await panel.page.mouse.move(width / 2, 20);
      await panel.page.mouse.wheel(0, 5_000);
      await panel.until(
        'document.querySelector(".footer").getBoundingClientRect().bottom <= innerHeight + 1',
      );
      assert.equal(await panel.inPage('document.documentElement.scrollWidth <= innerWidth'), true);
      await panel.close();
    });
  }
});
