import assert from 'node:assert/strict';
import { updatePlan, type AgentCall, type StepInput } from '../../extension/product';
import { assertRefused, callsIn, startChat } from '../conversation';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';
import { revisionOf, someChat } from './writing';

const odd = (input: unknown): AgentCall => ({ name: 'update_plan', input });
const step = (fields: Partial<Record<keyof StepInput, unknown>>): object => ({
  ...{ id: 'odd', description: 'Odd', status: 'pending' },
  ...fields,
});

/** What a model may send by mistake, or because somebody told it to. */
const REFUSED: readonly ((revision: number) => AgentCall)[] = [
  (revision) => updatePlan(revision + 1, []),
  (revision) =>
    updatePlan(revision + 1_000_000, [{ id: 'a', description: 'A', status: 'pending' }]),
  (revision) => odd({ expected_revision: revision, steps: '- [ ] a\n- [x] b' }),
  () => odd({ steps: [step({})] }),
  () => odd({ expected_revision: -1, steps: [step({})] }),
  (revision) => odd({ expected_revision: revision, steps: [step({ status: 'doing' })] }),
  (revision) => odd({ expected_revision: revision, steps: [step({ description: '   ' })] }),
  (revision) => odd({ expected_revision: revision, steps: [step({ description: 'a\nb' })] }),
  (revision) => odd({ expected_revision: revision, steps: [step({ id: 'with space' })] }),
  (revision) => odd({ expected_revision: revision, steps: [step({}), step({})] }),
  (revision) =>
    odd({ expected_revision: revision, steps: [step({ description: 'word '.repeat(60) })] }),
  (revision) =>
    odd({
      expected_revision: revision,
      steps: Array.from({ length: 33 }, (_, at) => step({ id: `n${at}` })),
    }),
];

export const oddInput: readonly Action[] = [
  {
    name: 'input that is refused',
    weight: 5,
    isPossible: (world) => world.talkable.length > 0,
    run: async (world) => {
      const chat = someChat(world);
      const revision = revisionOf(chat);
      const calls = world.chance.some(REFUSED, 2).map((make) => make(revision));
      const answers = await callsIn(world, chat, 'Odd', ...calls);
      for (const text of answers) assertRefused(text);
      return `${answers.map((text) => text.slice(0, 80)).join(' | ')} in ${String(chat)}`;
    },
  },
  {
    name: 'hostile text',
    weight: 3,
    run: async (world) => {
      const steps = world.writer.hostileSteps('hostile');
      const chat = await startChat(world, world.chance.one(['agent', 'plan']), steps);
      await assertHarmless(world);
      return String(chat);
    },
  },
];

async function assertHarmless(world: FieldWorld): Promise<void> {
  const panel = world.product.panel.locator('.panel');
  await panel.waitFor();
  assert.equal(await panel.locator('img, script, a, iframe').count(), 0);
  const chats = world.page.locator('.interactive-session');
  assert.equal(await chats.locator('img[src="x"], script').count(), 0);
}
