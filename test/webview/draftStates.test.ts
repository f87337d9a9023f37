import assert from 'node:assert/strict';
import { DraftBench, START, STEPS } from './draftBench';
import { eventsOf, SESSION, step, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import type { PanelOptions, PanelPage } from './panelPage';
import { THEMES } from './panelServer';

let bench: DraftBench;
let panel: PanelPage;

async function open(options: PanelOptions = {}): Promise<void> {
  bench = await DraftBench.open(options);
  panel = bench.panel;
}

describe('drafts in the panel', () => {
  afterEach(() => panel.close());

  it('[FC.33] shows what the agent changed since, and the person takes theirs or keeps mine', async () => {
    await open();
    await bench.press('End', 'F2', 'End');
    await bench.type('!');
    await bench.press('Enter', 'Home', 'Delete');
    const theirs = STEPS.map((each) =>
      each.id === 'note' ? { ...each, description: 'Note nothing' } : each,
    ).slice(1);
    theirs.unshift(step('read', 'Read all', { status: 'blocked' }));
    await panel.commit(eventsOf([STEPS, theirs]));
    const question = panel.page.getByRole('group', { name: 'changed by the agent since' });
    assert.match(await question.innerText(), /Now it is: Read all/);
    assert.equal(await bench.button('Send').getAttribute('aria-disabled'), 'true');
    await bench.button('Take Theirs').click();
    assert.match(await question.innerText(), /Now it is: Note nothing/);
    assert.equal(await panel.focusedId(), 'steps');
    await bench.button('Keep Mine').click();
    assert.equal(await question.count(), 0);
    assert.deepEqual(await bench.wishes(theirs), [
      '- Step "note": change its text to "Note the cause!"',
    ]);
    assert.equal(await bench.button('Send').getAttribute('aria-disabled'), 'false');
  });

  it('[FC.33] undoes and redoes, dismisses and takes that back, and nothing of it is in the plan', async () => {
    await open();
    await bench.press('End', 'Delete', 'ArrowUp', 'Delete');
    assert.equal(await bench.state(), '2 changes drafted');
    await bench.press('Control+z');
    assert.equal(await bench.state(), '1 change drafted');
    await bench.press('Control+Shift+z');
    assert.equal(await bench.state(), '2 changes drafted');
    await bench.press('Control+z', 'Control+z');
    assert.equal(await bench.kept(), null);
    assert.deepEqual(
      await panel.steps(),
      STEPS.map(({ description }) => description),
    );
    await bench.press('End', 'Delete');
    await bench.button('Dismiss').click();
    assert.equal(await bench.kept(), null);
    assert.equal(await panel.focusedId(), 'steps');
    assert.equal(await bench.state(), 'The draft is dismissed.');
    await bench.button('Undo').click();
    assert.equal(await bench.state(), '1 change drafted');
    assert.equal((await bench.kept())?.changes.length, 1);
  });

  it('sends by its button, says that it waits, what came of it, and that it is over', async () => {
    await open();
    await bench.press('End', 'Delete', 'ArrowUp', 'Delete');
    await bench.button('Send').click();
    const { command, target } = await panel.heard('run');
    assert.deepEqual([command, target], ['sendDraft', { session: SESSION }]);
    const draft = await bench.kept();
    assert.ok(draft);
    const sent = { revision: 1, answered: false };
    await panel.send({ kind: 'draft', session: SESSION, draft: { ...draft, sent } });
    assert.equal(await bench.state(), 'Sent. Waiting for the agent.');
    assert.equal(await bench.button('Send').getAttribute('aria-disabled'), 'true');
    await bench.button('Send').focus();
    await bench.press('Enter');
    assert.equal(await panel.heardCount('run'), 1);
    const half = STEPS.filter(({ id }) => id !== 'note');
    await panel.commit(eventsOf([STEPS, half]));
    assert.equal(await bench.state(), 'Sent. Waiting for the agent. · 1 of 2 in the plan');
    const answered = { ...draft, sent: { revision: 1, answered: true } };
    await panel.send({ kind: 'draft', session: SESSION, draft: answered });
    assert.equal(await bench.state(), 'Sent. Not in the plan yet: 1 of 2 changes.');
    await bench.button('Send Again').click();
    assert.equal(await panel.heardCount('run'), 2);
    await panel.send({ kind: 'draft', session: SESSION, draft: null, done: 3 });
    assert.equal(await bench.state(), 'Your changes are in revision 3.');
    assert.equal(await panel.announced(), 'Your changes are in revision 3.');
    await bench.button('Close').click();
    assert.equal(await panel.page.locator('.draft-state').count(), 0);
    assert.equal(await panel.focusedId(), 'steps');
  });

  it('is sent no more once it is undone, whatever is done again', async () => {
    await open();
    await bench.press('End', 'Delete', 'ArrowUp', 'Delete');
    const draft = await bench.kept();
    assert.ok(draft);
    const sent = { revision: 1, answered: false };
    await panel.send({ kind: 'draft', session: SESSION, draft: { ...draft, sent } });
    await bench.press('Control+z', 'Control+Shift+z');
    assert.equal(await bench.state(), '2 changes drafted');
    assert.equal((await bench.kept())?.sent, undefined);
    assert.equal(await bench.button('Send').getAttribute('aria-disabled'), 'false');
  });

  it('begins by a command that comes before the plan', async () => {
    await open();
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.send({ kind: 'steer', action: 'draftChanges' });
    await panel.show(viewOf(START));
    assert.equal(await bench.state(), 'Draft what is to change.');
  });

  it('comes to the screen with a command, also from the list of plans and from an earlier revision', async () => {
    await open();
    await panel.page.locator('.title-button').click();
    await panel.send({ kind: 'steer', action: 'draftChanges' });
    assert.equal(await bench.state(), 'Draft what is to change.');
    await bench.button('Dismiss').click();
    const events = eventsOf([STEPS, STEPS.slice(1)]);
    await panel.show(viewOf(events));
    await panel.page.getByRole('option').nth(1).click();
    await panel.answer(events);
    const rows = panel.page.getByRole('treeitem');
    assert.equal(await rows.count(), STEPS.length);
    await panel.send({ kind: 'steer', action: 'draftChanges' });
    assert.equal(await bench.state(), 'Draft what is to change.');
    assert.equal(await rows.count(), STEPS.length - 1);
  });

  it('begins by its button and by commands of the editor, and adds, edits and drags by mouse', async () => {
    await open();
    await bench.button('Ask for a Change…').click();
    assert.equal(await bench.state(), 'Draft what is to change.');
    assert.match(await panel.page.locator('#draft-help').innerText(), /^Enter edits a step/);
    await bench.row('Run the suite').dblclick();
    await bench.press('End');
    await bench.type(' again');
    await bench.press('Enter');
    await bench.row('Note the cause').dragTo(bench.row('Read the helpers'), {
      targetPosition: { x: 60, y: 3 },
    });
    await bench.button('Add Step').click();
    await bench.type('Last');
    await bench.press('Enter');
    await panel.send({ kind: 'steer', action: 'moveStepUp' });
    await panel.send({ kind: 'steer', action: 'completeStep' });
    const said = (await bench.wishes()).join('\n');
    assert.match(said, /Step "note": move it directly after step "[0-9a-f]{8}"/);
    assert.match(said, /Step "run": change its text to "Run the suite again"/);
    assert.match(said, /status completed directly before step "read": "Last"/);
  });

  it('stays with its session: another one shows its own plan, and the way back the draft again', async () => {
    await open();
    await bench.press('End', 'Delete');
    const draft = await bench.kept();
    await panel.send({ kind: 'reset', session: 'other' });
    await panel.show(viewOf(START, { session: 'other' }));
    assert.equal(await panel.page.locator('.draft-state').count(), 0);
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.show(viewOf(START));
    await panel.send({ kind: 'draft', session: SESSION, draft });
    assert.equal(await bench.state(), '1 change drafted');
  });

  for (const theme of THEMES) {
    it(`looks right while drafting: ${theme}`, async () => {
      await open({ theme });
      await bench.button('Ask for a Change…').click();
      await looksRight(panel, `draft-${theme}-empty`);
      await bench.press('End', 'Delete', 'ArrowUp', 'F2', 'End');
      await bench.type(' twice');
      await bench.press('Enter', 'Alt+ArrowUp', 'Home', 'Insert');
      await bench.type('Ask Ann');
      await looksRight(panel, `draft-${theme}-typing`);
      await bench.press('Enter');
      const changed = STEPS.map((each) =>
        each.id === 'run' ? { ...each, description: 'Run it' } : each,
      );
      await panel.commit(eventsOf([STEPS, changed]));
      await looksRight(panel, `draft-${theme}-conflict`);
      await bench.button('Keep Mine').click();
      const draft = await bench.kept();
      assert.ok(draft);
      const sent = { revision: 2, answered: true };
      await panel.send({ kind: 'draft', session: SESSION, draft: { ...draft, sent } });
      assert.equal(await bench.state(), 'Sent. Not in the plan yet: 4 of 4 changes.');
      await looksRight(panel, `draft-${theme}-sent`);
      await bench.button('Dismiss').click();
      await looksRight(panel, `draft-${theme}-dismissed`);
    });
  }
});
