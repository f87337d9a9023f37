import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { PLAN_TOOL_NAMES, type PlanToolName } from '../../src/domain/planCommand';
import { digest } from '../../src/host/digest';
import { ChatDriver, waitFor, type ChatAnswer } from '../support/workbench/chatDriver';
import type {
  LoggedRequest,
  ScriptedReply,
  ScriptedToolCall,
  ToolDescription,
} from '../support/workbench/control';
import { extensionUnderTest } from '../support/workbench/extensionUnderTest';
import { SIDE_BY_SIDE } from '../support/workbench/sideBySide';
import {
  startWorkbench,
  type Workbench,
  type WorkbenchOptions,
} from '../support/workbench/workbench';
import type { WorkbenchPage } from '../support/workbench/workbenchPage';

export interface StepInput {
  readonly id: string;
  readonly description: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** The product in a window, as a person meets it: the agent's chat, the panel, the status bar. */
export class Product {
  private constructor(
    readonly workbench: Workbench,
    readonly window: WorkbenchPage,
    public chat: ChatDriver,
    private readonly driver: (window: WorkbenchPage) => Promise<ChatDriver>,
  ) {}

  /** `inBrowser`: the extension host of the machine, where the control server is, knows nothing of ours. */
  static async start(
    options: Partial<WorkbenchOptions> = {},
    { inBrowser = false } = {},
  ): Promise<Product> {
    const { copilot = true } = options;
    const workbench = await startWorkbench({
      extensions: [extensionUnderTest()],
      ...options,
      copilot,
      settings: { ...SIDE_BY_SIDE, ...options.settings },
    });
    const window = await workbench.openPage();
    const driver = inBrowser ? driverBeside : driverOf(copilot);
    const product = new Product(workbench, window, await driver(window), driver);
    await product.showPanel();
    return product;
  }

  /** A second window on the same workspace; it ends with this one. */
  async beside(): Promise<Product> {
    const window = await this.workbench.openPage();
    const product = new Product(this.workbench, window, await this.driver(window), this.driver);
    await product.showPanel();
    return product;
  }

  /** F5, or after the server came back: a new extension host, the same profile. */
  async reload(): Promise<void> {
    await this.window.reload();
    this.chat = await this.driver(this.window);
  }

  /** By the command for it: the editor first keeps its chats, for which F5 leaves no time. */
  async reloadByCommand(): Promise<void> {
    await this.window.reloadByCommand();
    this.chat = await this.driver(this.window);
  }

  /** Begins a new chat, and waits until the editor has the one that is left, with `said`, on disk. */
  async leaveChat(session: string, said: string): Promise<void> {
    await this.chat.newChat();
    const id = Buffer.from(session.split('/').at(-1) ?? '', 'base64').toString();
    const folder = join(this.workbench.profile.data, 'User', 'workspaceStorage');
    await waitFor(`the chat ${id} on disk`, async () => {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const name = names.find((each) => each.endsWith(join('chatSessions', `${id}.jsonl`)));
      return name !== undefined && readFileSync(join(folder, name), 'utf8').includes(said);
    });
  }

  async showPanel(): Promise<void> {
    await this.chat.control.executeCommand('sessionPlans.showPlan');
    await this.panel.locator('.panel').waitFor({ timeout: 30_000 });
  }

  get panel(): FrameLocator {
    return this.window.webview('.part.sidebar, .webview-container, body');
  }

  get steps(): Locator {
    return this.panel.getByRole('treeitem');
  }

  get revisions(): Locator {
    return this.panel.getByRole('option');
  }

  /** Waits until the panel shows this text somewhere. */
  async panelShows(text: string | RegExp): Promise<void> {
    await this.panel.getByText(text).first().waitFor({ timeout: 20_000 });
  }

  async statusBarShows(text: string): Promise<void> {
    await this.window.page
      .locator('.statusbar-item', { hasText: text })
      .first()
      .waitFor({ timeout: 20_000 });
  }

  /** What a screen reader is told of the status bar. */
  async statusBarHears(text: string): Promise<void> {
    await this.window.page
      .locator(`.statusbar-item [aria-label*="${text}"], .statusbar-item[aria-label*="${text}"]`)
      .first()
      .waitFor({ timeout: 20_000 });
  }

  /** The agent makes these calls, one in each round, and then says that it is done. */
  async agentCalls(query: string, ...calls: readonly AgentCall[]): Promise<ChatAnswer> {
    const answer = await this.chat.ask(query, {
      replies: [...calls.map(inOneRound), { text: 'Done.' }],
    });
    assert.equal(answer.confirmation, undefined, 'a planning tool must not ask for confirmation');
    return answer;
  }

  /** The answers of the agent's calls, one in each round. */
  async answersTo(query: string, ...calls: readonly AgentCall[]): Promise<string[]> {
    return (await this.agentCalls(query, ...calls)).toolCalls.map(({ text }) => text);
  }

  /** The same calls all at once, by another extension with the token of a message in this chat. */
  async callTogether(...calls: readonly AgentCall[]): Promise<string[]> {
    const { control } = this.chat;
    const since = (await control.benchRuns()).length;
    await this.chat.ask(`@bench ${JSON.stringify({ together: true, calls })}`);
    const [run] = await control.benchRuns(since);
    assert.equal(run?.calls.length, calls.length);
    return run.calls.map(({ text, error }) => text ?? `failed: ${error ?? ''}`);
  }

  /** Settings of ours, in the order given, in the running window; undefined brings the default back. */
  async configure(settings: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      const key = `sessionPlans.${name}`;
      await this.chat.control.probe('setConfiguration', { key, value });
    }
  }

  /** The plan that the agent of the chat in front reads. */
  async planInChat(): Promise<string> {
    const { toolCalls } = await this.agentCalls('Read the plan', { name: 'read_plan', input: {} });
    return toolCalls.at(-1)?.text ?? '';
  }

  /** Where the plans are. */
  get storage(): string {
    const { data } = this.workbench.profile;
    return join(data, 'User', 'globalStorage', 'session-plans.session-plans', 'sessions');
  }

  /** The live file of a session. */
  fileOf(session: string): string {
    return join(this.storage, `${digest(session).slice(0, 32)}.sqlite`);
  }

  /** Ends the workbench; the console must be free of refusals by the content security policy. */
  async stop(): Promise<void> {
    const violations = ownViolations(this.window);
    await this.workbench.stop();
    assert.deepEqual(violations, []);
  }
}

export interface AgentCall extends ScriptedToolCall {
  readonly name: PlanToolName;
}

/** Every planning tool can be called, and parents and prerequisites are there. */
export const WHOLE_TOOLSET = { subtasks: true, tools: PLAN_TOOL_NAMES };
/** In this order, so that at no moment a tool is named that the other setting does not allow. */
export const DEFAULT_TOOLSET = { tools: undefined, subtasks: undefined };

/** Those of our tools that a request of the agent offered, in the order of the toolset. */
export function planToolsOf({ tools }: LoggedRequest): ToolDescription[] {
  return PLAN_TOOL_NAMES.flatMap((name) => tools.filter((tool) => tool.name === name));
}

export function updatePlan(
  expected_revision: number,
  steps: readonly StepInput[],
  explanation?: string,
): AgentCall {
  const input = { expected_revision, steps, ...(explanation === undefined ? {} : { explanation }) };
  return { name: 'update_plan', input };
}

/** `count` steps, of which the first `done` are completed and the next is in progress. */
export function stepsOf(topic: string, count: number, done: number): StepInput[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${topic}-${index + 1}`,
    description: `${topic}: part ${index + 1}`,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }));
}

export function inOneRound(call: AgentCall): ScriptedReply {
  return { toolCalls: [call] };
}

function ownViolations(window: WorkbenchPage): string[] {
  return window.cspViolations().map(({ text, url }) => `${text} (${url})`);
}

function driverOf(copilot: boolean): (window: WorkbenchPage) => Promise<ChatDriver> {
  return async (window) => {
    const chat = await new ChatDriver(window, await window.control()).ready({ copilot });
    await chat.control.activate('session-plans.session-plans');
    return chat;
  };
}

/** Where the extension is seen by its commands only. */
async function driverBeside(window: WorkbenchPage): Promise<ChatDriver> {
  const chat = await new ChatDriver(window, await window.control()).ready();
  await waitFor('the commands', async () => {
    const known = await chat.control.probe<string[]>('commands', { prefix: 'sessionPlans.' });
    return known.includes('sessionPlans.showPlan');
  });
  return chat;
}
