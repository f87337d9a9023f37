import assert from 'node:assert/strict';
import { PROTOCOL_VERSION } from '../../src/protocol/webviewMessages';
import { closeSharedBrowser } from '../support/workbench/browser';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { closePanelServer, PanelPage } from './panelPage';

let panel: PanelPage;

describe('the panel', () => {
  afterEach(() => panel.close());
  after(async () => {
    await closePanelServer();
    await closeSharedBrowser();
  });

  it('shows the plan: what for, how far, since when, by whom, and every step', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    const { page } = panel;
    assert.equal(await page.locator('h1').innerText(), 'Fix the flaky checkout tests');
    assert.equal(
      await page.locator('.origin').innerText(),
      'Revision 12 · 2 min. ago · chat agent',
    );
    assert.equal(await page.locator('.count').innerText(), '3/8');
    assert.equal((await panel.steps()).length, 8);
    const current = panel.step('Inject a clock').first();
    assert.match(await current.innerText(), /Injecting the clock/);
    assert.match(await panel.step('Run the suite').innerText(), /waits for: Inject a clock/);
    const decoration = await panel.styleOf('.step-cancelled bdi', 'textDecorationLine');
    assert.equal(decoration, 'line-through');
    const lines = await page.getByRole('option').allInnerTexts();
    assert.deepEqual(
      lines.slice(0, 3).map((line) => line.replace(/\s+/g, ' ')),
      [
        'Revision 12, 12 1 done, 1 started , 2 min',
        'Revision 11, 11 1 done, 1 renamed, 1 cancelled , 9 min',
        'Revision 10, 10 2 added, 1 renamed , 16 min',
      ],
    );
  });

  it('[DP.94] says that the agent marked a step complete, and never that it is proven', async () => {
    const done = eventsOf([[step('a', 'One', { status: 'completed' })]]);
    panel = await PanelPage.showing(viewOf(done));
    const { page } = panel;
    assert.equal(
      await page.getByRole('treeitem').textContent(),
      'One, marked complete by the agent',
    );
    assert.equal(
      await page.locator('.step-icon').getAttribute('title'),
      'marked complete by the agent',
    );
    assert.equal(
      await page.getByRole('progressbar').getAttribute('aria-valuetext'),
      '1 of 1 steps marked complete by the agent',
    );
    assert.equal(
      await page.locator('.all-complete').innerText(),
      'All steps marked complete by the agent',
    );
    assert.doesNotMatch(await page.content(), /verif|proven|confirmed|guarantee/i);
  });

  it('says an explanation that gave the session its title once', async () => {
    const view = viewOf(eventsOf([[step('a', 'One')]], 2, 'Move the importer'), {
      title: 'Move the importer',
    });
    panel = await PanelPage.showing(view);
    assert.equal(await panel.page.getByText('Move the importer').count(), 1);
    await panel.show({ ...view, title: 'Renamed' });
    assert.equal(await panel.page.locator('.explanation').innerText(), 'Move the importer');
  });

  it('begins a long explanation with its first lines and shows the rest when asked', async () => {
    const text = 'Because of this and that. '.repeat(15);
    panel = await PanelPage.showing(viewOf(eventsOf([[step('a', 'One')]], 2, text)));
    const { page } = panel;
    const height = async (): Promise<number> =>
      (await page.locator('.explanation p').boundingBox())?.height ?? 0;
    const cut = await height();
    await page.getByRole('button', { name: 'Show More' }).click();
    assert.ok((await height()) > cut);
    await page.getByRole('button', { name: 'Show Less' }).click();
    assert.equal(await height(), cut);
  });

  it('opens an earlier revision in place, and Escape leads back to the latest', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events));
    const { page } = panel;
    const before = await page.locator('.progress').boundingBox();
    await page.getByRole('option', { name: 'Revision 9,' }).click();
    await panel.answer(events);
    assert.equal(await page.locator('.earlier-text').innerText(), 'Viewing revision 9 of 12');
    assert.equal((await panel.steps()).length, 6);
    assert.deepEqual(await page.locator('.progress').boundingBox(), before, 'nothing jumps');
    assert.equal(
      await page.getByRole('option', { selected: true }).getAttribute('id'),
      'revision-9',
    );
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.earlier').count(), 0);
    assert.equal((await panel.steps()).length, 8);
    assert.equal(await panel.announced(), 'Back to the latest revision, 12');
  });

  it('keeps an earlier revision open while the agent goes on', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events.slice(0, 11)));
    const { page } = panel;
    await page.getByRole('option', { name: 'Revision 3,' }).click();
    await panel.answer(events);
    await panel.commit(events);
    assert.equal(await page.locator('.earlier-text').innerText(), 'Viewing revision 3 of 12');
    assert.equal((await panel.steps()).length, 3);
    await page.getByRole('button', { name: 'Esc: 12 is new' }).click();
    assert.equal((await panel.steps()).length, 8);
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('says so when a revision cannot be opened, and stays where it is', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    await panel.page.getByRole('option', { name: 'Revision 9,' }).click();
    await panel.answer([]);
    assert.equal(await panel.page.locator('.failed').innerText(), 'Revision 9 cannot be read.');
    assert.equal((await panel.steps()).length, 8);
  });

  it('says what to do where there is no plan yet, and whether planning is on', async () => {
    panel = await PanelPage.open();
    await panel.showNothing();
    const { page } = panel;
    assert.equal(await page.locator('h1').innerText(), 'No plan in this chat');
    assert.match(await page.locator('main').innerText(), /add #update_plan/);
    await page.getByRole('button', { name: 'Ask the Agent for a Plan' }).click();
    assert.equal((await panel.heard('run')).command, 'startPlan');
    await panel.close();

    panel = await PanelPage.open({ planTool: 'write_plan' });
    await panel.showNothing();
    assert.match(await panel.page.locator('main').innerText(), /add #write_plan/);
    await panel.close();

    panel = await PanelPage.open({ planTool: null });
    await panel.showNothing(null);
    assert.equal(await panel.page.locator('h1').innerText(), 'Planning is off');
    await panel.page.getByRole('button', { name: 'Open Settings' }).click();
    assert.equal((await panel.heard('run')).command, 'openSettings');
  });

  it('says how many revisions are not listed, and which change is not known', async () => {
    const view = viewOf(livePlan());
    const revisions = view.revisions
      .filter(({ revision }) => ![3, 10].includes(revision))
      .map((line) => ([4, 11].includes(line.revision) ? { ...line, changes: null } : line));
    panel = await PanelPage.showing({ ...view, revisions });
    const { page } = panel;
    assert.equal(
      await page.locator('.history-note').innerText(),
      'Revisions that are not listed: 2',
    );
    const after = page.getByRole('option', { name: 'Revision 11,' });
    assert.match(await after.innerText(), /what changed is not known/);
  });

  it('calls a cleared plan cleared, with its revisions still there', async () => {
    panel = await PanelPage.showing(viewOf(eventsOf([[step('a', 'One')], []])));
    assert.match(await panel.page.locator('main').innerText(), /The agent cleared this plan/);
    assert.equal(await panel.page.getByRole('option').count(), 2);
    assert.match(await panel.page.getByRole('option').first().innerText(), /cleared/);
  });

  it('tells of restored, damaged and newer data beside the plan', async () => {
    const message = 'The newest copy was damaged.';
    const view = viewOf(livePlan(), {
      readOnly: true,
      problems: [
        { kind: 'restored_last_good', message, location: '/sessions/a.damaged' },
        { kind: 'newer_version', message: 'It can only be read.' },
      ],
    });
    panel = await PanelPage.showing(view);
    const text = await panel.page.locator('.notices').innerText();
    assert.match(text, /The last good copy is in use\s+The newest copy was damaged\./);
    assert.match(text, /Made by a newer version/);
    assert.match(await panel.page.locator('.origin').innerText(), /^read-only/);
    assert.equal((await panel.steps()).length, 8);
  });

  it('never shows a plan as missing that cannot be read', async () => {
    panel = await PanelPage.open();
    const location = '/sessions/a.sqlite';
    const problem = { kind: 'unreadable', message: 'The file is locked.', location } as const;
    const content = { state: 'unavailable', problem } as const;
    await panel.send({ kind: 'snapshot', session: SESSION, content });
    assert.equal(await panel.page.locator('h1').innerText(), 'The plan cannot be read right now');
    const text = await panel.page.locator('main').innerText();
    assert.match(text, /The file is locked\.\s+\/sessions\/a\.sqlite/);
    const asked = await panel.heardCount('ready');
    await panel.page.getByRole('button', { name: 'Try Again' }).click();
    assert.equal(await panel.heardCount('ready'), asked + 1);
    await panel.show(viewOf(livePlan()));
    await panel.send({ kind: 'snapshot', session: SESSION, content });
    assert.equal((await panel.steps()).length, 8);
    assert.match(await panel.page.locator('.notices').innerText(), /may be out of date/);
  });

  it('[FC.4] comes back as it was: unfolded, scrolled and at the latest plan', async () => {
    const many = Array.from({ length: 32 }, (_, n) => step(`s${String(n)}`, `Step ${String(n)}`));
    const view = viewOf(eventsOf([many]));
    panel = await PanelPage.showing(view);
    const { page } = panel;
    await page.getByRole('button', { name: 'Revisions' }).click();
    await panel.inPage(`document.querySelector('.body').scrollTop = 120`);
    await page.waitForTimeout(300);
    await page.reload();
    await panel.showAgain(view);
    assert.equal(await panel.scrollTop(), 120);
    assert.equal(await page.getByRole('option').count(), 0);
  });

  it('reloads for another version of the protocol, and asks only once', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    await panel.post({ v: PROTOCOL_VERSION + 1, kind: 'hello' });
    await panel.post({ v: PROTOCOL_VERSION + 1, kind: 'snapshot' });
    await panel.heard('reload');
    await panel.page.waitForTimeout(50);
    assert.equal(await panel.heardCount('reload'), 1);
    assert.equal((await panel.steps()).length, 8);
  });
});
