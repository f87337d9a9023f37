import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { inOneRound, updatePlan } from '../../extension/product';
import { readPlan } from '../../extension/stories/planCalls';
import { assertAccepted, callsIn, prefixOf } from '../conversation';
import type { FieldChat } from '../fieldChat';
import type { FieldStep } from '../fieldPlan';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';
import { isTalkable, revisionOf, someChat, stepsOf } from './writing';

/** Stop is pressed after a change of the plan, while the model still talks; the steps that it wrote. */
async function stopped(world: FieldWorld, chat: FieldChat): Promise<readonly FieldStep[]> {
  await world.goTo(chat);
  const steps = world.writer.further(chat.topic, stepsOf(chat));
  const write = updatePlan(revisionOf(chat), steps);
  const { end } = await world.product.chat.begin(`${prefixOf(chat)}Work on it`, {
    replies: [inOneRound(write), { text: 'Working', hang: true }],
  });
  if (chat.by === 'plan') world.begun(chat);
  world.called(chat);
  world.wrote(chat, steps);
  await sleep(world.chance.between(0, 500));
  await world.product.chat.stop();
  await end;
  return steps;
}

export const interrupted: readonly Action[] = [
  {
    name: 'Stop in the middle',
    weight: 5,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      await stopped(world, chat);
      return String(chat);
    },
  },
  {
    name: 'Stop in the middle, and a message that goes on',
    weight: 6,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      const after = world.writer.further(chat.topic, await stopped(world, chat));
      const goOn = updatePlan(revisionOf(chat), after);
      const [text = ''] = await callsIn(world, chat, 'Go on after Stop', goOn);
      world.wrote(chat, after);
      assertAccepted(text, chat);
      return String(chat);
    },
  },
  {
    name: 'a message that is taken back by Restore Checkpoint',
    weight: 6,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      await callsIn(world, chat, 'Before', readPlan);
      const query = `Take back ${world.writer.text('this')}`;
      const steps = world.writer.further(chat.topic, stepsOf(chat));
      const write = updatePlan(revisionOf(chat), steps);
      const [written = ''] = await callsIn(world, chat, query, write);
      world.wrote(chat, steps);
      assertAccepted(written, chat);
      const rows = world.page.locator('.interactive-session .monaco-list-row');
      const request = rows.filter({ hasText: query });
      // Other chats on the screen have a button of their own.
      const row = request.and(rows.filter({ has: world.page.locator('.interactive-request') }));
      // The tip of the button that was pressed last lies over what is below it.
      await world.page.mouse.move(0, 0);
      await row.last().hover();
      await row.last().getByText('Restore Checkpoint', { exact: true }).last().click();
      await request.first().waitFor({ state: 'detached' });
      // What a chat forgets is not undone in its plan.
      const [read = ''] = await callsIn(world, chat, 'Where are we now?', readPlan);
      assert.match(read, new RegExp(`\\brevision ${revisionOf(chat)}\\b`));
      return String(chat);
    },
  },
];
