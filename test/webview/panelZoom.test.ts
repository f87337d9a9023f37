import assert from 'node:assert/strict';
import type { PlanView } from '../../src/protocol/planView';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';

let panel: PanelPage;

const AT = '2026-03-01T10:00:00.000Z';
const MUCH: Partial<PlanView> = {
  ...{ pinned: true, readOnly: true, activity: 'stopped', approved: 9 },
  planMode: { active: false, pending: true },
  reviews: [{ revision: 9, outcome: 'approved', at: AT }],
};

/** Nothing can be reached by scrolling sideways alone, and nothing sticks out. */
async function fits(): Promise<void> {
  assert.equal(await panel.inPage('document.documentElement.scrollWidth <= innerWidth'), true);
}

async function looksRightInAllStates(shot: string): Promise<void> {
  await panel.show(viewOf(livePlan(), MUCH));
  await looksRight(panel, `much-${shot}`);
  await fits();
  await panel.page.locator('.origin').press('Enter');
  await looksRight(panel, `details-${shot}`);
  await panel.page.keyboard.press('Escape');
  await panel.page.locator('#steps').focus();
  await panel.page.keyboard.press('ArrowDown');
  await panel.shot(`focus-${shot}`);
  await panel.send({ kind: 'reset', session: SESSION });
  await panel.show(viewOf([]));
  await looksRight(panel, `begun-${shot}`);
  await fits();
  await panel.send({ kind: 'reset', session: SESSION });
  await panel.inPage(`document.querySelector('.skeleton').getAnimations()[0].finish()`);
  await panel.shot(`loading-${shot}`);
}

describe('the panel when it is zoomed, narrow, dense or of other colours', () => {
  afterEach(() => panel.close());

  for (const theme of ['dark', 'light', 'hcDark', 'hcLight'] as const) {
    // The last is what is left of 340 by 720 px at 200 %.
    for (const [width, height] of [
      [340, 720],
      [220, 720],
      [170, 360],
    ] as const) {
      it(`has no accessibility fault at ${String(width)} px: ${theme}`, async () => {
        panel = await PanelPage.open({ theme, width, height });
        await looksRightInAllStates(`${theme}-${String(width)}`);
      });
    }

    it(`has no accessibility fault when it is dense: ${theme}`, async () => {
      panel = await PanelPage.showing(viewOf(livePlan(), { activity: 'running' }), {
        ...{ theme, density: 'compact' },
      });
      await looksRight(panel, `compact-${theme}`);
    });
  }

  it('is denser and says less in the compact form, but for the current and the blocked step', async () => {
    const steps = [
      step('a', 'One', { status: 'in_progress', active_form: 'Doing one' }),
      step('b', 'Two', { status: 'in_progress', active_form: 'Doing two' }),
      step('c', 'Three', { status: 'blocked', depends_on: ['a'] }),
    ];
    const view = viewOf(eventsOf([steps]));
    const heights: number[] = [];
    for (const density of ['comfortable', 'compact'] as const) {
      panel = await PanelPage.showing(view, { density });
      heights.push((await panel.step('Three').boundingBox())?.height ?? 0);
      if (density === 'comfortable') await panel.close();
    }
    assert.ok((heights[1] ?? 0) < (heights[0] ?? 0));
    const seen = await panel.page
      .locator('.step-note')
      .evaluateAll((notes) => notes.map((note) => note.clientHeight > 5));
    assert.deepEqual(seen, [true, false, true]);
    assert.match(await panel.page.locator('#steps').ariaSnapshot(), /Doing two/);
  });

  it('keeps borders and the bar where the system sets the colours', async () => {
    panel = await PanelPage.showing(viewOf(livePlan(), { activity: 'running' }));
    await panel.page.emulateMedia({ forcedColors: 'active' });
    await panel.shot('forced-colors');
    assert.equal(await panel.styleOf('.step.current', 'outlineStyle'), 'dashed');
    const none = await panel.styleOf('.panel', 'backgroundColor');
    assert.notEqual(await panel.styleOf('.bar-completed', 'backgroundColor'), none);
  });

  it('reads texts in their own direction, from where that begins', async () => {
    const arabic = 'مرحبا بالعالم، هذه خطوة طويلة';
    const steps = [step('a', arabic), step('b', '日本語のテストを書く'), step('c', 'Latin')];
    panel = await PanelPage.showing(viewOf(eventsOf([steps], 2, arabic)));
    const sides = await panel.page
      .locator('.step-text > bdi')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).direction));
    assert.deepEqual(sides, ['rtl', 'ltr', 'ltr']);
    await panel.inPage(`document.documentElement.dir = 'rtl'`);
    await panel.shot('right-to-left');
    const icon = await panel.page.locator('.step-icon').last().boundingBox();
    assert.ok((icon?.x ?? 0) > 300);
    await fits();
  });
});
