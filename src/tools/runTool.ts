import { toolRefusal, type ToolResult } from '../domain/toolResult';
import type { PlanService } from '../service/planService';
import type { GuestCall, HostedCall } from '../service/sessionCommand';
import type { PlanTool } from './planTool';

/** Who calls and where; what is called comes from the tool and its raw input. */
export type ToolCaller = Omit<GuestCall, 'command'> | Omit<HostedCall, 'command'>;

/**
 * Answers one tool call. Input that breaks the schema is refused without entering the planning code:
 * no event, nothing recorded, and no caller is asked for. Rejects like `PlanService.execute`; toolFailure has the words for it.
 */
export async function runTool(
  service: PlanService,
  tool: PlanTool,
  caller: ToolCaller | (() => Promise<ToolCaller>),
  input: unknown,
): Promise<ToolResult> {
  const parsed = tool.parse(input);
  if (!parsed.ok) return toolRefusal(parsed.message, { error: 'invalid_input' });
  const known = typeof caller === 'function' ? await caller() : caller;
  return service.execute({ ...known, command: parsed.value });
}
