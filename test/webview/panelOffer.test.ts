import assert from 'node:assert/strict';
import { SESSION } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';

const LEFT = 'vscode-chat-session://local/left';
const TEXT = 'Left in another chat: <b>Fix it</b> (5 open steps, updated 1 hour ago)';

let panel: PanelPage;

describe('a plan that another chat left', () => {
  afterEach(() => panel.close());

  it('[FC.2] is offered where the chat on the screen has none, and gone on with in one action', async () => {
    panel = await PanelPage.open();
    await panel.showNothing();
    const plan = { text: TEXT, session: LEFT, into: SESSION };
    await panel.send({ kind: 'offer', plan });
    await looksRight(panel, 'offer');
    assert.match(await panel.page.locator('.message').innerText(), /<b>Fix it<\/b> \(5 open/);
    await panel.page.getByRole('button', { name: 'Go On With It Here' }).click();
    const { command, target } = await panel.heard('run');
    assert.deepEqual([command, target], ['adoptPlan', { session: LEFT, into: SESSION }]);
    await panel.send({ kind: 'offer', plan: null });
    assert.equal(await panel.page.getByRole('button', { name: 'Go On With It Here' }).count(), 0);
  });

  it('is not offered to another chat than the one that it was found for', async () => {
    panel = await PanelPage.open();
    await panel.showNothing();
    const button = panel.page.getByRole('button', { name: 'Go On With It Here' });
    await panel.send({ kind: 'offer', plan: { text: TEXT, session: LEFT, into: SESSION } });
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.showNothing();
    assert.equal(await button.count(), 1);
    await panel.send({ kind: 'reset', session: 'other' });
    await panel.showNothing('other');
    assert.equal(await button.count(), 0);
  });
});
