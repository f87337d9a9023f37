import assert from 'node:assert/strict';
import type { registerMaintenanceCommands } from '../../../src/editor/commands/maintenanceCommands';
import { step, update } from '../../domain/planFixtures';
import { openBench, SESSION } from '../../service/serviceFixtures';
import { FakeWorkbench } from '../../support/fakeWorkbench';
import { loadWithVscode } from '../../support/loadWithVscode';
import { fakeSettings } from '../settings/fakeSettings';

class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

async function openImport() {
  const { service, log, asGuest } = openBench();
  const bench = new FakeWorkbench();
  const settings = fakeSettings();
  const { vscode } = bench as unknown as { vscode: Record<string, object> };
  const list = {
    text: '# Todo List\n\n- [x] Find it\n- [-] Fix it\n- [ ] Tell',
    asked: [] as unknown[],
  };
  const editor = {
    tools: [{ name: 'manage_todo_list' }],
    invokeTool: async (_name: string, options: unknown) => {
      list.asked.push(options);
      return { content: [new LanguageModelTextPart(list.text)] };
    },
  };
  const module = await loadWithVscode<{
    registerMaintenanceCommands: typeof registerMaintenanceCommands;
  }>('src/editor/commands/maintenanceCommands.ts', {
    ...vscode,
    LanguageModelTextPart,
    lm: editor,
    workspace: { ...vscode['workspace'], ...settings.workspace },
  });
  const shown = { key: SESSION as string | undefined };
  const current = { key: () => shown.key };
  module.registerMaintenanceCommands({ reader: service, current, log } as never);
  const drafted = async () => {
    await bench.run('importTodoList');
    const [command, options] = bench.ran.at(-1) ?? [];
    assert.equal(command, 'workbench.action.chat.open');
    assert.equal((options as { isPartialQuery: boolean }).isPartialQuery, true);
    return (options as { query: string }).query;
  };
  return { bench, settings, list, editor, shown, drafted, asGuest, log };
}

describe("the command that makes a plan of the agent's todo list", () => {
  it('drafts an ordinary message with the list of the chat on the screen, and reads it unseen', async () => {
    const { drafted, list } = await openImport();
    const text = await drafted();
    assert.match(
      text,
      /#update_plan.*already.*\n\n- \[x\] Find it\n- \[-\] Fix it\n- \[ \] Tell\n$/,
    );
    const input = { operation: 'read', chatSessionResource: SESSION };
    assert.deepEqual(list.asked, [{ input, toolInvocationToken: undefined }]);
  });

  it('takes the tool that is offered; where none is, it says so', async () => {
    const { drafted, settings, bench } = await openImport();
    settings.change('tools', ['write_plan']);
    assert.match(await drafted(), /#write_plan/);
    settings.change('enabled', false);
    const before = bench.ran.length;
    await bench.run('importTodoList');
    assert.equal(bench.ran.length, before);
    assert.match(bench.messages.at(-1)?.text ?? '', /Planning is off/);
  });

  it('leaves the list to the agent where it is unknown, empty, cannot be read, or the plan is not empty', async () => {
    const { drafted, shown, list, editor, asGuest, log } = await openImport();
    const general = /^Write your todo list as the plan.*already, leave it as it is\.\n$/;
    shown.key = undefined;
    assert.match(await drafted(), general);
    shown.key = SESSION;
    list.text = 'No todo list found.';
    assert.match(await drafted(), general);
    list.text = 'Error: gone';
    assert.match(await drafted(), general);
    assert.match(log.entries.at(-1)?.message ?? '', /could not be read/);
    editor.tools = [];
    assert.match(await drafted(), general);
    editor.tools = [{ name: 'manage_todo_list' }];
    list.text = '- [ ] Of the agent';
    await asGuest('call-1', update(0, [step('a')]));
    assert.match(await drafted(), general);
    await asGuest('call-2', update(1, []));
    assert.match(await drafted(), /Of the agent/);
  });
});
