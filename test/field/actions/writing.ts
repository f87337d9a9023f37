import assert from 'node:assert/strict';
import { updatePlan, type AgentCall, type StepInput } from '../../extension/product';
import {
  addTask,
  readPlan,
  removeTask,
  setStatus,
  writePlan,
} from '../../extension/stories/planCalls';
import {
  assertAccepted,
  assertRefused,
  callsIn,
  converse,
  resultsOf,
  startChat,
} from '../conversation';
import type { FieldChat } from '../fieldChat';
import { planOf } from '../fieldPlan';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';

export const isTalkable = (world: FieldWorld): boolean => world.talkable.length > 0;

/** One in which a message can be sent; more often the one in front. */
export function someChat(world: FieldWorld, by?: FieldChat['by']): FieldChat {
  const chats = world.talkable.filter((chat) => by === undefined || chat.by === by);
  const { front } = world;
  if (front && chats.includes(front) && world.chance.happens(0.5)) return front;
  return world.chance.one(chats);
}

export const writing: readonly Action[] = [
  {
    name: 'a new chat with the agent',
    weight: 8,
    run: async (world) => {
      const explanation = world.chance.happens(0.5) ? `Goal of ${world.seed}` : undefined;
      return String(await startChat(world, 'agent', undefined, explanation));
    },
  },
  {
    name: 'a new chat with @plan',
    weight: 4,
    run: async (world) => String(await startChat(world, 'plan')),
  },
  {
    name: 'messages that go on with a plan',
    weight: 14,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      const count = world.chance.between(1, 3);
      const lists: StepInput[][] = [];
      const base = revisionOf(chat);
      for (let at = 0; at < count; at += 1)
        lists.push(world.writer.further(chat.topic, lists.at(-1) ?? stepsOf(chat)));
      const calls = lists.map((steps, at) => updatePlan(base + at, steps));
      const answers = await callsIn(world, chat, 'Go on', ...calls);
      lists.forEach((steps, at) => {
        world.wrote(chat, steps);
        assertAccepted(answers[at] ?? '', chat);
      });
      return `${count} writes in ${String(chat)}`;
    },
  },
  {
    name: 'two writes with the same base',
    weight: 4,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      const [first, second] = [
        world.writer.further(chat.topic, stepsOf(chat)),
        world.writer.further(chat.topic, stepsOf(chat)),
      ];
      const calls = [first, second].map((steps) => updatePlan(revisionOf(chat), steps));
      const replies = [{ toolCalls: calls }, { text: 'Done.' }];
      const [one = '', other = ''] = resultsOf(await converse(world, chat, 'Both', replies), 2);
      world.called(chat);
      world.wrote(chat, first);
      assertAccepted(one, chat);
      assertRefused(other);
      return String(chat);
    },
  },
  {
    name: 'single steps',
    weight: 6,
    isPossible: (world) =>
      world.wholeToolset && world.planned.some((chat) => world.talkable.includes(chat)),
    run: async (world) => {
      const { chance, writer } = world;
      const chats = world.planned.filter((one) => world.talkable.includes(one));
      const chat = chance.one(chats);
      const before = chat.plan.steps;
      const added = writer.text(chat.topic);
      const calls: AgentCall[] = before.length < 30 ? [addTask(added)] : [];
      const [step] = before;
      const status = step?.status === 'completed' ? 'pending' : 'completed';
      if (step) calls.push(setStatus(step.id, status));
      const gone = before.at(-1);
      if (gone && gone !== step) calls.push(removeTask(gone.id));
      const answers = await callsIn(world, chat, 'Step by step', ...calls);
      for (const [at, { name }] of calls.entries()) {
        const text = answers[at] ?? '';
        const { steps } = chat.plan;
        if (name === 'add_task') {
          const id = /\[([^\s\]]+)\]/.exec(text)?.[1] ?? '';
          world.wrote(chat, [...steps, { id, description: added, status: 'pending' }]);
        } else if (name === 'remove_task')
          world.wrote(
            chat,
            steps.filter(({ id }) => id !== gone?.id),
          );
        else
          world.wrote(
            chat,
            steps.map((one) => (one.id === step?.id ? { ...one, status } : one)),
          );
        assertAccepted(text, chat);
      }
      return `${calls.map(({ name }) => name).join(', ')} in ${String(chat)}`;
    },
  },
  {
    name: 'write_plan',
    weight: 3,
    isPossible: (world) => world.wholeToolset && isTalkable(world),
    run: async (world) => {
      const chat = someChat(world);
      const steps = world.writer.newSteps(chat.topic);
      const items = steps.map(({ id, description: content, status }) => ({ id, content, status }));
      const [text = ''] = await callsIn(world, chat, 'A new list', writePlan(...items));
      world.wrote(chat, steps);
      assertAccepted(text, chat);
      return String(chat);
    },
  },
  {
    name: 'a plan that is cleared',
    weight: 1,
    isPossible: (world) => world.planned.some((chat) => world.talkable.includes(chat)),
    run: async (world) => {
      const chat = world.chance.one(world.planned.filter((one) => world.talkable.includes(one)));
      if (chat.plan.steps.length === 0) return 'cleared already';
      const [text = ''] = await callsIn(world, chat, 'Clear', updatePlan(revisionOf(chat), []));
      world.wrote(chat, []);
      assertAccepted(text, chat);
      return String(chat);
    },
  },
  {
    name: 'a message without a plan call',
    weight: 3,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      await converse(world, chat, 'Just talk', [{ text: 'Talking.' }]);
      if (chat.by === 'plan') world.called(chat);
      return String(chat);
    },
  },
  {
    name: 'the plan read by the agent',
    weight: 5,
    isPossible: isTalkable,
    run: async (world) => {
      const chat = someChat(world);
      const [text = ''] = await callsIn(world, chat, 'Read the plan', readPlan);
      if (revisionOf(chat) === 0) assert.match(text, /There is no plan yet/);
      else assert.match(text, new RegExp(`\\brevision ${revisionOf(chat)}\\b`));
      for (const { id } of stepsOf(chat)) assert.ok(text.includes(`[${id}]`), `${id}: ${text}`);
      return String(chat);
    },
  },
];

/** A plan in the trash is none: its chat begins anew. */
export function revisionOf({ deleted, plan }: FieldChat): number {
  return deleted ? 0 : plan.revision;
}

export function stepsOf({ deleted, plan }: FieldChat): typeof plan.steps {
  return deleted ? [] : planOf(plan).steps;
}
