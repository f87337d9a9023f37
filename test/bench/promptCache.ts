import { planningGuidance } from '../../src/agent/guidance';
import type { ModelRequest, RequestPart } from '../../src/agent/modelRequest';
import { reminderText } from '../../src/agent/reminderText';
import { stripTail } from '../../src/agent/requestShaper';
import type { PlanDocument } from '../../src/domain/plan';
import type { PlanToolName } from '../../src/domain/planCommand';
import type { SessionConfiguration } from '../../src/domain/session';
import { flatLines } from '../../src/domain/stepViews';
import { resultText } from '../../src/domain/toolResult';
import { toolsOf } from '../../src/tools/allTools';
import { callOf, openLoop, says, type ScriptedAnswer } from '../agent/loopBench';
import { decided } from '../domain/planFixtures';
import type { BenchLine } from './benchResult';
import { countOf, sharedOf, sum, tokensLine, type Texts } from './countedTokens';
import { tokensOf } from './o200k';
import { ordinaryPlan } from './ordinaryPlan';

const REQUESTS = 20;
/** So many answers also change the plan; all but the last one run the tests. */
const CHANGES = 12;
const TOOLS: PlanToolName[] = ['update_plan', 'read_plan'];
const CONFIGURATION = { planning: true, subtasks: false, tools: TOOLS };
const INSTRUCTIONS = 'You are a careful engineer. Use the tools to do what the user asks for.';
const RUN_TESTS = '{"name":"run_tests","description":"Runs the tests.","parameters":{}}';

/** What a run of tests answers: some 1,000 tokens. */
const OUTPUT = Array.from(
  { length: 60 },
  (_, line) => `ok ${String(line)} - the cart keeps its order number (${String(line * 7)} ms)`,
).join('\n');

/**
 * What a plan costs a model in a session of 20 requests with 12 changes: with the reminder at the end of
 * requests, and with the plan in the system prompt, where everything behind it has to be read anew.
 */
export async function measurePromptCache(): Promise<BenchLine[]> {
  const { sent, plans } = await session();
  const tools = toolsOf(CONFIGURATION).map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, parameters: inputSchema }),
  );
  const guidance = `${INSTRUCTIONS} ${planningGuidance(CONFIGURATION) ?? ''}`;
  const own = sent.map((request) => textsOf([RUN_TESTS, ...tools], guidance, request));
  const durable = sent.map((request) =>
    textsOf([RUN_TESTS, ...tools], guidance, stripTail(request)),
  );
  const naive = sent.map((request, at) => {
    const plan = plans[at]?.steps ?? [];
    const prompt = [guidance, 'The plan:', ...flatLines(plan)].join('\n');
    return textsOf([RUN_TESTS, ...tools], prompt, stripTail(request));
  });
  const off = sent.map((request) => textsOf([RUN_TESTS], INSTRUCTIONS, withoutPlan(request)));
  const note = `${String(REQUESTS)} requests, ${String(CHANGES)} changes of 12 steps`;
  const tokens = (name: string, requests: readonly Texts[]): BenchLine =>
    tokensLine(`tokens of the session, ${name}`, requests);
  return [
    ...sizes(),
    {
      name: 'what the next request cannot read from the cache, of all that is kept',
      value: 100 * (1 - shareOf(own, durable)),
      unit: '%',
      atMost: 1,
      note,
    },
    {
      name: '… with the plan in the system prompt',
      value: 100 * (1 - shareOf(naive, naive)),
      unit: '%',
    },
    tokens('without a plan', off),
    tokens('with it', own),
    tokens('with it in the system prompt', naive),
  ];
}

/** Of what a plan adds, each by itself. */
function sizes(): BenchLine[] {
  const definitions = (configuration: SessionConfiguration) =>
    sum(
      toolsOf(configuration).map(({ name, description, inputSchema }) =>
        tokensOf(JSON.stringify({ name, description, parameters: inputSchema })),
      ),
    );
  const command = { name: 'update_plan', input: ordinaryPlan(0, 5) } as const;
  const { plan, result } = decided(null, command);
  const reminder = reminderText({ plan: plan ?? null, tools: TOOLS }) ?? '';
  const line = (name: string, value: number, atMost: number): BenchLine => ({
    ...{ name, value, unit: 'tokens', atMost },
  });
  return [
    line('definitions of the two default tools', definitions(CONFIGURATION), 450),
    line('… of all of them', definitions({ planning: true, subtasks: true }), 1_600),
    line('reminder of 12 ordinary steps', tokensOf(reminder), 400),
    line('answer of update_plan with them', tokensOf(resultText(result)), 350),
  ];
}

/** The requests of a real loop with a scripted model, and the plan at each. */
async function session(): Promise<{
  sent: readonly ModelRequest[];
  plans: (PlanDocument | null)[];
}> {
  const bench = openLoop();
  const plans: (PlanDocument | null)[] = [];
  const meanwhile = async () => {
    plans.push((await bench.snapshot())?.plan ?? null);
  };
  const answers = Array.from({ length: REQUESTS - 1 }, (_, at): ScriptedAnswer => {
    const changes = at < CHANGES ? [callOf('update_plan', ordinaryPlan(at))] : [];
    const parts = [says(`Step ${String(at)}: I run the tests.`), ...changes, callOf('run_tests')];
    return { parts, meanwhile };
  });
  await bench.turn('Fix the flaky checkout tests and say what was wrong.', [
    ...answers,
    { parts: [says('Done.')], meanwhile },
  ]);
  const last = await bench.snapshot();
  if (bench.sent.length !== REQUESTS || last?.plan?.revision !== CHANGES) {
    throw new Error('The session did not go as it was written.');
  }
  return { sent: bench.sent, plans };
}

function textsOf(tools: readonly string[], instructions: string, request: ModelRequest): Texts {
  const messages = request.messages.flatMap(({ role, parts }) =>
    parts.flatMap((part) => (part.kind === 'cache_marker' ? [] : [`${role}: ${textOf(part)}`])),
  );
  return [...tools, instructions, ...messages];
}

function textOf(part: RequestPart): string {
  if (part.kind === 'text') return part.text;
  const isOutput = part.kind === 'tool_result' && part.content === 'run_tests ran.';
  return JSON.stringify(isOutput ? { ...part, content: OUTPUT } : part);
}

function withoutPlan(request: ModelRequest): ModelRequest {
  const ids = new Set<string>();
  for (const part of request.messages.flatMap(({ parts }) => parts)) {
    if (part.kind === 'tool_call' && part.name === 'update_plan') ids.add(part.call_id);
  }
  const messages = stripTail(request).messages.map(({ role, parts }) => ({
    role,
    parts: parts.filter((part) => !('call_id' in part && ids.has(part.call_id ?? ''))),
  }));
  return { ...request, messages };
}

/** Of what is kept of all requests but the last one: what the next one begins with, in tokens. */
function shareOf(sent: readonly Texts[], kept: readonly Texts[]): number {
  const pairs = sent.slice(1).map((after, at) => [kept[at] ?? [], sent[at] ?? [], after] as const);
  const shared = pairs.map(([, before, after]) => countOf(sharedOf(before, after)));
  return sum(shared) / sum(pairs.map(([durable]) => countOf(durable)));
}
