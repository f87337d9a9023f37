import assert from 'node:assert/strict';
import { longHistory, settle } from './historyFixtures';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

async function openPlan(events = livePlan()): Promise<void> {
  panel = await PanelPage.showing(viewOf(events));
}

describe('the documents of a comparison', () => {
  afterEach(() => panel.close());

  it('asks for a document once, and drops a comparison that comes too late', async () => {
    const events = livePlan();
    await openPlan(events);
    const line = (revision: number) => panel.page.locator(`#revision-${String(revision)}`);
    await line(9).click({ modifiers: ['ControlOrMeta'] });
    await line(8).click({ modifiers: ['ControlOrMeta'] });
    assert.deepEqual(
      panel.questions().map((question) => question.kind === 'revision' && question.revision),
      [9, 8],
    );
    const [late] = panel.questions();
    assert.ok(late);
    await press('Escape');
    await settle(panel, events);
    assert.equal(await panel.page.locator('.comparison').count(), 0);
    await line(9).click({ modifiers: ['ControlOrMeta'] });
    await panel.page.locator('.comparison').waitFor();
    assert.deepEqual(panel.questions(), []);
  });

  it('says which revision it is that cannot be read', async () => {
    const events = livePlan();
    await openPlan(events);
    await panel.page.locator('#revision-9').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, []);
    assert.equal(await panel.page.locator('.failed').innerText(), 'Revision 9 cannot be read.');
    assert.equal(await panel.page.locator('.comparison').count(), 0);
  });

  it('has nothing to compare the first revision with', async () => {
    const events = longHistory(2);
    await openPlan(events);
    await panel.page.locator('#revision-1').click();
    await settle(panel, events);
    assert.equal(
      await panel.page.getByRole('button', { name: 'Compare with Previous' }).count(),
      0,
    );
    await panel.page.locator('#revisions').focus();
    await press('Shift+Enter');
    assert.deepEqual(panel.questions(), []);
    assert.equal(await panel.page.locator('.comparison').count(), 0);
  });

  it('is forgotten with the session', async () => {
    const events = livePlan();
    await openPlan(events);
    await panel.page.locator('#revision-9').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.show(viewOf(eventsOf([[step('a', 'One')]])));
    assert.equal(await panel.page.locator('.comparison').count(), 0);
    assert.deepEqual(await panel.steps(), ['One']);
  });

  it('compares with a cleared plan: everything was removed', async () => {
    const events = eventsOf([[step('a', 'One'), step('b', 'Two')], []]);
    await openPlan(events);
    await panel.page.locator('#revision-1').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    assert.deepEqual(await panel.page.locator('[role=treeitem] .words').allTextContents(), [
      'One, not started, removed',
      'Two, not started, removed',
    ]);
    assert.equal(await panel.page.locator('.comparison-summary').innerText(), 'cleared');
  });
});
