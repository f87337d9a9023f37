import assert from 'node:assert/strict';
import { type Product, inOneRound, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

describe('the plan survives', () => {
  let product: Product;
  let session: string | undefined;

  before(async () => {
    product = await sharedWindow();
    const answer = await product.agentCalls(
      'Start',
      updatePlan(0, stepsOf('move', 5, 1), 'Move the importer'),
    );
    session = answer.session;
  });

  async function planStands(revision: number): Promise<void> {
    await product.panelShows(new RegExp(`Revision ${revision}\\b`));
    await product.panelShows('move: part 5');
    await product.statusBarShows('move: part');
  }

  it('Stop in the middle of an answer, where the built-in list does not', async () => {
    const list = [{ id: 1, title: 'Move the importer', status: 'not-started' }];
    const { end } = await product.chat.begin('Work', {
      replies: [
        inOneRound(updatePlan(1, stepsOf('move', 5, 2))),
        { toolCalls: [{ name: 'manage_todo_list', input: { todoList: list } }] },
        { text: 'Working', hang: true },
      ],
    });
    await product.chat.stop();
    await end;
    await planStands(2);
    const builtIn = await product.chat.control.invokeTool('manage_todo_list', {
      operation: 'read',
      chatSessionResource: session,
    });
    assert.doesNotMatch(builtIn.text, /Move the importer/, 'the comparison does not hold any more');
  });

  it('[FC.4] a message without a plan call, hiding and showing the view, and a reload', async () => {
    await product.chat.ask('Just talk', { replies: [{ text: 'Talking.' }] });
    await planStands(2);
    await product.chat.control.executeCommand('workbench.view.explorer');
    await product.showPanel();
    await planStands(2);
    await product.reload();
    await product.statusBarShows('move: part');
    await product.showPanel();
    await planStands(2);
    assert.equal(await product.revisions.count(), 2);
  });

  it('[DP.80] a restart of the server', async () => {
    await product.workbench.restartServer();
    await product.reload();
    await product.showPanel();
    await planStands(2);
  });

  it('[DP.80] kill -9 of the server and its extension hosts right after an answer', async () => {
    await product.chat.newChat();
    const { toolCalls } = await product.agentCalls('Start', updatePlan(0, stepsOf('kill', 3, 0)));
    assert.match(toolCalls.at(-1)?.text ?? '', /^Plan revision 1/);
    await product.workbench.kill();
    await product.workbench.restartServer();
    await product.reload();
    await product.showPanel();
    await product.panelShows('kill: part 3');
  });
});
