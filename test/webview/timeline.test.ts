import assert from 'node:assert/strict';
import { answerTo, firstQuestion, longHistory, reviewedView, settle } from './historyFixtures';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await panel.page.keyboard.press(key);
}

async function slider(attribute: string): Promise<string> {
  return (await panel.page.getByRole('slider').getAttribute(attribute)) ?? '';
}

function value(): Promise<string> {
  return panel.page.getByRole('slider').inputValue();
}

describe('the timeline', () => {
  afterEach(() => panel.close());

  it('goes through revisions by keyboard, one or ten at a time, and says where it is', async () => {
    const events = longHistory(30);
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.getByRole('slider').focus();
    assert.equal(await slider('aria-valuetext'), 'Revision 30 of 30, 2 min. ago');
    const places: string[] = [];
    for (const key of [
      'ArrowLeft',
      'PageDown',
      'PageUp',
      'ArrowRight',
      'ArrowDown',
      'Home',
      'PageDown',
      'End',
      'PageUp',
    ]) {
      await press(key);
      places.push(await value());
    }
    assert.deepEqual(places, ['29', '19', '29', '30', '29', '1', '1', '30', '30']);
    await press('PageDown');
    assert.equal(await slider('aria-valuetext'), 'Revision 20 of 30, 1 hr. ago');
    await settle(panel, events);
    assert.equal(
      await panel.page.locator('.earlier-text').innerText(),
      'Viewing revision 20 of 30',
    );
    assert.equal(
      await panel.page.getByRole('option', { selected: true }).getAttribute('id'),
      'revision-20',
    );
    await press('Escape');
    assert.equal(await value(), '30');
    assert.equal(await panel.page.locator('.earlier').count(), 0);
  });

  it('opens only where it comes to rest, and drops what comes too late', async () => {
    const events = longHistory(40);
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.getByRole('slider').focus();
    await press('PageDown');
    const late = await firstQuestion(panel);
    await press(...Array.from({ length: 8 }, () => 'ArrowLeft'));
    await panel.page.waitForTimeout(150);
    const asked = panel
      .questions()
      .map((question) => question.kind === 'revision' && question.revision);
    assert.equal(asked.at(-1), 22);
    assert.ok(asked.length < 9, 'not each one on the way');
    await settle(panel, events);
    const answer = { ok: true, value: answerTo(late, events) } as const;
    if (answer.value)
      await panel.send({ kind: 'reply', id: late.id, answer: { ok: true, value: answer.value } });
    assert.match((await panel.steps())[0] ?? '', /Try number 22/);
  });

  it('follows the mouse, and keeps its place under it while revisions come in', async () => {
    const events = longHistory(101);
    panel = await PanelPage.showing(viewOf(events.slice(0, 100)));
    const box = await panel.page.getByRole('slider').boundingBox();
    assert.ok(box);
    const { mouse } = panel.page;
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await mouse.down();
    const held = await value();
    assert.ok(Math.abs(Number(held) - 50) < 4, held);
    assert.equal(await panel.page.locator('.timeline-place').isVisible(), true);
    await settle(panel, events);
    await panel.commit(events);
    assert.equal(await slider('max'), '100');
    assert.equal(await value(), held);
    await mouse.up();
    assert.equal(await slider('max'), '101');
    assert.equal(await panel.page.locator('.timeline-place').isVisible(), false);
  });

  it('goes on from a revision that cannot be read', async () => {
    const events = longHistory(5);
    panel = await PanelPage.showing(viewOf(events));
    const kept = events.filter(({ sequence }) => sequence !== 4);
    await panel.page.getByRole('slider').focus();
    await press('ArrowLeft');
    await settle(panel, kept);
    assert.equal(await panel.page.locator('.failed').innerText(), 'Revision 4 cannot be read.');
    assert.equal(await panel.announced(), 'Revision 4 cannot be read.');
    await press('ArrowLeft');
    await settle(panel, kept);
    assert.equal(await panel.page.locator('.failed').count(), 0);
    assert.equal(await panel.page.locator('.earlier-text').innerText(), 'Viewing revision 3 of 5');
  });

  it('is not there for a plan of one revision', async () => {
    panel = await PanelPage.showing(viewOf(eventsOf([[step('a', 'One')]])));
    assert.equal(await panel.page.getByRole('slider').count(), 0);
  });

  it('shows what a person said of a revision', async () => {
    panel = await PanelPage.showing(reviewedView());
    const said = await Promise.all(
      [11, 10, 9, 8].map((revision) =>
        panel.page.locator(`#revision-${String(revision)} .revision-changes`).innerText(),
      ),
    );
    assert.deepEqual(said, [
      '1 done, 1 renamed, 1 cancelled',
      'left plan mode, 2 added, 1 renamed',
      'approved',
      'kept planning, 1 removed',
    ]);
    assert.equal(await panel.page.locator('#revision-9 svg').count(), 2);
  });

  it('says of a blocked step with another prerequisite that a link changed', async () => {
    const blocked = step('b', 'B', { status: 'blocked', depends_on: ['a'] });
    const lists = [
      [step('a', 'A'), blocked, step('c', 'C')],
      [step('a', 'A'), { ...blocked, depends_on: ['a', 'c'] }, step('c', 'C')],
      [step('a', 'A'), { ...blocked, depends_on: ['c'] }, { ...step('c', 'C'), depends_on: ['a'] }],
    ];
    panel = await PanelPage.showing(viewOf(eventsOf(lists)));
    const changes = await panel.page.locator('.revision-changes').allInnerTexts();
    assert.deepEqual(changes, ['2 links changed', '1 link changed', '3 added']);
  });

  it('stands still while an earlier revision is open and newer ones come in', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events.slice(0, 10)));
    await panel.page.getByRole('option', { name: 'Revision 9,' }).click();
    await settle(panel, events);
    await panel.page.mouse.move(0, 0);
    const places = async (): Promise<unknown> =>
      Promise.all(
        ['#revision-9', '#steps', '.timeline', '.footer'].map((part) =>
          panel.page.locator(part).boundingBox(),
        ),
      );
    const before = await places();
    assert.equal(await panel.page.locator('.earlier .pill').innerText(), 'Esc: latest');
    await panel.commit(events);
    assert.deepEqual(await places(), before);
    assert.equal(await panel.page.locator('.earlier .pill').innerText(), 'Esc: 12 is new');
    await press('Escape');
    assert.equal(
      await panel.page
        .locator('.origin')
        .innerText()
        .then((text) => text.slice(0, 11)),
      'Revision 12',
    );
  });

  it('points out no step of an earlier revision as the current one', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events));
    assert.equal(await panel.page.locator('.step.current').count(), 1);
    await panel.page.getByRole('option', { name: 'Revision 11,' }).click();
    await settle(panel, events);
    assert.equal(await panel.page.locator('.step-in_progress').count(), 1);
    assert.equal(await panel.page.locator('.step.current').count(), 0);
  });

  it('tells the context menu of the editor which revision it is for', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    const context = {
      webviewSection: 'revision',
      session: SESSION,
      revision: 12,
      preventDefaultContextMenuItems: true,
    };
    const data = async (id: string): Promise<unknown> =>
      JSON.parse((await panel.page.locator(id).getAttribute('data-vscode-context')) ?? '');
    assert.deepEqual(await data('#revision-9'), { ...context, revision: 9 });
    assert.deepEqual(await data('#revisions'), context);
    await panel.page.locator('#revisions').focus();
    await press('ArrowDown');
    assert.deepEqual(await data('#revisions'), { ...context, revision: 11 });
  });
});
