import assert from 'node:assert/strict';
import { waitFor } from '../../support/workbench/chatDriver';
import { inOneRound, updatePlan, type StepInput } from '../../extension/product';
import { prefixOf } from '../conversation';
import { lineOf } from '../fieldPlan';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';

const hasPlans = (world: FieldWorld): boolean => world.planned.length > 0;

const button = ({ product }: FieldWorld, name: string) =>
  product.panel.getByRole('button', { name, exact: true });

export const panel: readonly Action[] = [
  {
    name: 'a plan that is chosen to be seen',
    weight: 4,
    isPossible: hasPlans,
    run: async (world) => {
      const chat = world.chance.one(world.planned);
      await world.control.executeCommand('sessionPlans.openPlan', { session: chat.session });
      world.shown = chat;
      world.chosen = true;
      return String(chat);
    },
  },
  {
    name: 'the latest plan is followed again',
    weight: 6,
    isPossible: (world) => world.chosen,
    run: async (world) => {
      await world.control.executeCommand('sessionPlans.followLatest');
      world.chosen = false;
      const { latest } = world;
      world.shown = latest?.isStored === true ? latest : (world.newest() ?? world.shown);
      return String(world.shown);
    },
  },
  {
    name: 'another name for a plan',
    weight: 3,
    isPossible: hasPlans,
    run: async (world) => {
      const chat = world.chance.one(world.planned);
      const title = world.chance.one(['Renamed', '名前 <b>', 'A "quoted" name', '$(trash)']);
      world.begin('renamePlan', { session: chat.session });
      await world.list.getByText('Rename the plan').waitFor();
      await world.page.keyboard.press('ControlOrMeta+A');
      await world.page.keyboard.type(`${title} ${chat.topic}`);
      await world.page.keyboard.press('Enter');
      chat.title = `${title} ${chat.topic}`;
      await waitFor('the name to be stored', async () => {
        const summary = await world.store.service.summary(chat.session);
        return summary?.title === chat.title;
      });
      return String(chat);
    },
  },
  {
    name: 'a pin is set or taken',
    weight: 3,
    isPossible: hasPlans,
    run: async (world) => {
      const pinned = world.planned.filter((chat) => chat.pinned);
      const chat = world.chance.one(pinned.length > 1 ? pinned : world.planned);
      const command = chat.pinned ? 'unpinPlan' : 'pinPlan';
      await world.control.executeCommand(`sessionPlans.${command}`, { session: chat.session });
      chat.pinned = !chat.pinned;
      return `${command} ${String(chat)}`;
    },
  },
  {
    name: 'a plan goes to the trash, and mostly comes back',
    weight: 4,
    isPossible: (world) => world.planned.length > 4,
    run: async (world) => {
      const chat = world.chance.one(world.planned);
      const { session } = chat;
      const wasShown = world.shown === chat;
      await world.control.executeCommand('sessionPlans.deletePlan', { session });
      chat.deleted = true;
      if (wasShown) {
        world.shown = world.latest ?? chat;
        world.chosen = false;
      }
      await world.product.panelShows(/^Deleted /);
      assert.equal(await world.store.service.snapshot(session), undefined);
      // On a server the files still have it, so that it cannot begin anew there.
      if (world.store.isOnServer) chat.reachable = false;
      if (world.chance.happens(0.2)) return `stays away: ${String(chat)}`;
      await button(world, 'Undo').click();
      await button(world, 'Undo').waitFor({ state: 'detached' });
      chat.deleted = false;
      if (wasShown) world.called(chat);
      return String(chat);
    },
  },
  {
    name: 'an earlier revision is looked at',
    weight: 3,
    isPossible: ({ shown }) => shown?.isStored === true && shown.plan.revision > 1,
    run: async (world) => {
      const { product, shown } = world;
      const revision = shown?.plan.revision ?? 0;
      await product.showPanel();
      await product.panel.locator('#revisions').focus();
      for (const key of ['Home', 'ArrowDown', 'Enter']) await world.page.keyboard.press(key);
      await product.panelShows(`Viewing revision ${revision - 1} of ${revision}`);
      await world.page.keyboard.press('Escape');
      world.front = undefined;
      return String(shown);
    },
  },
  {
    name: 'all sessions are looked at',
    weight: 3,
    isPossible: hasPlans,
    run: async (world) => {
      const { product } = world;
      await product.showPanel();
      await product.panel.locator('.title-button, .message .link').first().press('Enter');
      await product.panel.locator('#search').waitFor();
      const count = await product.panel.getByRole('option').first().getAttribute('aria-setsize');
      assert.equal(Number(count), world.stored.length, 'sessions in the list');
      await product.panel.locator('#search').focus();
      await world.page.keyboard.press('Escape');
      world.front = undefined;
      return `${count} sessions`;
    },
  },
  {
    name: 'a draft is sent',
    weight: 4,
    isPossible: ({ shown, talkable }) =>
      shown?.isStored === true && shown.plan.steps.length > 1 && talkable.includes(shown),
    run: async (world) => {
      const { product, control, shown: chat } = world;
      if (!chat) throw new Error('Nothing is shown.');
      // A message goes to the chat of the plan, wherever the keyboard is.
      const text = world.writer.text(chat.topic);
      await product.showPanel();
      await product.panel.locator('#steps').focus();
      for (const key of ['End', 'F2']) await world.page.keyboard.press(key);
      await product.panel.getByRole('textbox', { name: 'Text of the step' }).waitFor();
      await world.page.keyboard.press('Control+a');
      await world.page.keyboard.type(text);
      await world.page.keyboard.press('Enter');
      await product.panelShows(/1 change drafted|One change drafted/i);
      const steps = chat.plan.steps.map(({ id, description, status }, at): StepInput => ({
        ...{ id, description: at === chat.plan.steps.length - 1 ? text : description },
        status: status === 'completed' || status === 'in_progress' ? status : 'pending',
      }));
      await control.setScript(inOneRound(updatePlan(chat.plan.revision, steps)), {
        text: 'Changed.',
      });
      await button(world, 'Send').click();
      await waitFor('the model to take the script', async () => {
        return (await control.remainingScript()).length === 0;
      });
      await product.panelShows(`Your changes are in revision ${chat.plan.revision + 1}.`);
      world.counts.messages += 1;
      world.called(chat);
      world.wrote(chat, steps);
      world.front = undefined;
      await button(world, 'Close').click();
      const [last] = steps.slice(-1);
      if (last) await product.panelShows(new RegExp(`part \\d+`));
      return `${prefixOf(chat)}${last ? lineOf(last) : ''}`;
    },
  },
  {
    name: 'the panel is hidden and shown',
    weight: 2,
    run: async (world) => {
      await world.control.executeCommand('workbench.view.explorer');
      await world.product.showPanel();
      return '';
    },
  },
];
