import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { waitFor } from '../../support/workbench/chatDriver';
import { callTool, introduced, NO_HOST } from '../../server/mcpBench';
import { ServerProcess } from '../../server/serverProcess';
import { updatePlan } from '../../extension/product';
import { readPlan } from '../../extension/stories/planCalls';
import { assertAccepted, callsIn } from '../conversation';
import { FieldChat } from '../fieldChat';
import { planOf } from '../fieldPlan';
import type { FieldWorld } from '../fieldWorld';
import type { Action } from './action';

const hasPlans = (world: FieldWorld): boolean => world.planned.length > 0;

export const outside: readonly Action[] = [
  {
    name: 'another process changes the plan of a chat',
    weight: 4,
    isPossible: hasPlans,
    run: async (world) => {
      const { shown } = world;
      const chat =
        shown && world.planned.includes(shown) && world.chance.happens(0.6)
          ? shown
          : world.chance.one(world.planned);
      const steps = world.writer.further(chat.topic, chat.plan.steps);
      const text = await world.store.call(chat.session, updatePlan(chat.plan.revision, steps));
      world.wrote(chat, steps);
      assertAccepted(text, chat);
      return String(chat);
    },
  },
  {
    name: 'an agent outside plans over MCP',
    weight: 3,
    run: async (world) => {
      const name = 'team';
      const known = world.chats.find(({ session }) => session === `mcp:${name}`);
      const chat = known ?? new FieldChat(`mcp:${name}`, name, 'program');
      const args = ['--mcp', '--session', name, '--store', world.store.address];
      const server = new ServerProcess(args, NO_HOST);
      try {
        await introduced(server, 'lab');
        for (let writes = world.chance.between(1, 4); writes > 0; writes -= 1) {
          const { steps: before, revision } = chat.deleted ? { steps: [], revision: 0 } : chat.plan;
          const steps = world.writer.further(name, before);
          const input = { expected_revision: revision, steps };
          const { content } = await callTool(server, 'update_plan', input);
          world.wrote(chat, steps);
          assertAccepted(content[0]?.text ?? '', chat);
        }
      } finally {
        await server.dispose();
      }
      return String(chat);
    },
  },
  {
    name: 'a chat goes on with the plan of another',
    weight: 3,
    isPossible: (world) => world.planned.some(({ plan }) => plan.steps.length > 0),
    run: async (world) => {
      const from = world.chance.one(world.planned.filter(({ plan }) => plan.steps.length > 0));
      await world.freshChat();
      const { session } = await world.product.agentCalls('Read the plan', readPlan);
      const into = new FieldChat(session ?? '', world.topic(), 'agent');
      world.called(into);
      world.begin('adoptPlan', { session: from.session, into: into.session });
      await world.told('goes on with');
      into.plan = from.plan;
      into.title = from.title;
      into.ownTitle = from.ownTitle;
      world.touch(into);
      if (world.shown !== into) {
        world.shown = into;
        world.chosen = true;
      }
      world.front = into;
      const steps = world.writer.further(into.topic, into.plan.steps);
      const [text = ''] = await callsIn(
        world,
        into,
        'Go on',
        updatePlan(into.plan.revision, steps),
      );
      world.wrote(into, steps);
      assertAccepted(text, into);
      return `${String(into)} from ${String(from)}`;
    },
  },
  {
    name: 'an export by the stand-alone server',
    weight: 2,
    isPossible: hasPlans,
    run: async (world) => {
      const chat = world.chance.one(world.planned);
      const text = await world.store.verb('export', chat.session, '--format', 'json');
      const { events } = JSON.parse(text) as {
        events: { type: string; data: { plan?: Parameters<typeof planOf>[0] } }[];
      };
      const last = events.findLast(({ type }) => type === 'plan_updated');
      assert.deepEqual(planOf(last?.data.plan), chat.plan);
      return String(chat);
    },
  },
  {
    name: 'a plan is copied and saved',
    weight: 2,
    isPossible: hasPlans,
    run: async (world) => {
      const chat = world.chance.one(world.planned.filter(({ deleted }) => !deleted));
      world.begin('savePlan', { session: chat.session });
      await world.list.getByPlaceholder('Choose a format').waitFor();
      await world.page.keyboard.press('ArrowDown');
      await world.page.keyboard.press('Enter');
      const box = world.list.locator('.quick-input-box input').first();
      await waitFor('the path', async () => /\.json$/.test(await box.inputValue()));
      const path = `${world.product.workbench.profile.workspace}/saved-${chat.topic}.json`;
      await box.fill(path);
      await world.page.keyboard.press('Enter');
      await answerReplace(world, /was saved as/);
      const { events } = JSON.parse(readFileSync(path, 'utf8')) as { events: { type: string }[] };
      const count = events.filter(({ type }) => type === 'plan_updated').length;
      assert.equal(count, chat.plan.revision, 'revisions in the file');
      return String(chat);
    },
  },
  {
    name: 'all plans are verified, in the window and outside',
    weight: 2,
    isPossible: hasPlans,
    run: async (world) => {
      world.begin('verifyPlans');
      const said = await world.told(/verified|damaged/);
      assert.match(
        said,
        new RegExp(`Plans verified: ${world.stored.length}\\. Nothing is damaged`),
      );
      const text = await world.store.verb('verify', '--all');
      assert.match(text, /, 0 damaged, 0 made by a newer version/);
      return said;
    },
  },
  {
    name: 'the storage is compacted',
    weight: 4,
    isPossible: (world) => hasPlans(world) && !world.store.isOnServer,
    run: async (world) => {
      world.begin('compactPlans');
      return world.told(/Plans compacted|No plan takes more room/);
    },
  },
];

/** The file may be there from an earlier time. */
async function answerReplace(world: FieldWorld, text: RegExp): Promise<void> {
  const toast = world.page.locator('.notification-toast', { hasText: text }).first();
  const dialog = world.dialog.getByRole('button', { name: /Replace|Yes|OK/ }).first();
  await toast.or(dialog).first().waitFor();
  if (await dialog.isVisible()) await dialog.click();
  await world.told(text);
}
