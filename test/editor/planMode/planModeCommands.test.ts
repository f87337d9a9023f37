import assert from 'node:assert/strict';
import type {
  MaintenanceCommandsDeps,
  registerMaintenanceCommands,
} from '../../../src/editor/commands/maintenanceCommands';
import { sessionPlanMode } from '../../../src/service/sessionPlanMode';
import { flatLines, ALL_LINKS } from '../../../src/domain/stepViews';
import { step, update } from '../../domain/planFixtures';
import { openMode, openPlanning, type ModeBench } from '../../service/planModeFixtures';
import { openBench, SESSION, type Bench } from '../../service/serviceFixtures';
import { FakeWorkbench } from '../../support/fakeWorkbench';
import { loadWithVscode } from '../../support/loadWithVscode';
import { fakeSettings } from '../settings/fakeSettings';

/** The commands with the editor's chat, which may be other than we know it. */
async function openCommands({ service, log }: Bench) {
  const bench = new FakeWorkbench();
  const settings = fakeSettings();
  const chat = {
    models: [] as object[],
    refused: undefined as ((call: unknown[]) => boolean) | undefined,
  };
  const { vscode } = bench as unknown as { vscode: Record<string, object> };
  const module = await loadWithVscode<{
    registerMaintenanceCommands: typeof registerMaintenanceCommands;
  }>('src/editor/commands/maintenanceCommands.ts', {
    ...vscode,
    commands: {
      ...vscode['commands'],
      executeCommand: async (...call: unknown[]) => {
        if (chat.refused?.(call)) throw new Error('no such command');
        bench.ran.push(call);
      },
    },
    env: { ...vscode['env'], uriScheme: 'vscode' },
    lm: { selectChatModels: async () => chat.models },
    workspace: { ...vscode['workspace'], ...settings.workspace },
  });
  const shown = { key: SESSION as string | undefined };
  const current = { key: () => shown.key };
  const execute: MaintenanceCommandsDeps['execute'] = (command) => service.execute(command);
  const planMode = sessionPlanMode(service);
  module.registerMaintenanceCommands({
    ...{ reader: service, current, execute, planMode, log },
  } as never);
  return { bench, chat, settings, shown };
}

const shownBy = (bench: ModeBench) => bench.shown();

describe('the command that toggles plan mode', () => {
  it('[PM.62] [PM.64] goes from off over pending to on, and from on over pending to off, and says so', async () => {
    const planning = await openMode();
    const { bench } = await openCommands(planning);
    await bench.run('togglePlanMode');
    assert.deepEqual(await shownBy(planning), { active: false, pending: true });
    assert.match(bench.messages.at(-1)?.text ?? '', /selected; it begins with your next message/);
    assert.match(bench.messages.at(-1)?.text ?? '', /cannot be controlled/);
    await planning.boundary();
    await bench.run('togglePlanMode');
    assert.deepEqual(await shownBy(planning), { active: true, pending: false });
    assert.match(bench.messages.at(-1)?.text ?? '', /ends with your next message/);
    await planning.boundary();
    assert.deepEqual(await shownBy(planning), { active: false });
  });

  it('[PM.66] takes a selection back', async () => {
    const planning = await openMode();
    const { bench } = await openCommands(planning);
    await bench.run('togglePlanMode');
    await bench.run('togglePlanMode');
    assert.deepEqual(await shownBy(planning), { active: false });
    assert.equal(bench.messages.at(-1)?.text, 'Plan mode is off.');
  });

  it('switches the named session and not the one on the screen', async () => {
    const planning = await openMode();
    const { bench, shown } = await openCommands(planning);
    shown.key = 'another';
    await bench.run('togglePlanMode', { session: SESSION });
    assert.deepEqual(await shownBy(planning), { active: false, pending: true });
  });

  it('[PM.10] says why it is not there for chats that are not ours, unknown or none, and how to have it', async () => {
    const guests = openBench();
    await guests.asGuest('call-1', update(0, [step('a')]));
    const { bench, shown } = await openCommands(guests);
    for (const [key, why] of [
      [SESSION, /agent that is not ours/],
      ['not stored', /agent that is not ours/],
      [undefined, /No chat has used a plan/],
    ] as const) {
      shown.key = key;
      await bench.run('togglePlanMode');
      assert.match(bench.messages.at(-1)?.text ?? '', why);
    }
    assert.deepEqual(bench.ran, []);
    bench.press = () => 'Plan With @plan';
    await bench.run('togglePlanMode');
    assert.match(JSON.stringify(bench.ran), /"query":"@plan \/plan "/);
  });

  it('offers there what agent mode has in its place, and claims no state of it', async () => {
    const guests = openBench();
    await guests.asGuest('call-1', update(0, [step('a')]));
    const { bench, chat } = await openCommands(guests);
    for (const [choice, mode] of [
      ['Switch This Chat to Session Planner', 'Session Planner'],
      ['Switch This Chat Back to Agent', 'agent'],
    ] as const) {
      bench.press = () => choice;
      await bench.run('togglePlanMode');
      assert.deepEqual(bench.ran.at(-1), ['workbench.action.chat.open', { mode }]);
    }
    const before = bench.messages.length;
    await bench.run('switchToPlanner');
    assert.equal(bench.messages.length, before);
    chat.refused = () => true;
    await bench.run('switchToPlanner');
    assert.match(bench.messages.at(-1)?.text ?? '', /could not be switched.*Session Planner/);
    assert.equal((await guests.stored(SESSION)).loaded?.record.plan_mode, undefined);
  });

  it('a failing store is told, and changes nothing', async () => {
    const planning = await openMode();
    const { bench } = await openCommands(planning);
    planning.store.faults.beforeAppend = () => Promise.reject(new Error('disk'));
    await bench.run('togglePlanMode');
    assert.equal(bench.messages.at(-1)?.kind, 'error');
    assert.deepEqual(await shownBy(planning), { active: false });
  });

  it('[FC.37] leaving is always leaving, however often an old button is pressed', async () => {
    const planning = await openPlanning();
    const { bench } = await openCommands(planning);
    for (let press = 0; press < 2; press += 1)
      await bench.run('leavePlanMode', { session: SESSION });
    assert.deepEqual(await shownBy(planning), { active: true, pending: false });
    await planning.boundary();
    await bench.run('leavePlanMode', { session: SESSION });
    assert.deepEqual(await shownBy(planning), { active: false });
  });
});

describe('the command that continues a plan in a new chat', () => {
  const drafted = (bench: FakeWorkbench) =>
    bench.ran.map(([command, options]) => [
      String(command),
      (options as { query?: string } | undefined)?.query,
    ]);

  it('drafts a message to @plan that names the plan and its revision', async () => {
    const { bench } = await openCommands(await openPlanning());
    await bench.run('continueInNewChat');
    const link = `vscode://session-plans.session-plans/session/${encodeURIComponent(SESSION)}?revision=1`;
    assert.deepEqual(drafted(bench), [
      ['workbench.action.chat.newChat', undefined],
      ['workbench.action.chat.open', `@plan /execute ${link} `],
    ]);
    assert.deepEqual(bench.ran[1]?.[1], {
      ...{ mode: 'agent', isPartialQuery: true, query: `@plan /execute ${link} ` },
    });
  });

  it('drafts a message to agent mode that holds the plan, with the tool that is offered', async () => {
    const planning = await openPlanning();
    const { bench, settings } = await openCommands(planning);
    bench.choose = ({ items }) => items[1];
    settings.change('tools', ['write_plan']);
    await bench.run('continueInNewChat');
    const [, text = ''] = drafted(bench)[1] ?? [];
    assert.match(text, /write it with #write_plan first/);
    const plan = await planning.plan();
    for (const line of flatLines(plan?.steps ?? [], ALL_LINKS)) assert.ok(text.includes(line));
    settings.change('enabled', false);
    await bench.run('continueInNewChat');
    assert.deepEqual(
      bench.picks.at(-1)?.items.map(({ label }) => label),
      ['@plan'],
    );
  });

  it('with another model where one is chosen; where the editor will not choose it, without', async () => {
    const { bench, chat } = await openCommands(await openPlanning());
    chat.models = ['one', 'two'].map((id) => ({ id, name: `Model ${id}`, vendor: 'v' }));
    bench.choose = ({ items }) => items.find(({ label }) => label === 'Model two') ?? items[0];
    await bench.run('continueInNewChat');
    const open = ([, options]: unknown[]) => (options as { modelSelector?: object }).modelSelector;
    assert.deepEqual(open(bench.ran[1] ?? []), { id: 'two', vendor: 'v' });
    chat.refused = ([, options]) =>
      (options as { modelSelector?: object } | undefined)?.modelSelector !== undefined;
    await bench.run('continueInNewChat');
    assert.equal(open(bench.ran.at(-1) ?? []), undefined);
    assert.deepEqual(bench.copied, []);
  });

  it('without the commands of the chat the message is on the clipboard, and the person is told', async () => {
    const { bench, chat } = await openCommands(await openPlanning());
    chat.refused = () => true;
    await bench.run('continueInNewChat');
    assert.match(bench.copied[0] ?? '', /^@plan \/execute vscode:/);
    assert.match(bench.messages.at(-1)?.text ?? '', /on the clipboard/);
  });

  it('does nothing where the person leaves, and says so where there is nothing to go on with', async () => {
    const planning = await openPlanning();
    const { bench } = await openCommands(planning);
    bench.choose = () => undefined;
    await bench.run('continueInNewChat');
    assert.deepEqual(bench.ran, []);
    await planning.asHosted('call-2', update(1, []), { turn_id: planning.turn() });
    await bench.run('continueInNewChat');
    assert.match(bench.messages.at(-1)?.text ?? '', /no steps/);
  });
});
