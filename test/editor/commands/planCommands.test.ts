import assert from 'node:assert/strict';
import type { registerPlanCommands } from '../../../src/editor/commands/planCommands';
import { fakeLog } from '../../support/fakeLog';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

async function openCommands(planTool: string | undefined, pressed?: string) {
  const { vscode, commands } = fakeVscode();
  const asked: string[] = [];
  const run: unknown[][] = [];
  const module = await loadWithVscode<{ registerPlanCommands: typeof registerPlanCommands }>(
    'src/editor/commands/planCommands.ts',
    {
      ...vscode,
      Uri: { parse: (text: string) => `parsed ${text}` },
      commands: {
        ...vscode.commands,
        executeCommand: (...call: unknown[]) => {
          run.push(call);
          return Promise.resolve();
        },
      },
      window: {
        showInformationMessage: (text: string, ...buttons: string[]) => {
          asked.push(text);
          return Promise.resolve(buttons.find((button) => button === pressed));
        },
      },
    },
  );
  const log = fakeLog();
  const shown = { key: undefined as string | undefined, followed: 0 };
  const panelView = () => 'sessionPlans.plan';
  const current = { key: () => shown.key, followLatest: () => void (shown.followed += 1) };
  module.registerPlanCommands({ current, log, planTool: () => planTool, panelView } as never);
  const command = async (name: string, target?: object) =>
    commands.get(`sessionPlans.${name}`)?.(target);
  return { asked, run, log, shown, command, start: () => command('startPlan') };
}

describe('the command that asks for a plan', () => {
  it('drafts a message that names the tool which is offered', async () => {
    for (const name of ['update_plan', 'write_plan']) {
      const { start, run, asked } = await openCommands(name);
      await start();
      const [[command, options] = [], ...more] = run;
      assert.equal(command, 'workbench.action.chat.open');
      assert.match(JSON.stringify(options), new RegExp(`Make a plan with #${name}, then`));
      assert.deepEqual([more, asked], [[], []]);
    }
  });

  it('drafts nothing where no tool could write it, but says so and leads to the settings', async () => {
    const { start, run, asked } = await openCommands(undefined, 'Open Settings');
    await start();
    assert.equal(asked.length, 1);
    assert.deepEqual(run, [['sessionPlans.openSettings']]);
    const dismissed = await openCommands(undefined);
    await dismissed.start();
    assert.deepEqual(dismissed.run, []);
  });
});

describe('the commands of the plan on the screen', () => {
  it('open its chat or that of a named plan, and say where there is none', async () => {
    const { command, run, asked, shown } = await openCommands(undefined);
    await command('openChat');
    assert.deepEqual([asked.length, run.length], [1, 0]);
    shown.key = 'chat:shown';
    await command('openChat');
    await command('openChat', { session: 'chat:named' });
    await command('openChat', { session: 'chat:shared#acme.planner.agent' });
    assert.deepEqual(run, [
      ['vscode.open', 'parsed chat:shown'],
      ['vscode.open', 'parsed chat:named'],
      ['vscode.open', 'parsed chat:shared'],
    ]);
    for (const session of ['mcp:team', 'srv:team']) await command('openChat', { session });
    assert.deepEqual([asked.length, run.length], [3, 3]);
  });

  it('follow the latest plan again', async () => {
    const { command, shown } = await openCommands(undefined);
    await command('followLatest');
    assert.equal(shown.followed, 1);
  });
});
