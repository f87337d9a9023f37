import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';
import { ALL_THEMES, builtPanel, THEMES } from './panelServer';

/** Of JavaScript and style sheets together, compressed, in bytes: what it appears with. */
const LARGEST_BEGINNING = 35 * 1024;
/** What is fetched when nothing else is to be done: other pages, and drafts. */
const LARGEST_PARTS = { pagesOnDemand: 7 * 1024, steeringOnDemand: 8.5 * 1024 };

let panel: PanelPage;

describe('the panel in the themes', () => {
  afterEach(() => panel.close());

  for (const theme of ALL_THEMES) {
    it(`has no accessibility fault with a plan: ${theme}`, async () => {
      const events = livePlan();
      panel = await PanelPage.showing(viewOf(events), { theme });
      await looksRight(panel, `live-${theme}`);
      await panel.page.getByRole('option').nth(3).click();
      await panel.answer(events);
      await panel.page.keyboard.press('Tab');
      await looksRight(panel, `earlier-${theme}`);
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(eventsOf([[step('a', 'One')], []])));
      await looksRight(panel, `cleared-${theme}`);
      const problems = [{ kind: 'restored_last_good', message: 'A copy was damaged.' }] as const;
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(events, { readOnly: true, problems: [...problems] }));
      await looksRight(panel, `notice-${theme}`);
    });

    it(`has no accessibility fault without a plan: ${theme}`, async () => {
      panel = await PanelPage.open({ theme });
      await panel.showNothing();
      await looksRight(panel, `empty-${theme}`);
      const problem = { kind: 'unreadable', message: 'Locked.', location: '/sessions/a' } as const;
      await panel.send({
        kind: 'snapshot',
        session: SESSION,
        content: { state: 'unavailable', problem },
      });
      await looksRight(panel, `unavailable-${theme}`);
      await panel.close();
      panel = await PanelPage.showing(viewOf(livePlan()), { theme, planTool: null });
      await looksRight(panel, `off-live-${theme}`);
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.showNothing();
      await looksRight(panel, `off-${theme}`);
    });
  }

  for (const theme of THEMES) {
    it(`can be seen while it loads: ${theme}`, async () => {
      panel = await PanelPage.open({ theme });
      await panel.inPage(`document.querySelector('.skeleton').getAnimations()[0].finish()`);
      const opacity = Number(await panel.styleOf('.skeleton', 'opacity'));
      assert.equal(opacity, theme.startsWith('hc') ? 0.5 : 0.1);
      await panel.shot(`loading-${theme}`);
    });
  }

  for (const theme of ['hcDark', 'hcLight'] as const) {
    it(`marks rows by a border where contrast is high: ${theme}`, async () => {
      panel = await PanelPage.showing(viewOf(livePlan()), { theme });
      for (const row of ['.step-in_progress', '.revision.shown']) {
        assert.equal(await panel.styleOf(row, 'outlineStyle'), 'dashed');
        assert.equal(await panel.styleOf(row, 'backgroundColor'), 'rgba(0, 0, 0, 0)');
      }
    });
  }

  it('stands still for people who want less motion', async () => {
    panel = await PanelPage.open();
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await panel.styleOf('.skeleton', 'animationDuration'), '0.001s');
    await panel.show(viewOf(livePlan()));
    assert.equal(await panel.styleOf('.bar-completed', 'transitionDuration'), '0s');
  });

  it('is small enough to appear at once', async () => {
    panel = await PanelPage.open();
    const sizes = [...(await builtPanel())].map(([name, text]) => ({
      part: name.replace(/-.*/, ''),
      size: gzipSync(text).length,
    }));
    const parts = Object.entries(LARGEST_PARTS);
    const first = sizes.filter(({ part }) => !(part in LARGEST_PARTS));
    assert.equal(first.length, sizes.length - parts.length);
    const beginning = first.reduce((sum, { size }) => sum + size, 0);
    assert.ok(beginning <= LARGEST_BEGINNING, `${String(beginning)} bytes`);
    for (const [name, most] of parts) {
      const { size = Infinity } = sizes.find(({ part }) => part === name) ?? {};
      assert.ok(size <= most, `${name}: ${String(size)} bytes`);
    }
  });
});
