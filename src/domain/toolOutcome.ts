import type { PlanDocument } from './plan';
import { PLAN_ENFORCEMENT, type PlanEventBody } from './planEvent';
import type { ToolResult } from './toolResult';

/** The turn and the call on whose behalf a command is decided. */
export interface Caller {
  readonly turn_id: string;
  readonly call_id: string;
}

/** What a command comes to: the answer, and the next plan when it is an accepted change. */
export interface ToolOutcome {
  readonly result: ToolResult;
  readonly plan?: PlanDocument;
}

/** The one event that ends a call: `plan_updated` for a change, else `tool_finished` (DP.52, DP.60). */
export function terminalEvent(name: string, callId: string, outcome: ToolOutcome): PlanEventBody {
  const { plan, result } = outcome;
  if (plan === undefined) return { type: 'tool_finished', data: { name, call_id: callId, result } };
  return {
    type: 'plan_updated',
    data: { name, call_id: callId, plan, result, enforcement: PLAN_ENFORCEMENT },
  };
}
