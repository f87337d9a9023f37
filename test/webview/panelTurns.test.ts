import assert from 'node:assert/strict';
import type { Activity } from '../../src/protocol/planView';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';
import { THEMES } from './panelServer';

const ACTIVE = step('now', 'Run the suite', {
  status: 'in_progress',
  active_form: 'Running the suite',
});

let panel: PanelPage;

function ownView(activity: Activity) {
  return viewOf(eventsOf([[ACTIVE, step('then', 'Write it down')]]), { activity });
}

async function showActivity(activity: Activity): Promise<void> {
  await panel.send({ kind: 'reset', session: SESSION });
  await panel.show(ownView(activity));
}

describe('a step in progress in the panel', () => {
  afterEach(() => panel.close());

  it('[FC.30] is shown as not running once the turn is over, to ears too', async () => {
    panel = await PanelPage.showing(ownView('running'));
    const row = panel.step('Run the suite');
    assert.match(await row.innerText(), /in progress\nRunning the suite · for 2 min$/);
    await panel.send({
      ...{ kind: 'event', session: SESSION, after: '1', cursor: '2', revisions: [], reviews: [] },
      ...{ title: 'T', coworker: 'session-plans.plan', updated: new Date().toISOString() },
      ...{ pinned: false, planMode: null, approved: null, activity: 'stopped' },
    });
    assert.match(await row.innerText(), /in progress\nnot running$/);
    assert.equal(await row.locator('.step-icon').getAttribute('title'), 'in progress, not running');
    const spoken = await panel.page.locator('#steps').ariaSnapshot();
    assert.match(spoken, /treeitem "Run the suite ?, in progress not running"/);
    assert.doesNotMatch(await panel.page.locator('main').innerText(), /Running/);
  });

  it('[FC.30] claims neither where the turns are not ours to see', async () => {
    panel = await PanelPage.showing(ownView('unknown'));
    assert.doesNotMatch(await panel.page.locator('main').innerText(), /not running/i);
    assert.doesNotMatch(await panel.page.content(), /\bis running|spin/i);
  });

  it('says it of steps in progress only, and of no earlier revision', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events, { activity: 'stopped' }));
    assert.deepEqual(await panel.page.locator('.step-note').allInnerTexts(), [
      'not running',
      'waits for: Inject a clock into the session timer',
    ]);
    await panel.page.getByRole('option', { name: 'Revision 9,' }).click();
    await panel.answer(events);
    assert.doesNotMatch(await panel.page.locator('main').innerText(), /not running/);
  });

  for (const theme of THEMES) {
    it(`looks at rest when nothing runs: ${theme}`, async () => {
      panel = await PanelPage.showing(viewOf(livePlan(), { activity: 'stopped' }), { theme });
      await panel.shot(`stopped-${theme}`);
      const look = async (selector: string) =>
        Promise.all(
          ['backgroundColor', 'outlineStyle', 'fontWeight'].map((property) =>
            panel.styleOf(selector, property),
          ),
        );
      assert.deepEqual(await look('.step-in_progress'), await look('.step-pending'));
      const icon = await panel.styleOf('.icon-in_progress', 'color');
      assert.equal(icon, await panel.styleOf('.icon-pending', 'color'));
      await showActivity('running');
      assert.notDeepEqual(await look('.step-in_progress'), await look('.step-pending'));
    });
  }

  it('has an icon, a word and a place in the tree for every status', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events));
    const rows = panel.page.getByRole('treeitem');
    const seen = await rows.evaluateAll((all) =>
      all.map((row) => [
        row.getAttribute('aria-level'),
        row.querySelector('.step-icon')?.getAttribute('title'),
        row.querySelector('svg.icon:not(.icon-chevron)')?.getAttribute('class'),
      ]),
    );
    assert.deepEqual(seen, [
      ['1', 'marked complete by the agent', 'icon icon-completed'],
      ['1', 'marked complete by the agent', 'icon icon-completed'],
      ['1', 'in progress', 'icon icon-in_progress'],
      ['2', 'marked complete by the agent', 'icon icon-completed'],
      ['2', 'not started', 'icon icon-pending'],
      ['1', 'blocked', 'icon icon-blocked'],
      ['1', 'cancelled', 'icon icon-cancelled'],
      ['1', 'not started', 'icon icon-pending'],
    ]);
    const left = async (text: string) =>
      (await panel.step(text).first().locator('.step-icon').boundingBox())?.x ?? 0;
    assert.ok((await left('Find every call')) >= (await left('Inject a clock')) + 12);
  });
});
