import { DEFAULT_TOOLSET, WHOLE_TOOLSET, type Product } from '../product';
import { sharedWindow } from './sharedWindow';
import { describeParallelCalls } from '../stories/parallelCalls';
import { describePlanningStory } from '../stories/planningStory';
import { describeSingleSteps } from '../stories/singleSteps';

describe('the real Copilot agent with the whole toolset', () => {
  let product: Product;
  const current = (): Product => product;

  before(async () => {
    product = await sharedWindow();
    await product.configure(WHOLE_TOOLSET);
  });

  after(() => product.configure(DEFAULT_TOOLSET));

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
