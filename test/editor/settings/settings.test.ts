import assert from 'node:assert/strict';
import { registeredTools } from '../../../src/domain/toolset';
import type * as SettingsFile from '../../../src/editor/settings/settings';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';
import { fakeSettings } from './fakeSettings';

async function openSettings() {
  const settings = fakeSettings();
  const { vscode } = fakeVscode();
  const { workspace } = settings;
  const module = await loadWithVscode<typeof SettingsFile>('src/editor/settings/settings.ts', {
    ...vscode,
    workspace,
  });
  const { readSettings, chatConfiguration, chatPlanTool, settingsProblems } = module;
  return {
    ...settings,
    readSettings,
    offered: () => registeredTools(chatConfiguration(readSettings())),
    planTool: () => chatPlanTool(readSettings()),
    problems: () => settingsProblems().map(({ text }) => text),
    configuration: () => chatConfiguration(readSettings()),
  };
}

describe('settings', () => {
  it('offer two tools to chats where nothing is set', async () => {
    const { readSettings, offered, problems } = await openSettings();
    assert.deepEqual(readSettings(), {
      enabled: true,
      tools: ['update_plan', 'read_plan'],
      subtasks: false,
      singleInProgress: 'convention',
      panelLocation: 'secondarySideBar',
      density: 'comfortable',
      notifications: 'whenNotFocused',
      'store.keepRevisions': 0,
      'store.kind': 'sqlite',
      guidance: null,
      inject: true,
      mirrorTodoList: true,
      maxRounds: 50,
      readOnlyTools: [],
    });
    assert.deepEqual(offered(), ['update_plan', 'read_plan']);
    assert.deepEqual(problems(), []);
  });

  it('say how chats plan: which tools, subtasks, strictness', async () => {
    const { change, configuration, offered } = await openSettings();
    change('tools', ['write_plan', 'add_subtask']);
    assert.deepEqual(offered(), ['write_plan']);
    change('subtasks', true);
    change('singleInProgress', 'strict');
    assert.deepEqual(offered(), ['write_plan', 'add_subtask']);
    assert.deepEqual(configuration(), {
      planning: true,
      subtasks: true,
      tools: ['write_plan', 'add_subtask'],
      single_in_progress: 'strict',
    });
    change('enabled', false);
    assert.deepEqual(offered(), []);
  });

  it('keep every revision unless a whole number says how many', async () => {
    const { change, readSettings, problems } = await openSettings();
    change('store.keepRevisions', 200);
    assert.equal(readSettings()['store.keepRevisions'], 200);
    for (const value of [-1, 1.5, '10', null, Infinity]) {
      change('store.keepRevisions', value);
      assert.equal(readSettings()['store.keepRevisions'], 0);
      assert.match(problems()[0] ?? '', /sessionPlans\.store\.keepRevisions has a value/);
    }
  });

  it('[PTx.25] an empty list offers no tool, and that is no mistake', async () => {
    const { change, offered, planTool, problems } = await openSettings();
    change('tools', []);
    assert.deepEqual([offered(), planTool(), problems()], [[], undefined, []]);
  });

  it('name the tool that begins a plan, which the panel and the draft mention', async () => {
    const { change, planTool } = await openSettings();
    assert.equal(planTool(), 'update_plan');
    for (const [tools, expected] of [
      [['read_plan', 'add_task', 'write_plan'], 'write_plan'],
      [['add_task'], 'add_task'],
      [['read_plan', 'remove_task', 'nonsense'], undefined],
    ] as const) {
      change('tools', tools);
      assert.equal(planTool(), expected);
    }
    change('tools', undefined);
    change('enabled', false);
    assert.equal(planTool(), undefined);
  });

  it('name unknown tools, sorted, with what is allowed', async () => {
    const { change, offered, problems } = await openSettings();
    change('tools', ['write_plan', 'todo', 'exit_plan_mode', 'todo']);
    assert.deepEqual(problems(), [
      'The setting sessionPlans.tools names what is no planning tool: exit_plan_mode, todo. Allowed: ' +
        'update_plan, read_plan, write_plan, add_task, update_task_status, update_task_statuses, remove_task.',
    ]);
    assert.deepEqual(offered(), ['write_plan'], 'the others work all the same');
    change('subtasks', true);
    assert.match(problems()[0] ?? '', /add_subtask, set_dependency, get_available_tasks\.$/);
    change('tools', ['write_plan']);
    assert.deepEqual(problems(), []);
  });

  it('tell a tool that needs subtasks from one that does not exist', async () => {
    const { change, problems } = await openSettings();
    change('tools', ['set_dependency', 'add_subtask', 'todo']);
    const [unknown, needing, ...more] = problems();
    assert.match(unknown ?? '', /no planning tool: todo\. Allowed/);
    assert.match(
      needing ?? '',
      /needs the setting sessionPlans\.subtasks: add_subtask, set_dependency\. Allowed/,
    );
    assert.deepEqual(more, []);
    change('subtasks', true);
    assert.equal(problems().length, 1);
  });

  it('a value of another type is reported; of the tools it leaves what the manifest offers, too', async () => {
    const { change, readSettings, offered, problems } = await openSettings();
    for (const tools of ['write_plan', null, { 0: 'write_plan' }, 7, true]) {
      change('tools', tools);
      assert.deepEqual(offered(), []);
      assert.deepEqual(problems(), ['The setting sessionPlans.tools is no list of tool names.']);
    }
    change('tools', ['write_plan', 7, null]);
    assert.deepEqual(offered(), ['write_plan']);
    assert.equal(problems().length, 1);
    change('tools', undefined);
    for (const [name, value] of [
      ['enabled', 'no'],
      ['subtasks', 1],
      ['singleInProgress', 'STRICT'],
    ] as const) {
      change(name, value);
      assert.deepEqual(problems(), [
        `The setting sessionPlans.${name} has a value that does not fit, so its default counts.`,
      ]);
      change(name, undefined);
    }
    change('subtasks', 'yes');
    assert.equal(readSettings().subtasks, false);
  });
});
