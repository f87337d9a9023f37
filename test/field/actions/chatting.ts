import assert from 'node:assert/strict';
import { waitFor } from '../../support/workbench/chatDriver';
import { appears } from '../../extension/keyboard';
import { inOneRound, updatePlan } from '../../extension/product';
import { readPlan } from '../../extension/stories/planCalls';
import { assertAccepted, callsIn, converse, startChat } from '../conversation';
import { planOf } from '../fieldPlan';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';
import { revisionOf, someChat, stepsOf } from './writing';

const hasAgentChat = (world: FieldWorld): boolean =>
  world.talkable.some(({ by }) => by === 'agent');

export const chatting: readonly Action[] = [
  {
    name: 'subagents that work in parallel',
    weight: 4,
    isPossible: hasAgentChat,
    run: async (world) => {
      const chat = someChat(world, 'agent');
      const call = (prompt: string) => ({
        ...{ name: 'runSubagent', input: { prompt, description: prompt } },
      });
      const lists = ['First part', 'Second part'].map((prompt) => ({
        ...{ prompt, steps: world.writer.further(chat.topic, stepsOf(chat)) },
      }));
      await converse(world, chat, 'Share the work', [
        { toolCalls: lists.map(({ prompt }) => call(prompt)) },
        ...lists.map(({ prompt, steps }) => ({
          ...{ match: prompt, toolCalls: [updatePlan(revisionOf(chat), steps)] },
        })),
        ...lists.map(({ prompt }) => ({ match: prompt, text: `${prompt} done.` })),
        { match: 'Share the work', text: 'All done.' },
      ]);
      world.called(chat);
      // Which of them was first is theirs; that one of them was is not.
      const stored = planOf((await world.store.service.snapshot(chat.session))?.plan);
      const winner = lists.find(
        ({ steps }) =>
          JSON.stringify(planOf({ revision: 1, steps }).steps) === JSON.stringify(stored.steps),
      );
      assert.ok(winner, `neither subagent wrote what is stored: ${JSON.stringify(stored)}`);
      world.wrote(chat, winner.steps);
      return `${winner.prompt} won in ${String(chat)}`;
    },
  },
  {
    name: 'a message that is edited',
    weight: 3,
    isPossible: hasAgentChat,
    run: async (world) => {
      const chat = someChat(world, 'agent');
      const query = `Where are we with ${world.writer.text('it')}?`;
      await converse(world, chat, query, [{ text: 'Here.' }]);
      const steps = world.writer.further(chat.topic, stepsOf(chat));
      const since = await world.control.requestCount();
      const write = updatePlan(revisionOf(chat), steps);
      await world.control.setScript(inOneRound(write), { text: 'As edited.' });
      const { keyboard } = world.page;
      await world.page.locator('.interactive-request', { hasText: query }).last().click();
      const editing = world.page.locator(
        '.interactive-request.editing, .interactive-item-container.editing',
      );
      // The click opens it where the editor is quick, and then Enter would send it as it was.
      if (!(await appears(editing))) await keyboard.press('Enter');
      await editing.waitFor();
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type('Where were we?');
      await keyboard.press('Enter');
      await waitFor('the edited message to be answered', async () => {
        const requests = await world.control.requests(since);
        const mine = requests.filter(({ kind }) => kind === 'agent');
        return mine.length === 2 && mine.every(({ endedAt }) => endedAt !== undefined);
      });
      world.counts.messages += 1;
      world.called(chat);
      world.wrote(chat, steps);
      return String(chat);
    },
  },
  {
    name: 'messages here and there',
    weight: 4,
    isPossible: (world) => world.talkable.length > 2,
    run: async (world) => {
      const chats = world.chance.some(world.talkable, 3);
      for (const chat of chats) {
        const [text = ''] = await callsIn(world, chat, 'Where are we?', readPlan);
        const revision = revisionOf(chat);
        assert.match(text, revision === 0 ? /no plan yet/ : new RegExp(`revision ${revision}\\b`));
      }
      return chats.map(({ topic }) => topic).join(', ');
    },
  },
  {
    name: 'a chat that @plan began and the agent goes on with',
    weight: 2,
    run: async (world) => {
      const chat = await startChat(world, 'plan');
      const steps = world.writer.further(chat.topic, chat.plan.steps);
      const { toolCalls, session } = await world.product.agentCalls(
        'Go on without @plan',
        updatePlan(revisionOf(chat), steps),
      );
      assert.equal(session, chat.session);
      world.wrote(chat, steps);
      assertAccepted(toolCalls.at(-1)?.text ?? '', chat);
      world.called(chat);
      return String(chat);
    },
  },
  {
    name: 'tabs are closed',
    weight: 2,
    run: async (world) => {
      await world.control.executeCommand('workbench.action.closeAllEditors');
      world.front = undefined;
      return '';
    },
  },
];
