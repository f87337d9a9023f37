import { cacheBreakpoints } from '../../src/agent/cacheBreakpoints';
import type { ModelMessage, ModelRequest } from '../../src/agent/modelRequest';
import { reminderText } from '../../src/agent/reminderText';
import { shapeRequest, type RequestTail } from '../../src/agent/requestShaper';
import { toPlanStep, type PlanDocument } from '../../src/domain/plan';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { utf8Bytes } from '../../src/domain/textLimits';
import type { BenchLine } from './benchResult';
import { fullPlan, longestDescription, ordinaryDescription } from './fullPlan';
import { ordinaryPlan } from './ordinaryPlan';
import { timeOfCall } from './statistics';

/** Rounds of a tool loop: a long one. */
const ROUNDS = 200;
/** Of a list of steps with ids, in o200k; 3.6 to 4.0 when measured, so this is rather too many tokens. */
const BYTES_PER_TOKEN = 3.5;

/** What the plan adds to a request to a model: time of ours, and tokens. */
export function measureShaper(): BenchLine[] {
  const request = longRequest();
  const descriptions = { ordinary: ordinaryDescription, longest: longestDescription };
  return [
    ...Object.entries(descriptions).map(([kind, describe]): BenchLine => ({
      name: `tail of a request, 32 ${kind} steps`,
      value: timeOfTail(request, fullPlan(describe)),
      unit: 'ms',
      atMost: 1,
      note: `and its breakpoints, after ${ROUNDS} rounds of tools`,
    })),
    {
      name: 'reminder of 12 ordinary steps',
      value: tokensOf({ ...fullPlan(ordinaryDescription), steps: twelveSteps() }),
      unit: 'tokens',
      atMost: 400,
      note: `estimated from its bytes, ${BYTES_PER_TOKEN} to a token`,
    },
  ];
}

function timeOfTail(request: ModelRequest, plan: PlanDocument): number {
  const tail: RequestTail = { plan, tools: PLAN_TOOL_NAMES, inject: true, cacheTtl: '5m' };
  const shape = () => cacheBreakpoints(shapeRequest(request, tail), { kind: 'anthropic' });
  if (shape().length !== 1) throw new Error('The request was to have one breakpoint.');
  return timeOfCall(shape).wall;
}

function tokensOf(plan: PlanDocument): number {
  const text = reminderText({ plan, tools: ['update_plan'] });
  if (text === null) throw new Error('There was to be a reminder.');
  return Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);
}

function twelveSteps(): PlanDocument['steps'] {
  return ordinaryPlan(5).steps.map(toPlanStep);
}

function longRequest(): ModelRequest {
  const rounds = Array.from({ length: ROUNDS }, (_, at): ModelMessage[] => [
    {
      role: 'assistant',
      parts: [{ kind: 'tool_call', call_id: `c${at}`, name: 'run', input: {} }],
    },
    { role: 'user', parts: [{ kind: 'tool_result', call_id: `c${at}`, content: 'Done.' }] },
  ]);
  const prompt: ModelMessage = { role: 'user', parts: [{ kind: 'text', text: 'Fix it' }] };
  return { messages: [prompt, ...rounds.flat()] };
}
