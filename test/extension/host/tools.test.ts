import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DEFAULT_CHAT_TOOLS } from '../../../src/editor/settings/contributions';
import { allTools } from '../../../src/tools/allTools';

const PLAN = {
  expected_revision: 0,
  steps: [{ id: 'a', description: 'Read the helpers', status: 'pending' }],
};

async function invoke(name: string, input: object): Promise<{ text: string; hasError: boolean }> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const text = result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
  return { text, hasError: (result as { hasError?: boolean }).hasError === true };
}

describe('the planning tools in the extension host', () => {
  before(() => vscode.extensions.getExtension('session-plans.session-plans')?.activate());

  it('are in the list of tools with the descriptions and schemas of the code', () => {
    for (const tool of allTools) {
      const listed = vscode.lm.tools.find(({ name }) => name === tool.name);
      assert.ok(listed, tool.name);
      assert.equal(listed.description, tool.description);
      assert.deepEqual(listed.inputSchema, tool.inputSchema);
    }
  });

  it('refuse a call that comes from no chat, and name another way', async () => {
    for (const [name, input] of [
      ['update_plan', PLAN],
      ['read_plan', {}],
    ] as const) {
      const { text } = await invoke(name, input);
      assert.match(text, /^ERROR: /);
      assert.match(text, /chat/);
      assert.match(text, /MCP server/);
    }
  });

  it('say that they are not switched on when the settings do not offer them', async () => {
    for (const { name } of allTools) {
      const { text, hasError } = await invoke(name, {});
      const isOffered = DEFAULT_CHAT_TOOLS.includes(name);
      assert.equal(/^ERROR: .*not switched on here/.test(text), !isOffered, `${name}: ${text}`);
      assert.ok(hasError);
    }
  });

  it('say that they are disabled when they are called all the same', async () => {
    const settings = vscode.workspace.getConfiguration('sessionPlans');
    await settings.update('enabled', false, vscode.ConfigurationTarget.Global);
    try {
      const { text } = await invoke('update_plan', PLAN);
      assert.match(text, /^ERROR: .*disabled/);
    } finally {
      await settings.update('enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('come with a command for everything that a button does', async () => {
    const commands = new Set(await vscode.commands.getCommands(true));
    for (const name of ['showPlan', 'startPlan', 'openChat', 'showLog', 'openSettings']) {
      assert.ok(commands.has(`sessionPlans.${name}`), name);
    }
  });
});
