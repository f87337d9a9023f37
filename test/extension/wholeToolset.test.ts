import { Product, WHOLE_TOOLSET } from './product';
import { describeParallelCalls } from './stories/parallelCalls';
import { describePlanningStory } from './stories/planningStory';
import { describeSingleSteps } from './stories/singleSteps';

describe('the real Copilot agent with the whole toolset', () => {
  let product: Product;
  const current = (): Product => product;

  before(async () => {
    product = await Product.start();
    await product.configure(WHOLE_TOOLSET);
  });

  after(() => product.stop());

  describe('in one chat from the first step to the last', () => {
    describePlanningStory(current);
  });

  describe('changes single steps, and the tools', () => {
    beforeEach(() => product.chat.newChat());
    describeSingleSteps(current);
  });

  describe('makes many calls, and they', () => {
    beforeEach(() => product.chat.newChat());
    describeParallelCalls(current);
  });
});
