import assert from 'node:assert/strict';
import type { Activity } from '../../src/protocol/planView';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

let panel: PanelPage;

const OPEN = [
  step('a', 'One', { status: 'completed' }),
  step('b', 'Two', { status: 'in_progress' }),
  step('c', 'Three'),
  step('d', 'Four', { status: 'cancelled' }),
];

/** What is said of open steps when the last change is so many minutes old. */
async function openWork(minutes: number, activity: Activity, steps = OPEN): Promise<string> {
  await panel.send({ kind: 'reset', session: SESSION });
  await panel.show(viewOf(eventsOf([steps], minutes), { activity }));
  return (await panel.page.locator('.open-work').allInnerTexts()).join();
}

describe('what the panel says of its state', () => {
  afterEach(() => panel.close());

  it('[FC.31] says which plans have open steps that nobody works on, and never that they run', async () => {
    panel = await PanelPage.open();
    assert.match(await openWork(2, 'stopped'), /^2 open steps, not updated since \d/);
    assert.match(await openWork(45, 'unknown'), /^2 open steps, not updated since /);
    assert.equal(await openWork(29, 'unknown'), '');
    assert.equal(await openWork(45, 'running'), '');
    assert.match(await openWork(2, 'stopped', OPEN.slice(2)), /^1 open step, /);
    assert.equal(await openWork(99, 'stopped', OPEN.slice(0, 1)), '');
    const turning = `document.getAnimations().filter((each) => each.effect.getTiming().iterations > 1)`;
    await openWork(45, 'unknown');
    assert.equal(await panel.inPage(`${turning}.length`), 0);
    await panel.page.getByRole('button', { name: 'Go to Chat' }).click();
    const { command, target } = await panel.heard('run');
    assert.deepEqual([command, target], ['openChat', { session: SESSION }]);
  });

  it('offers no way to a chat where a program outside of the editor plans', async () => {
    const plan = viewOf(livePlan(), { session: 'mcp:team' });
    panel = await PanelPage.showing(plan);
    await panel.page.getByRole('button', { name: 'Ask for a Change…' }).waitFor();
    assert.equal(await panel.page.getByText('Go to Chat').count(), 0);
  });

  it('says it below the steps, which stay where they are when a turn ends', async () => {
    const events = livePlan();
    panel = await PanelPage.showing(viewOf(events, { activity: 'running' }));
    const place = () => panel.step('Read the checkout').boundingBox();
    const before = await place();
    await panel.show(viewOf(events, { activity: 'stopped' }));
    assert.equal(await panel.page.locator('.open-work').count(), 1);
    assert.deepEqual(await place(), before);
  });

  it('[FC.54] says why there is no list, what to ask for, and where planning is turned on', async () => {
    panel = await PanelPage.open();
    await panel.showNothing();
    const { page } = panel;
    const text = await page.locator('main').innerText();
    assert.match(text, /^No plan in this chat/);
    assert.match(text, /appears here when the agent first calls its planning tool/);
    assert.match(text, /ticked among the tools of the chat, and whether planning is on/);
    await page.getByRole('button', { name: 'Open Settings' }).click();
    assert.equal((await panel.heard('run')).command, 'openSettings');
    await panel.show(viewOf([]));
    assert.equal(
      await page.getByRole('heading').innerText(),
      'The agent has not written a plan yet',
    );
    await page.getByRole('button', { name: 'All sessions' }).click();
    assert.equal((await panel.heard('list')).on, true);
  });

  it('opens the last revision that still has steps when the plan was cleared', async () => {
    const events = eventsOf([[step('a', 'One')], [step('a', 'One'), step('b', 'Two')], [], []]);
    panel = await PanelPage.showing(viewOf(events));
    await panel.page.getByRole('button', { name: 'Open Revision 2' }).click();
    await panel.answer(events);
    assert.deepEqual(await panel.steps(), ['One', 'Two']);
  });

  it('offers a look at the stored data wherever some of it is damaged or out of reach', async () => {
    const problem = { kind: 'unreadable', message: 'Locked.' } as const;
    const unavailable = { state: 'unavailable', problem } as const;
    panel = await PanelPage.open();
    await panel.send({ kind: 'snapshot', session: SESSION, content: unavailable });
    const check = panel.page.getByRole('button', { name: 'Check the Stored Plans' });
    await check.click();
    assert.equal((await panel.heard('run')).command, 'verifyPlans');
    await panel.show(viewOf(livePlan(), { problems: [{ kind: 'bad_row', message: 'Odd.' }] }));
    assert.equal(await check.count(), 1);
    await panel.page.getByRole('button', { name: 'Show the Log' }).click();
    assert.equal((await panel.heard('run')).command, 'showLog');
    assert.doesNotMatch(await panel.page.content(), /\b(delete|remove|reset|erase|overwrite)\b/i);
  });

  it('[FC.7] says that the store is away and offers to choose another one, with the plan still there', async () => {
    const problem = { kind: 'away', message: 'Nothing answers.' } as const;
    const content = { state: 'unavailable', problem } as const;
    panel = await PanelPage.open();
    await panel.send({ kind: 'snapshot', session: null, content });
    assert.match(
      await panel.page.locator('main').innerText(),
      /^The store .* not answer\s+Nothing/,
    );
    const choose = panel.page.getByRole('button', { name: 'Choose Where Plans Are Stored…' });
    await choose.click();
    assert.equal((await panel.heard('run')).command, 'chooseStore');
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.show(viewOf(livePlan()));
    assert.equal(await choose.count(), 0);
    await panel.send({ kind: 'snapshot', session: SESSION, content });
    assert.ok((await panel.steps()).length > 0);
    await choose.click();
    assert.equal((await panel.heard('run')).command, 'chooseStore');
    assert.equal(
      await panel.page.getByRole('button', { name: 'Check the Stored Plans' }).count(),
      0,
    );
  });

  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    it(`shows nothing of loading before it takes long: motion ${reducedMotion}`, async () => {
      panel = await PanelPage.open();
      await panel.page.emulateMedia({ reducedMotion });
      await panel.send({ kind: 'reset', session: 'another' });
      const opacityAfter = (milliseconds: number) =>
        panel.inPage<number>(`(() => {
          const skeleton = document.querySelector('.skeleton');
          const [animation] = skeleton.getAnimations();
          animation.pause();
          animation.currentTime = ${String(milliseconds)};
          return Number(getComputedStyle(skeleton).opacity);
        })()`);
      assert.equal(await opacityAfter(200), 0);
      assert.ok((await opacityAfter(2_000)) > 0.05);
    });
  }
});
