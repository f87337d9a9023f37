import { PlanError } from '../../domain/planError';
import { resultText, toolRefusal, type ToolResult } from '../../domain/toolResult';
import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { CancelSignal, Log } from '../../service/ports';
import type { SessionOrigin } from '../../service/sessionCommand';
import type { PlanTool } from '../../tools/planTool';
import { runTool } from '../../tools/runTool';
import { toolFailure } from '../../tools/toolFailure';

/** A call as the host of an agent makes it. */
export interface McpCall {
  readonly session: SessionKey;
  /** Of the connection. */
  readonly turn_id: string;
  /** Of the request. */
  readonly id: string | number;
  readonly input: unknown;
  readonly origin: SessionOrigin;
  readonly signal: CancelSignal;
}

export interface McpResult {
  readonly [key: string]: unknown;
  readonly isError: boolean;
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

/** One host puts this into the schema of every tool, and into calls; it is none of ours. */
const FOREIGN_ARGUMENT = 'wait_for_previous';

/**
 * Answers a call as one of a guest: what is wrong with it, and a store that does not answer, come back as
 * a result that the model can read. The whole text is in both parts, because hosts show one or the other.
 */
export async function answerMcpCall(
  service: PlanService,
  tool: PlanTool,
  { session, turn_id, id, input, origin, signal }: McpCall,
  log: Log,
): Promise<McpResult> {
  // As it was sent: 1 and "1" are two requests.
  const call_id = `${turn_id}:${JSON.stringify(id)}`;
  const caller = { kind: 'guest_call', session, turn_id, call_id, origin, signal } as const;
  try {
    return toMcpResult(await runTool(service, tool, caller, withoutForeign(input)));
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    const { kind, text } = toolFailure(error);
    if (kind === 'failure') log.warn(`${tool.name}: ${error.message}`);
    return toMcpResult(toolRefusal(text, { error: error.code }));
  }
}

function toMcpResult(result: ToolResult): McpResult {
  const { isError, content, structuredContent = {} } = result;
  return {
    isError,
    content: content.map(({ type, text }) => ({ type, text })),
    structuredContent: { message: resultText(result), ...structuredContent },
  };
}

function withoutForeign(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !(FOREIGN_ARGUMENT in input))
    return input ?? {};
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== FOREIGN_ARGUMENT));
}
