import assert from 'node:assert/strict';
import { exitPlanMode, toolResults } from '../../extension/planModeStory';
import { inOneRound, stepsOf, updatePlan } from '../../extension/product';
import { converse } from '../conversation';
import { FieldChat } from '../fieldChat';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';

const LEAVE = 'Leave plan mode without approving';
type Press = 'Approve and start' | 'Reject' | typeof LEAVE;

/** A chat in plan mode whose model asks so often whether it may begin, and what it was answered. */
async function planned(
  world: FieldWorld,
  ...presses: readonly Press[]
): Promise<{ chat: FieldChat; results: string[] }> {
  const { story, product } = world;
  await world.freshChat();
  const topic = world.topic();
  const before = new Set((await world.store.sessions()).sessions.map(({ key }) => key));
  const steps = stepsOf(topic, 3, -1);
  const over = await story.say(
    `@plan /plan Think about ${topic}`,
    inOneRound(updatePlan(0, steps)),
    ...presses.map(() => exitPlanMode(1)),
    { text: 'Over.' },
  );
  await story.cardShows(`${topic}: part 3`);
  const made = (await world.store.sessions()).sessions.filter(({ key }) => !before.has(key));
  assert.equal(made.length, 1, 'sessions that one chat made');
  const chat = new FieldChat(made[0]?.key ?? '', topic, 'plan');
  world.wrote(chat, steps);
  world.called(chat);
  world.front = chat;
  if (world.shown === chat) {
    await product.statusBarHears('Revision 1 waits for your answer.');
    await story.switchSays('Plan mode', true);
  }
  for (const [at, button] of presses.entries()) {
    await story.cardShows(`${topic}: part 3`);
    const asked = await world.control.requestCount();
    await (button === LEAVE ? leaveByCard(world) : story.press(button));
    // The next card looks the same; it comes with the next request.
    if (at < presses.length - 1) await world.untilRequest(asked);
  }
  const results = toolResults(await over());
  world.counts.messages += 1;
  chat.messages += 1;
  return { chat, results: results.slice(1) };
}

/** Behind the arrow beside the button that approves. */
async function leaveByCard({ story, page }: FieldWorld): Promise<void> {
  await story.card.locator('.monaco-dropdown-button').last().click();
  await page.getByRole('menuitem', { name: LEAVE }).last().click();
}

async function isActive({ store }: FieldWorld, { session }: FieldChat): Promise<boolean> {
  const mode = (await store.service.snapshot(session))?.planMode;
  return mode?.active ?? false;
}

export const planMode: readonly Action[] = [
  {
    name: 'plan mode that ends with an approval',
    weight: 3,
    run: async (world) => {
      const { chat, results } = await planned(world, 'Approve and start');
      assert.match(results[0] ?? '', /approved revision 1/);
      assert.equal(await isActive(world, chat), false);
      if (world.shown === chat) await world.product.panelShows(/^approved$/);
      return String(chat);
    },
  },
  {
    name: 'plan mode with a rejection before the approval',
    weight: 2,
    run: async (world) => {
      const { chat, results } = await planned(world, 'Reject', 'Approve and start');
      assert.match(results[0] ?? '', /wants to keep planning/);
      assert.match(results[1] ?? '', /approved revision 1/);
      assert.equal(await isActive(world, chat), false);
      return String(chat);
    },
  },
  {
    name: 'plan mode that is left on the card, without an approval',
    weight: 4,
    run: async (world) => {
      const { chat, results } = await planned(world, LEAVE);
      assert.match(results[0] ?? '', /left plan mode without approving/);
      assert.equal(await isActive(world, chat), false);
      if (world.shown === chat)
        assert.equal(await world.product.panel.getByText(/^approved$/).count(), 0);
      return String(chat);
    },
  },
  {
    name: 'plan mode that is left without an approval',
    weight: 2,
    run: async (world) => {
      const { chat, results } = await planned(world, 'Reject');
      assert.match(results[0] ?? '', /wants to keep planning/);
      assert.equal(await isActive(world, chat), true);
      const { session } = chat;
      await world.control.executeCommand('sessionPlans.leavePlanMode', { session });
      await converse(world, chat, 'Go on', [{ text: 'Out of it.' }]);
      assert.equal(await isActive(world, chat), false);
      return String(chat);
    },
  },
  {
    name: 'plan mode that is switched on and off',
    weight: 2,
    isPossible: (world) => world.planned.some(({ by }) => by === 'plan'),
    run: async (world) => {
      const chat = world.chance.one(world.planned.filter(({ by }) => by === 'plan'));
      const { session } = chat;
      const selected = async () => {
        const mode = (await world.store.service.snapshot(session))?.planMode;
        return mode?.pending ?? mode?.active ?? false;
      };
      const before = await selected();
      await world.control.executeCommand('sessionPlans.togglePlanMode', { session });
      assert.equal(await selected(), !before);
      await world.control.executeCommand('sessionPlans.togglePlanMode', { session });
      assert.equal(await selected(), before);
      return String(chat);
    },
  },
];
