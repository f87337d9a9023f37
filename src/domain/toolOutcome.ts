import type { PlanDocument } from './plan';
import type { PlanToolName } from './planCommand';
import { PLAN_ENFORCEMENT, type PlanEventBody } from './planEvent';
import type { ToolResult } from './toolResult';

/** The turn and the call on whose behalf a command is decided. */
export interface Caller {
  readonly turn_id: string;
  readonly call_id: string;
}

/** How the caller's tools are set up. */
export interface PlanningMode {
  /** Parents, prerequisites and `blocked` may be written. */
  readonly subtasks: boolean;
  /** `strict`: no tool lets a second step be in progress; `convention`: the reply says so (C2). */
  readonly singleInProgress: 'convention' | 'strict';
  /** The tools that the caller has, in the order of every list of tools. */
  readonly tools: readonly PlanToolName[];
}

/** Everything that a command is decided on beside its input. */
export interface Situation {
  readonly plan: PlanDocument | null;
  readonly caller: Caller;
  readonly mode: PlanningMode;
  /** Ids that this session never used, at least as many as the command makes steps. */
  readonly newIds: readonly string[];
  /** Of the ids that the command names and the plan has not: the revision that removed the step. */
  readonly removedIn: ReadonlyMap<string, number>;
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
