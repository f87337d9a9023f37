import assert from 'node:assert/strict';
import { allTools } from '../../../src/tools/allTools';
import { DEFAULT_CHAT_TOOLS } from '../../../src/editor/settings/contributions';
import { type Product, planToolsOf, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

describe('the real Copilot agent keeps a plan', () => {
  let product: Product;
  let since: number;

  before(async () => {
    product = await sharedWindow();
    since = await product.chat.control.requestCount();
  });

  it('writes revision after revision, and panel and status bar show each', async () => {
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, stepsOf('port', 4, 0), 'Port the importer'));
    await product.panelShows(/Revision 1\b/);
    await product.statusBarShows('0/4 port: part 1');
    assert.equal(await product.steps.count(), 4);

    await product.agentCalls('Go on', updatePlan(1, stepsOf('port', 5, 1)));
    await product.panelShows(/Revision 2\b/);
    await product.statusBarShows('1/5 port: part 2');

    const stale = await product.agentCalls('Go on', updatePlan(1, stepsOf('stale', 3, 0)));
    const refusal = stale.toolCalls.at(-1)?.text ?? '';
    assert.match(refusal, /^ERROR: /);
    assert.match(refusal, /revision 2/);
    assert.match(refusal, /Nothing was changed/);
    assert.match(refusal, /\[port-5\] port: part 5/);
    assert.match(await product.planInChat(), /revision 2/);
    assert.equal(await product.steps.count(), 5);
    assert.equal(await product.panel.getByText('stale: part 1').count(), 0);

    const right = await product.agentCalls('Again', updatePlan(2, stepsOf('port', 5, 5)));
    assert.match(right.toolCalls.at(-1)?.text ?? '', /^Plan revision 3: 5 steps, 5 completed\.\n/);
    await product.panelShows(/Revision 3\b/);
    await product.statusBarShows('5/5');
    assert.equal(await product.revisions.count(), 3);
  });

  it('opens an earlier revision and comes back with Escape', async () => {
    await product.panel.getByRole('option', { name: /^Revision 1\b/ }).click();
    await product.panelShows(/revision 1 of 3/i);
    assert.equal(await product.steps.count(), 4);
    await product.window.page.keyboard.press('Escape');
    await product.panelShows(/Revision 3\b/);
    assert.equal(await product.steps.count(), 5);
  });

  it('[DP.94] reads "marked complete by the agent" in the panel', async () => {
    const words = await product.steps.first().innerText();
    assert.match(words, /marked complete by the agent/);
    assert.doesNotMatch(words, /verified|proven/i);
  });

  it('[FC.53] sees byte-identical tool descriptions in every request, and nothing else of ours', async () => {
    const sent = await product.chat.control.requests(since);
    const requests = sent.filter(({ kind }) => kind === 'agent');
    assert.ok(requests.length >= 10, `${requests.length} requests`);
    const expected = allTools
      .filter(({ name }) => DEFAULT_CHAT_TOOLS.includes(name))
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    for (const request of requests) {
      assert.deepEqual(planToolsOf(request), expected);
    }
    const systemTexts = requests.map(({ messages }) => JSON.stringify(messages[0]));
    assert.equal(new Set(systemTexts).size, 1, 'the beginning of the prompt changed');
  });

  it('[FC.27] is told the expected shape when it sends a text where the list is due', async () => {
    const { toolCalls } = await product.agentCalls('Odd', {
      name: 'update_plan',
      input: { expected_revision: 3, steps: '- [ ] a\\n- [x] b' },
    });
    assert.match(toolCalls.at(-1)?.text ?? '', /steps|array/);
    assert.match(await product.planInChat(), /revision 3/);
  });

  it('[FC.16] gets one acceptance and one conflict for two writes with the same base in one round', async () => {
    const calls = [updatePlan(3, stepsOf('first', 2, 0)), updatePlan(3, stepsOf('second', 2, 0))];
    const { toolCalls } = await product.chat.ask('Both', {
      replies: [{ toolCalls: calls }, { text: 'Done.' }],
    });
    assert.match(toolCalls[0]?.text ?? '', /^Plan revision 4/);
    assert.match(toolCalls[1]?.text ?? '', /^ERROR: .*revision 4/);
    await product.panelShows('first: part 1');
  });
});
