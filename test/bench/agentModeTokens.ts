import type { ChatDriver } from '../support/workbench/chatDriver';
import type { LoggedPart, LoggedRequest, ScriptedReply } from '../support/workbench/control';
import type { BenchLine } from './benchResult';
import { tokensLine, type Texts } from './countedTokens';
import { ordinaryPlan } from './ordinaryPlan';

const MESSAGES = 6;
const ROUNDS = 2;

/** What the requests of Copilot's agent cost, in the same work without the product, with it, and with the mirror. */
export async function measureAgentModeTokens(chat: ChatDriver): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const { name, enabled, mirrorTodoList } of [
    { name: 'off', enabled: false, mirrorTodoList: false },
    { name: 'on', enabled: true, mirrorTodoList: false },
    { name: 'on with mirror', enabled: true, mirrorTodoList: true },
  ]) {
    await configure(chat, { enabled, mirrorTodoList });
    const requests = await session(chat, enabled);
    lines.push(tokensLine(`tokens of agent mode, product ${name}`, requests.map(textsOf)));
  }
  await configure(chat, { enabled: undefined, mirrorTodoList: undefined });
  return lines;
}

/** Each message makes two rounds of calls: some work, and with the product also a change of 12 steps. */
async function session(chat: ChatDriver, isPlanned: boolean): Promise<LoggedRequest[]> {
  await chat.newChat();
  const requests: LoggedRequest[] = [];
  for (let message = 0; message < MESSAGES; message += 1) {
    const rounds = Array.from({ length: ROUNDS }, (_, round): ScriptedReply => {
      const input = ordinaryPlan(message * ROUNDS + round);
      const change = { name: 'update_plan', input };
      return { toolCalls: [{ name: 'bench_noop', input: {} }, ...(isPlanned ? [change] : [])] };
    });
    const replies = [...rounds, { text: 'Done, what is next?' }];
    const answer = await chat.ask(`Go on with part ${String(message)}`, { replies });
    requests.push(...answer.requests.filter(({ kind }) => kind === 'agent'));
  }
  if (requests.length !== MESSAGES * (ROUNDS + 1)) throw new Error('The agent went its own way.');
  return requests;
}

async function configure(
  { control }: ChatDriver,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await control.probe('setConfiguration', { key: `sessionPlans.${name}`, value });
}

function textsOf({ tools, messages }: LoggedRequest): Texts {
  return [
    ...tools.map((tool) => JSON.stringify(tool)),
    ...messages.flatMap(({ role, content }) => content.map((part) => `${role}: ${textOf(part)}`)),
  ];
}

function textOf(part: LoggedPart): string {
  return part.type === 'text' ? part.value : JSON.stringify(part);
}
