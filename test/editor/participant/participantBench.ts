import { setTimeout as sleep } from 'node:timers/promises';
import type { ParticipantDeps } from '../../../src/editor/participant/participantDeps';
import type * as OnDemand from '../../../src/editor/participant/participantOnDemand';
import type { Settings } from '../../../src/editor/settings/settings';
import { openBench, type Bench } from '../../service/serviceFixtures';
import { FakeTokenSource } from '../../support/fakeTokenSource';
import { loadWithVscode } from '../../support/loadWithVscode';
import { fakeChat, type FakeTool } from '../chat/fakeChat';

export const CHAT = 'chat:one';

/** What the model says to one request: texts, calls, an error, or nothing until Stop. */
export interface ModelAnswer {
  readonly text?: string;
  readonly calls?: readonly { name: string; input?: object; id?: string }[];
  readonly error?: unknown;
  readonly hangs?: true;
}

export interface SentRequest {
  /** As JSON, so that bytes can be compared. */
  readonly messages: readonly string[];
  readonly tools: readonly { name: string }[];
  readonly token: { isCancellationRequested: boolean };
}

export interface Answered {
  readonly result: { errorDetails?: { message: string }; metadata?: Record<string, unknown> };
  readonly said: string;
  readonly progress: readonly string[];
  readonly buttons: readonly { command: string; arguments?: unknown[] }[];
}

interface Message {
  readonly command?: string;
  readonly chat?: string;
  /** Instead of one that names the chat. */
  readonly token?: unknown;
  readonly answers?: readonly ModelAnswer[];
  readonly references?: readonly object[];
  /** Pressed as soon as the model or a tool hangs. */
  readonly stop?: true;
}

const SETTINGS: Settings = {
  ...{ enabled: true, tools: [], subtasks: false, singleInProgress: 'convention' },
  ...{ panelLocation: 'secondarySideBar', density: 'comfortable', 'store.keepRevisions': 0 },
  'store.kind': 'sqlite',
  notifications: 'whenNotFocused',
  ...{ guidance: null, inject: true, maxRounds: 50, readOnlyTools: [], mirrorTodoList: true },
};

/** `@plan` in a chat, loaded outside the editor; service and store are the real ones. */
export async function openParticipant(bench: Bench = openBench()) {
  const editor = fakeChat();
  const { requestHandler, followUps } = await loadWithVscode<typeof OnDemand>(
    'src/editor/participant/participantOnDemand.ts',
    editor.vscode,
  );
  const sent: SentRequest[] = [];
  const shown: string[] = [];
  const handler = (settings: Partial<Settings>) =>
    requestHandler({
      ...{ service: bench.service, clock: bench.clock, log: bench.log },
      store: async () => bench.store,
      current: { called: (key: string) => void shown.push(key) },
      workspace: () => 'file:///project',
      copied: { isCopied: () => false },
      settings: () => ({ ...SETTINGS, ...settings }),
    } satisfies ParticipantDeps);
  const chat = {
    ...{ bench, editor, sent, shown, followUps },
    settings: {} as Partial<Settings>,
    /** What the editor keeps of the chat, as it would come back after a reload. */
    history: [] as object[],
    /** Tools of others. */
    tools: editor.tools,
    maxInputTokens: 100_000,
    /** Before each request, and before each part of an answer, is heard. */
    whenAsked: (): void => undefined,
    /** Of the message that is being answered. */
    pressStop: (): void => undefined,
    tool(name: string, answer: FakeTool): void {
      editor.tools.set(name, answer);
    },
    async send(prompt: string, message: Message = {}): Promise<Answered> {
      const { command, chat: session = CHAT, answers = [], references = [], stop } = message;
      const source = new FakeTokenSource();
      chat.pressStop = () => {
        source.cancel();
      };
      const queue = [...answers];
      const [texts, progress, buttons]: [string[], string[], Answered['buttons'][number][]] = [
        [],
        [],
        [],
      ];
      const model = {
        maxInputTokens: chat.maxInputTokens,
        sendRequest: async (
          messages: readonly object[],
          { tools }: { tools: readonly { name: string }[] },
          token: SentRequest['token'],
        ) => {
          sent.push({ messages: messages.map((each) => JSON.stringify(each)), tools, token });
          const answer = queue.shift() ?? { text: 'Done.' };
          chat.whenAsked();
          if (answer.hangs && stop) setTimeout(() => source.cancel(), 5);
          return { stream: editor.stream(answer, sent.length, chat.whenAsked) };
        },
      };
      if (stop) editor.whenToolHangs = () => setTimeout(() => source.cancel(), 5);
      const sessionResource = { scheme: session.split(':')[0], path: session.slice(5) };
      const request = {
        ...{ prompt, command, model, references, toolReferences: [] },
        toolInvocationToken: 'token' in message ? message.token : { sessionResource },
      };
      const stream = {
        markdown: (text: string) => void texts.push(text),
        progress: (text: string) => void progress.push(text),
        button: (button: Answered['buttons'][number]) => void buttons.push(button),
      };
      const context = { history: [...chat.history] };
      const result = (await Promise.race([
        handler(chat.settings)(
          ...([request, context, stream, source.token] as unknown as Parameters<
            ReturnType<typeof handler>
          >),
        ),
        sleep(5_000).then(() => {
          throw new Error('The answer never ended.');
        }),
      ])) as Answered['result'];
      const said = texts.join('');
      chat.history.push(
        { prompt, command, participant: 'sessionPlans.plan' },
        {
          response: [editor.markdown(said)],
          result: JSON.parse(JSON.stringify(result)) as object,
          participant: 'sessionPlans.plan',
        },
      );
      return { result, said, progress, buttons };
    },
    snapshot: (session = CHAT) => bench.service.snapshot(session),
  };
  return chat;
}

export function plan(expected_revision: number, ...ids: string[]): ModelAnswer {
  const steps = ids.map((id) => ({ id, description: `Do ${id}`, status: 'pending' }));
  return { calls: [{ name: 'update_plan', input: { expected_revision, steps } }] };
}
