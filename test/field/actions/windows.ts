import assert from 'node:assert/strict';
import { updatePlan } from '../../extension/product';
import { assertAccepted, callsIn, startChat } from '../conversation';
import { FieldChat } from '../fieldChat';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';
import { revisionOf, someChat, stepsOf } from './writing';

/** The editor keeps a chat when it is left, and on a reload by its own command. */
async function leaveFront(world: FieldWorld): Promise<void> {
  if (world.chance.happens(0.7)) await world.freshChat();
  else if (world.front) world.front.reachable = false;
}

async function backAgain(world: FieldWorld): Promise<void> {
  world.restarted();
  await world.product.showPanel();
}

export const windows: readonly Action[] = [
  {
    name: 'F5',
    weight: 2,
    run: async (world) => {
      await leaveFront(world);
      await world.product.reload();
      await backAgain(world);
      return '';
    },
  },
  {
    name: 'a reload by command',
    weight: 2,
    run: async (world) => {
      await world.freshChat();
      await world.product.reloadByCommand();
      await backAgain(world);
      return '';
    },
  },
  {
    name: 'a restart of the server',
    weight: 1.5,
    run: async (world) => {
      await leaveFront(world);
      await world.product.workbench.restartServer();
      await world.product.reload();
      await backAgain(world);
      return '';
    },
  },
  {
    name: 'kill -9 of the server and its extension hosts, right after an answer',
    weight: 1.5,
    run: async (world) => {
      const chat = await startChat(world, 'agent');
      chat.reachable = false;
      await world.product.workbench.kill();
      world.counts.kills += 1;
      await world.product.workbench.restartServer();
      await world.product.reload();
      await backAgain(world);
      return String(chat);
    },
  },
  {
    name: 'a second window on the same workspace',
    weight: 2,
    // A browser keeps the address of a server for itself; the bench gives each window a browser of its own.
    isPossible: ({ store, planned }) => !store.isOnServer && planned.length > 0,
    run: async (world) => {
      const newest = world.newest();
      if (!newest) throw new Error('There is nothing to show.');
      const there = await world.product.beside();
      world.counts.windows += 1;
      try {
        await there.panelShows(new RegExp(`Revision ${newest.plan.revision}\\b`));
        const [topic, steps] = [world.topic(), world.writer.newSteps('beside')];
        await there.chat.newChat();
        const { session, toolCalls } = await there.agentCalls('Start', updatePlan(0, steps));
        assert.match(toolCalls[0]?.text ?? '', /^Plan revision 1\b/);
        const chat = new FieldChat(session ?? '', topic, 'agent');
        chat.reachable = false;
        world.wrote(chat, steps);
        await there.panelShows(/Revision 1\b/);
        assert.deepEqual(there.window.cspViolations(), []);
        return String(chat);
      } finally {
        await there.window.close();
      }
    },
  },
  {
    name: 'two windows that write at the same time',
    weight: 3,
    isPossible: ({ store, talkable, planned }) =>
      !store.isOnServer && talkable.some(({ by }) => by === 'agent') && planned.length > 0,
    run: async (world) => {
      const chat = someChat(world, 'agent');
      await world.goTo(chat);
      const there = await world.product.beside();
      world.counts.windows += 1;
      try {
        const topic = world.topic();
        const first = world.writer.newSteps(topic);
        const second = world.writer.further(topic, first);
        const mine = world.writer.further(chat.topic, stepsOf(chat));
        const mineAgain = world.writer.further(chat.topic, mine);
        const base = revisionOf(chat);
        await there.chat.newChat();
        const [answers, { session, toolCalls }] = await Promise.all([
          callsIn(world, chat, 'Here', updatePlan(base, mine), updatePlan(base + 1, mineAgain)),
          there.agentCalls('There', updatePlan(0, first), updatePlan(1, second)),
        ]);
        const other = new FieldChat(session ?? '', topic, 'agent');
        other.reachable = false;
        for (const [at, steps] of [first, second].entries()) {
          world.wrote(other, steps);
          assertAccepted(toolCalls[at]?.text ?? '', other);
        }
        for (const [at, steps] of [mine, mineAgain].entries()) {
          world.wrote(chat, steps);
          assertAccepted(answers[at] ?? '', chat);
        }
        await there.panelShows(second[0]?.description ?? /Revision 2\b/);
        const last = world.writer.further(chat.topic, mineAgain);
        const [text = ''] = await callsIn(world, chat, 'Once more', updatePlan(base + 2, last));
        world.wrote(chat, last);
        assertAccepted(text, chat);
        assert.deepEqual(there.window.cspViolations(), []);
        return `${String(chat)} and ${String(other)}`;
      } finally {
        await there.window.close();
      }
    },
  },
];
