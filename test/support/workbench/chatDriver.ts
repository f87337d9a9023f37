import { setTimeout as sleep } from 'node:timers/promises';
import type { Control, LoggedRequest, ScriptedReply } from './control';
import type { WorkbenchPage } from './workbenchPage';

const MODEL = { vendor: 'scripted', id: 'scripted-model' };
/** The agent reminds the model of its native list by this tool; it exists once the chat is ready. */
const NATIVE_TODO_TOOL = 'manage_todo_list';

/** A text, because page code has no types here. */
const FOCUS_IS_IN_CHAT_TAB =
  "document.activeElement?.closest('.editor-instance .interactive-session') != null";

export interface AskOptions {
  /** `agent` (default), `ask`, or the name of a contributed agent. */
  readonly mode?: string;
  /** Set as the script before asking. */
  readonly replies?: readonly ScriptedReply[];
  readonly attachFiles?: readonly string[];
}

export interface ChatAnswer {
  /** What the chat command returned: errors, timings and the agent's metadata. */
  readonly result: ChatResult;
  /** The chat session as `vscode-chat-session://…`; undefined when the agent did not say. */
  readonly session: string | undefined;
  readonly toolCalls: readonly {
    readonly name: string;
    readonly input: unknown;
    readonly text: string;
  }[];
  /** Every request that reached the scripted model meanwhile, titles and summaries included. */
  readonly requests: readonly LoggedRequest[];
  /** The agent waits for the person to allow this tool. */
  readonly confirmation: string | undefined;
}

export interface ChatResult {
  readonly type?: string;
  readonly toolId?: string;
  readonly errorDetails?: { readonly message: string };
  readonly metadata?: {
    readonly sessionId?: string;
    readonly toolCallRounds?: readonly {
      readonly response: string;
      readonly toolCalls: readonly {
        readonly id: string;
        readonly name: string;
        readonly arguments: string;
      }[];
    }[];
    readonly toolCallResults?: Readonly<
      Record<string, { readonly content: readonly { readonly value?: unknown }[] }>
    >;
  };
}

/** Does in one window what a person does in the chat view, with the scripted model as the model. */
export class ChatDriver {
  constructor(
    readonly window: WorkbenchPage,
    readonly control: Control,
  ) {}

  /** Waits until the model can be picked and the agent offers its own tools. */
  async ready(options: { readonly copilot: boolean } = { copilot: true }): Promise<this> {
    await waitFor(
      'the scripted model',
      async () => (await this.control.models(MODEL.vendor)).length > 0,
    );
    if (options.copilot) {
      await waitFor("the agent's tools", async () =>
        (await this.control.tools()).some(({ name }) => name === NATIVE_TODO_TOOL),
      );
    }
    return this;
  }

  /** Sends the text in the chat in front and waits for the end of the answer. */
  async ask(query: string, options: AskOptions = {}): Promise<ChatAnswer> {
    const { end } = await this.send(query, options);
    return end;
  }

  /** Sends the text and returns when the model has taken the whole script (it may still hang). */
  async begin(query: string, options: AskOptions = {}): Promise<{ end: Promise<ChatAnswer> }> {
    const sent = await this.send(query, options);
    // Whoever awaits `end` sees the failure; this only keeps it from being unhandled until then.
    sent.end.catch(() => undefined);
    await waitFor('the model to take the script', async () => {
      return (await this.control.remainingScript()).length === 0;
    });
    return sent;
  }

  async newChat(): Promise<void> {
    await this.control.executeCommand('workbench.action.chat.newChat');
  }

  /** What the Stop button does. */
  async stop(): Promise<void> {
    await this.control.executeCommand('workbench.action.chat.cancel');
  }

  /** Answers a waiting confirmation. */
  async answerConfirmation(answer: 'acceptTool' | 'skipTool'): Promise<void> {
    await this.control.executeCommand(`workbench.action.chat.${answer}`);
  }

  /** Opens a chat by its URI, in an editor tab; the next message goes there. */
  async openSession(session: string): Promise<void> {
    await this.control.executeCommand('vscode.open', { $uri: session });
    // A message goes to the chat that has the focus, and the tab takes it only once it is drawn.
    const input = this.window.page.locator('.editor-instance .interactive-input-editor');
    await input.first().waitFor();
    await waitFor('the chat to have the focus', async () => {
      if (await this.window.page.evaluate<boolean>(FOCUS_IS_IN_CHAT_TAB)) return true;
      await input.first().click();
      return false;
    });
  }

  /** The rendered text of each chat on screen, white space (also non-breaking) made single spaces. */
  async renderedChats(): Promise<string[]> {
    const texts = await this.window.page.locator('.interactive-session').allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, ' ').trim());
  }

  /**
   * The session of the chat in front, asked through a tool that does nothing: costs a message, so
   * only for chats that did not answer yet.
   */
  async sessionOfChatInFront(): Promise<string> {
    const { session } = await this.ask('Which chat is this?', {
      replies: [{ toolCalls: [{ name: 'bench_noop', input: {} }] }, { text: 'This one.' }],
    });
    if (session === undefined) throw new Error('The agent did not say which chat it answered in.');
    return session;
  }

  /** The answer is wrapped, because awaiting this function must not wait for it. */
  private async send(query: string, options: AskOptions): Promise<{ end: Promise<ChatAnswer> }> {
    const { control } = this;
    const since = await control.requestCount();
    if (options.replies !== undefined) await control.setScript(...options.replies);
    const attachFiles = options.attachFiles?.map((uri) => ({ $uri: uri }));
    const answer = control.executeCommand<ChatResult | null>('workbench.action.chat.open', {
      mode: options.mode ?? 'agent',
      query,
      modelSelector: MODEL,
      blockOnResponse: true,
      ...(attachFiles === undefined ? {} : { attachFiles }),
    });
    const end = answer.then(async (result) => toAnswer(result, await this.endedRequests(since)));
    return { end };
  }

  /** Stop ends the chat's answer a moment before the model hears of it. */
  private async endedRequests(since: number): Promise<readonly LoggedRequest[]> {
    const deadline = Date.now() + 3000;
    for (;;) {
      const requests = await this.control.requests(since);
      if (requests.every(({ endedAt }) => endedAt !== undefined)) return requests;
      if (Date.now() > deadline) return requests;
      await sleep(50);
    }
  }
}

export function toSessionUri(sessionId: string): string {
  return `vscode-chat-session://local/${Buffer.from(sessionId).toString('base64url')}`;
}

export async function waitFor(
  what: string,
  condition: () => Promise<boolean>,
  timeoutMs = 60_000,
  pauseMs = 100,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${String(timeoutMs)} ms for ${what}.`);
    await sleep(pauseMs);
  }
}

function toAnswer(returned: ChatResult | null, requests: readonly LoggedRequest[]): ChatAnswer {
  const result = returned ?? {};
  const { sessionId, toolCallRounds = [], toolCallResults = {} } = result.metadata ?? {};
  const toolCalls = toolCallRounds
    .flatMap((round) => round.toolCalls)
    .map((call) => ({
      name: call.name,
      input: JSON.parse(call.arguments) as unknown,
      text: (toolCallResults[call.id]?.content ?? [])
        .map(({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)))
        .join(''),
    }));
  return {
    result,
    session: sessionId === undefined ? undefined : toSessionUri(sessionId),
    toolCalls,
    requests,
    confirmation: result.type === 'confirmation' ? result.toolId : undefined,
  };
}
