import assert from 'node:assert/strict';
import { everyChange, settle } from './historyFixtures';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

function heading(): Promise<string> {
  return panel.page.locator('.comparison-line h1 [aria-hidden]').innerText();
}

/** What a screen reader says of each row. */
function spoken(): Promise<string[]> {
  return panel.page.locator('[role=treeitem] .words').allTextContents();
}

async function openPlan(events = livePlan()): Promise<void> {
  panel = await PanelPage.showing(viewOf(events));
}

describe('a comparison of revisions', () => {
  afterEach(() => panel.close());

  it('says of every step what became of it, in words too', async () => {
    const events = everyChange();
    await openPlan(events);
    await panel.page.locator('#revisions').focus();
    await press('Shift+Enter');
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 1 → 2');
    assert.equal(
      await panel.page.locator('.comparison-summary').innerText(),
      '1 done · 1 started · 2 added · 2 removed · 1 renamed · 1 cancelled',
    );
    assert.equal(
      await panel.announced(),
      'Comparing revision 1 with 2: 1 done, 1 started, 2 added, 2 removed, 1 renamed, 1 cancelled. Press Escape for the latest.',
    );
    assert.deepEqual(await spoken(), [
      'Note the cause in the changelog, not started, moved',
      'Tell the others, not started, now under: Note the cause in the changelog',
      'Read the checkout test helpers, marked complete by the agent',
      'Reproduce the failure with a fixed seed, marked complete by the agent, from in progress to marked complete by the agent',
      'Inject a clock into the session timer, in progress, from not started to in progress, called while in progress: Injecting the clock, before: Inject a clock into the timer',
      'Find every call of Date.now, marked complete by the agent, added',
      'Replace them behind one port, not started, added',
      'Run the suite 200 times, blocked, now waits for: Inject a clock into the session timer, Replace them behind one port',
      'Add a retry to the test runner, cancelled, from not started to cancelled',
      'Disable the test on Windows, not started, removed',
      'And on the build machines, not started, removed',
    ]);
    assert.deepEqual(await panel.page.locator('.steps ins').allInnerTexts(), ['session ']);
    assert.equal(await panel.page.locator('.steps del').count(), 0);
    const explanation = panel.page.locator('.explanation');
    assert.equal(
      await explanation.locator('[aria-hidden]').innerText(),
      'Reproduce first, then retryisolate the clock; no retry loops.',
    );
    assert.equal(
      await explanation.locator('.words').textContent(),
      'The explanation changed: Reproduce first, then isolate the clock; no retry loops., before: Reproduce first, then retry.',
    );
    assert.equal(await panel.styleOf('.diff-removed bdi', 'textDecorationLine'), 'line-through');
  });

  it('compares what is clicked with Ctrl with what is on the screen, older with newer', async () => {
    const events = livePlan();
    await openPlan(events);
    const line = (revision: number) => panel.page.locator(`#revision-${String(revision)}`);
    await line(9).click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 9 → 12');
    const ends = await panel.page.getByRole('option', { selected: true }).all();
    assert.deepEqual(await Promise.all(ends.map((end) => end.getAttribute('id'))), [
      'revision-12',
      'revision-9',
    ]);
    assert.equal(
      await panel.page.locator('#revisions').getAttribute('aria-multiselectable'),
      'true',
    );
    await line(10).click();
    await settle(panel, events);
    assert.equal(await panel.page.locator('.comparison').count(), 0);
    await line(12).click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 10 → 12');
    await line(8).click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 8 → 10');
    await panel.page.getByRole('button', { name: 'Back', exact: true }).click();
    assert.equal(
      await panel.page.locator('.earlier-text').innerText(),
      'Viewing revision 10 of 12',
    );
    await press('Escape');
    assert.equal(await panel.page.locator('.earlier').count(), 0);
  });

  it('compares a revision with the latest and with the one before it by buttons', async () => {
    const events = livePlan();
    await openPlan(events);
    await panel.page.locator('#revision-11').click();
    await settle(panel, events);
    await panel.page.getByRole('button', { name: 'Compare with Latest' }).click();
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 11 → 12');
    assert.equal(await panel.focusedId(), 'steps', 'the button went away');
    await panel.page.getByRole('button', { name: 'Back', exact: true }).click();
    assert.equal(await panel.focusedId(), 'steps');
    await panel.page.getByRole('button', { name: 'Compare with Previous' }).click();
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 10 → 11');
    await press('Escape');
    assert.equal(await panel.announced(), 'Back to the latest revision, 12');
    assert.equal(await panel.focusedId(), 'steps');
    await panel.page.locator('#revision-10').hover();
    await panel.page.locator('#revision-10 .revision-compare').click();
    await settle(panel, events);
    assert.equal(await heading(), 'Revision 9 → 10');
  });

  it('opens the same two in an editor', async () => {
    const events = livePlan();
    await openPlan(events);
    await panel.page.locator('#revision-9').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    await panel.page.getByRole('button', { name: 'Open as Diff' }).click();
    const { command, target } = await panel.heard('run');
    assert.deepEqual(
      [command, target],
      ['compareRevisions', { session: SESSION, from: 9, revision: 12 }],
    );
  });

  it('[FC.46] is a tree by keyboard, from the first change on', async () => {
    const events = everyChange();
    await openPlan(events);
    await panel.page.locator('#revision-1').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    await panel.page.locator('#steps').focus();
    assert.match(await panel.activeText(), /^Note the cause/);
    await press('ArrowRight');
    assert.match(await panel.activeText(), /^Tell the others/);
    await press('ArrowLeft', 'ArrowLeft');
    assert.equal(await panel.page.getByRole('treeitem').count(), 10);
    assert.match(await panel.activeText(), /^Note the cause/);
    await press('End');
    assert.match(await panel.activeText(), /^And on the build machines/);
    await press('ArrowLeft');
    assert.match(await panel.activeText(), /^Disable/);
    await press('f');
    assert.match(await panel.activeText(), /^Find every call/);
    assert.equal(await panel.step('Find every').getAttribute('aria-level'), '2');
    await press('Home', 'ArrowRight');
    assert.equal(await panel.page.getByRole('treeitem').count(), 11);
  });

  it('stands still while newer revisions come in, and says so quietly', async () => {
    const events = livePlan();
    await openPlan(events.slice(0, 11));
    await panel.page.locator('#revision-8').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    await panel.page.locator('#steps').focus();
    await press('End');
    const rows = await spoken();
    const active = await panel.activeText();
    const place = await panel.page.locator('#revision-8').boundingBox();
    await panel.commit(events);
    assert.equal(await heading(), 'Revision 8 → 11');
    assert.deepEqual(await spoken(), rows);
    assert.equal(await panel.activeText(), active);
    assert.equal(await panel.focusedId(), 'steps');
    assert.deepEqual(await panel.page.locator('#revision-8').boundingBox(), place);
    assert.equal(await panel.page.locator('.comparison .pill').innerText(), 'Esc: 12 is new');
    await panel.page.locator('.comparison .pill').click();
    assert.equal(await panel.page.locator('.comparison').count(), 0);
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('[FC.49] shows markup, links and hidden characters of both texts letter by letter', async () => {
    const nasty = [
      '<img src=x onerror=alert(1)>',
      '" onmouseover="x',
      '[x](command:y)',
      'a\u202Eb',
    ];
    const lists = [
      nasty.map((text, n) => step(String(n), `Old ${text}`)),
      nasty.map((text, n) => step(String(n), `New ${text}`)),
    ];
    const events = eventsOf(lists, 2, nasty.join(' '));
    await openPlan(events);
    await panel.page.locator('#revision-1').click({ modifiers: ['ControlOrMeta'] });
    await settle(panel, events);
    assert.deepEqual(await panel.page.locator('.step-text').allInnerTexts(), [
      'Old New <img src=x onerror=alert(1)>',
      'Old New " onmouseover="x',
      'Old New [x](command:y)',
      'Old New a⟨U+202E⟩b',
    ]);
    assert.equal(await panel.page.locator('.steps img').count(), 0);
    assert.deepEqual(await panel.violations(), []);
  });
});
