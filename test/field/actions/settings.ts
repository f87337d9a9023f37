import assert from 'node:assert/strict';
import { DEFAULT_TOOLSET, updatePlan, WHOLE_TOOLSET } from '../../extension/product';
import { assertRefused, callsIn } from '../conversation';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';
import { revisionOf, someChat } from './writing';

const SETTINGS: Readonly<Record<string, readonly unknown[]>> = {
  density: ['compact', 'comfortable', undefined],
  notifications: ['always', 'never', undefined],
  mirrorTodoList: [false, true, undefined],
  inject: [false, true, undefined],
  guidance: ['Plan first.', '', null, undefined],
  maxRounds: [50, 60, undefined],
};

export const THEMES = [
  'Default Dark Modern',
  'Default Light Modern',
  'Default High Contrast',
  'Default High Contrast Light',
] as const;

export const settings: readonly Action[] = [
  {
    name: 'a setting is changed',
    weight: 3,
    run: async (world) => {
      const name = world.chance.one(Object.keys(SETTINGS));
      const value = world.chance.one(SETTINGS[name] ?? []);
      await world.product.configure({ [name]: value });
      return `${name}: ${JSON.stringify(value)}`;
    },
  },
  {
    name: 'another colour theme',
    weight: 2,
    run: async (world) => {
      const value = world.chance.one(THEMES);
      const key = 'workbench.colorTheme';
      await world.control.probe('setConfiguration', { key, value });
      return value;
    },
  },
  {
    name: 'the other toolset',
    weight: 1,
    run: async (world) => {
      world.wholeToolset = !world.wholeToolset;
      await world.product.configure(world.wholeToolset ? WHOLE_TOOLSET : DEFAULT_TOOLSET);
      return world.wholeToolset ? 'whole' : 'default';
    },
  },
  {
    name: 'one step in progress is a rule for a while',
    weight: 1,
    isPossible: (world) => world.talkable.some(({ by }) => by === 'agent'),
    run: async (world) => {
      await world.product.configure({ singleInProgress: 'strict' });
      const chat = someChat(world, 'agent');
      const two = world.writer
        .newSteps('strict', 2)
        .map((step) => ({ ...step, status: 'in_progress' as const }));
      const write = updatePlan(revisionOf(chat), two);
      const [refused = ''] = await callsIn(world, chat, 'Two at once', write);
      assertRefused(refused);
      await world.product.configure({ singleInProgress: undefined });
      return String(chat);
    },
  },
  {
    name: 'planning is off for a while',
    weight: 4,
    isPossible: (world) => world.talkable.some(({ by }) => by === 'agent'),
    run: async (world) => {
      await world.product.configure({ enabled: false });
      const chat = someChat(world, 'agent');
      await world.goTo(chat);
      const { requests } = await world.product.chat.ask('What now?', {
        replies: [{ text: 'Nothing.' }],
      });
      const tools = requests.filter(({ kind }) => kind === 'agent').flatMap((one) => one.tools);
      assert.ok(tools.length > 0);
      assert.ok(!tools.some(({ name }) => name === 'update_plan'), 'a tool that is switched off');
      await world.product.configure({ enabled: undefined });
      return String(chat);
    },
  },
];

export async function beginWithWholeToolset(world: FieldWorld): Promise<void> {
  await world.product.configure(WHOLE_TOOLSET);
}
