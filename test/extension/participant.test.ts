import assert from 'node:assert/strict';
import { Product, inOneRound, stepsOf, updatePlan } from './product';

describe('@plan', () => {
  let product: Product;

  before(async () => {
    product = await Product.start();
  });

  after(() => product.stop());

  it('plans with the selected model, works with the tools of the editor and is done', async () => {
    await product.chat.newChat();
    const { requests, result } = await product.chat.ask('@plan fix the flaky tests', {
      replies: [
        inOneRound(updatePlan(0, stepsOf('flaky', 3, 0))),
        { toolCalls: [{ name: 'bench_noop', input: {} }] },
        inOneRound(updatePlan(1, stepsOf('flaky', 3, 3))),
        { text: 'All tests pass.' },
      ],
    });
    assert.equal(result.errorDetails, undefined);
    assert.equal(requests.length, 4);
    await product.panelShows('flaky: part 3');
    await product.panelShows(/Revision 2\b/);
  });
});
