import { EXIT_PLAN_MODE } from '../domain/planReview';
import { cutToLength } from '../domain/textLimits';
import { REFUSAL_OPENING, resultText, type ToolResult } from '../domain/toolResult';
import { RESERVED_TOOL_NAMES } from '../domain/toolset';
import type { ToolCallPart } from './modelRequest';
import { planModeRefusal } from './readOnlyTools';

/** Longest text of one result of a foreign tool that a model gets, in UTF-16 units. */
export const MAX_FOREIGN_RESULT = 40_000;

/** Ways to the tools of a loop. They reject only with what ends the run. */
export interface CallPorts {
  readonly plan: (call: ToolCallPart) => Promise<ToolResult>;
  readonly review: (call: ToolCallPart) => Promise<ToolResult>;
  /** Answers in words, also when the tool failed. */
  readonly foreign: (call: ToolCallPart) => Promise<string>;
  /** Names of all tools that the model was offered. */
  readonly offered: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

/**
 * The text that answers a call. While plan mode is active a foreign tool that is not on the list of those
 * that read is not run, whatever was allowed before (FC.35); planning tools are never gated (PMx.9).
 */
export async function answerTo(
  { plan, review, foreign, offered, readOnly }: CallPorts,
  call: ToolCallPart,
  planMode: boolean,
): Promise<string> {
  const { name } = call;
  if (!offered.has(name)) {
    return `${REFUSAL_OPENING}There is no tool ${name} here, so nothing was run. Use the tools that are listed.`;
  }
  if (name === EXIT_PLAN_MODE) return resultText(await review(call));
  if (RESERVED_TOOL_NAMES.includes(name)) return resultText(await plan(call));
  if (planMode && !readOnly.has(name)) return planModeRefusal(name);
  return cut(await foreign(call));
}

function cut(text: string): string {
  if (text.length <= MAX_FOREIGN_RESULT) return text;
  return `${cutToLength(text, MAX_FOREIGN_RESULT)}\n[The result has ${String(text.length)} characters; the rest was left out. Ask for a smaller part.]`;
}
