import assert from 'node:assert/strict';
import { type Product, inOneRound, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

const ROUNDS = 20;

describe('two chats', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  async function startChat(topic: string): Promise<string> {
    await product.chat.newChat();
    const { session } = await product.agentCalls(topic, updatePlan(0, stepsOf(topic, 3, 0), topic));
    assert.ok(session, 'the agent did not say which chat it is in');
    return session;
  }

  async function switchTo(session: string): Promise<void> {
    await product.chat.openSession(session);
  }

  it('[FC.3] have two plans, switched A-B-A twenty times and never mixed', async () => {
    const chats = { alpha: await startChat('alpha'), beta: await startChat('beta') };
    const revisions = { alpha: 1, beta: 1 };
    for (let round = 0; round < ROUNDS; round++) {
      const topic = round % 2 === 0 ? 'alpha' : 'beta';
      const other = topic === 'alpha' ? 'beta' : 'alpha';
      await switchTo(chats[topic]);
      const write = updatePlan(revisions[topic]++, stepsOf(topic, 3, round % 3));
      const { session, toolCalls } = await product.agentCalls(`Round ${round}`, write, {
        name: 'read_plan',
        input: {},
      });
      assert.equal(session, chats[topic]);
      assert.match(toolCalls[0]?.text ?? '', new RegExp(`^Plan revision ${revisions[topic]}:`));
      assert.match(toolCalls[1]?.text ?? '', new RegExp(`\\[${topic}-3\\]`));
      assert.doesNotMatch(toolCalls[1]?.text ?? '', new RegExp(other));
      await product.panelShows(`${topic}: part 3`);
      assert.equal(await product.panel.getByText(`${other}: part`).count(), 0);
    }
    assert.deepEqual(revisions, { alpha: 11, beta: 11 });
  }).timeout(240_000);

  it('[FC.3] keep a new chat empty while the first is still running, and the first unchanged', async () => {
    const gamma = await startChat('gamma');
    const { end } = await product.chat.begin('Work', {
      replies: [inOneRound(updatePlan(1, stepsOf('gamma', 3, 1))), { text: 'Working', hang: true }],
    });
    await product.chat.newChat();
    assert.match(await product.planInChat(), /There is no plan yet/);
    await product.panelShows('#update_plan');
    assert.equal(await product.steps.count(), 0);
    await switchTo(gamma);
    await product.chat.stop();
    await end;
    assert.match(await product.planInChat(), /revision 2/);
    await product.panelShows('gamma: part 3');
  });
});
