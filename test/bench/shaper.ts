import { cacheBreakpoints } from '../../src/agent/cacheBreakpoints';
import type { ModelMessage, ModelRequest } from '../../src/agent/modelRequest';
import { shapeRequest, type RequestTail } from '../../src/agent/requestShaper';
import type { PlanDocument } from '../../src/domain/plan';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import type { BenchLine } from './benchResult';
import { fullPlan, longestDescription, ordinaryDescription } from './fullPlan';
import { timeOfCall } from './statistics';

/** Rounds of a tool loop: a long one. */
const ROUNDS = 200;
/** What it takes to put the plan at the end of a request to a model. */
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
  ];
}

function timeOfTail(request: ModelRequest, plan: PlanDocument): number {
  const tail: RequestTail = { plan, tools: PLAN_TOOL_NAMES, inject: true, cacheTtl: '5m' };
  const shape = () => cacheBreakpoints(shapeRequest(request, tail), { kind: 'anthropic' });
  if (shape().length !== 1) throw new Error('The request was to have one breakpoint.');
  return timeOfCall(shape).wall;
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
