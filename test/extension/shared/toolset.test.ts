import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLAN_TOOL_NAMES, type PlanToolName } from '../../../src/domain/planCommand';
import { projectFolder } from '../../support/runPart';
import type { LoggedRequest, ToolDescription } from '../../support/workbench/control';
import { DEFAULT_TOOLSET, planToolsOf, type Product, updatePlan, WHOLE_TOOLSET } from '../product';
import { sharedWindow } from './sharedWindow';

const LIST = [{ id: 'stay', description: 'Stay as it is', status: 'pending' }] as const;

interface Contribution {
  readonly name: string;
  readonly modelDescription: string;
  readonly inputSchema: unknown;
}

/** What package.json says a model is told of each tool. */
function contributedTools(): ToolDescription[] {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    contributes: { languageModelTools: Contribution[] };
  };
  return manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name,
    description: modelDescription,
    inputSchema,
  }));
}

describe('the settings that choose planning tools', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  async function requestFor(query: string, mode = 'agent'): Promise<LoggedRequest> {
    const { requests } = await product.chat.ask(query, { mode, replies: [{ text: 'Hello.' }] });
    const request = requests.find(({ kind }) => kind === 'agent');
    assert.ok(request, `the agent sent no request for "${query}"`);
    return request;
  }

  async function offeredNames(query = 'Say hello', mode?: string): Promise<string[]> {
    return planToolsOf(await requestFor(query, mode)).map(({ name }) => name);
  }

  it('offer the agent update_plan and read_plan, whatever the workspace names', async () => {
    await product.chat.newChat();
    assert.deepEqual(await offeredNames(), ['update_plan', 'read_plan']);
  });

  it('offer every tool when all are named, only those that are named, and take them back', async () => {
    await product.configure(WHOLE_TOOLSET);
    const all = planToolsOf(await requestFor('Say hello'));
    assert.equal(all.length, 10);
    assert.deepEqual(all, contributedTools());

    await product.configure({ tools: ['add_task'] });
    assert.deepEqual(await offeredNames(), ['add_task']);
    await product.configure({ tools: [] });
    assert.deepEqual(await offeredNames(), []);

    await product.configure(DEFAULT_TOOLSET);
    assert.deepEqual(await offeredNames(), ['update_plan', 'read_plan']);
  });

  it('keep what needs subtasks out of the requests until subtasks are on', async () => {
    await product.configure({ tools: PLAN_TOOL_NAMES });
    const needSubtasks = ['add_subtask', 'set_dependency', 'get_available_tasks'];
    const others = PLAN_TOOL_NAMES.filter((name) => !needSubtasks.includes(name));
    assert.deepEqual(await offeredNames(), others);
    const warning = notification(/sessionPlans\.subtasks/);
    assert.match(await warning.innerText(), /add_subtask, get_available_tasks, set_dependency/);

    await product.configure({ subtasks: true });
    assert.deepEqual(await offeredNames(), PLAN_TOOL_NAMES);
    await product.configure(DEFAULT_TOOLSET);
  });

  it('make a tool that is not offered and is called all the same answer ERROR and change nothing', async () => {
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, LIST));
    const calls = [
      { name: 'write_plan', input: { items: [{ content: 'Sneaked in' }] } },
      { name: 'add_task', input: { content: 'Sneaked in' } },
      { name: 'remove_task', input: { task_id: 'stay' } },
      { name: 'set_dependency', input: { task_id: 'stay', depends_on_id: 'stay' } },
      { name: 'get_available_tasks', input: {} },
    ] as const;
    for (const answer of await product.answersTo('Call by name', ...calls)) {
      assert.match(answer, /^ERROR\b/);
    }
    for (const answer of await product.callTogether(...calls)) {
      assert.match(answer, /^ERROR: .*not switched on.* Nothing was changed/);
    }
    const { text, hasError } = await product.chat.control.invokeTool('add_task', { content: 'x' });
    assert.match(text, /^ERROR: /);
    assert.equal(hasError, true);

    const plan = await product.planInChat();
    assert.match(plan, /revision 1\b/);
    assert.match(plan, /^1\. \[ \] \[stay\] Stay as it is$/m);
    assert.doesNotMatch(plan, /^2\./m);
  });

  function notification(text: RegExp) {
    return product.window.page.locator('.notification-toast', { hasText: text });
  }

  it('[PT.41] tell the person a name that is no tool, with the allowed names and a way to the setting', async () => {
    await product.configure({ tools: ['update_plan', 'read_plan', 'wrte_plan'] });
    const warning = notification(/wrte_plan/);
    const text = (await warning.innerText()).replace(/\s+/g, ' ');
    for (const name of PLAN_TOOL_NAMES.slice(0, 7)) assert.match(text, new RegExp(`\\b${name}\\b`));
    assert.doesNotMatch(text, /add_subtask/);
    assert.deepEqual(await offeredNames(), ['update_plan', 'read_plan']);

    await warning.hover();
    await warning.getByText('Open Settings').click();
    await product.window.page
      .locator('[data-key="sessionPlans.tools"]')
      .waitFor({ timeout: 20_000 });
    await product.configure(DEFAULT_TOOLSET);
    await product.chat.control.executeCommand('workbench.action.closeActiveEditor');
  });

  describe('beside agents and prompts of the workspace', () => {
    const withRead: PlanToolName[] = ['read_plan'];
    const cases = [
      {
        what: 'an agent by full names',
        mode: 'FullNames',
        all: ['read_plan', 'add_task', 'get_available_tasks'],
        few: withRead,
      },
      {
        what: 'an agent by short names',
        mode: 'ShortNames',
        all: ['update_plan', 'write_plan'],
        few: ['update_plan'],
      },
      { what: 'a prompt file', query: '/readThePlan please', all: withRead, few: withRead },
    ];
    for (const { what, mode, query, all, few } of cases) {
      it(`give ${what} exactly the tools that it names and the settings offer`, async () => {
        await product.configure(WHOLE_TOOLSET);
        await product.chat.newChat();
        assert.deepEqual(await offeredNames(query, mode), all);
        await product.configure(DEFAULT_TOOLSET);
        await product.chat.newChat();
        assert.deepEqual(await offeredNames(query, mode), few);
      });
    }

    it('let a person point to a tool with # in a message', async () => {
      await product.chat.newChat();
      const { lastUserText } = await requestFor('Where are we? #read_plan');
      assert.match(lastUserText, /attached the following tools[^]*\n- read_plan\n/);
    });
  });
});
