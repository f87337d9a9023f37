import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PlanError } from '../../src/domain/planError';
import type { PlanCommand } from '../../src/domain/planCommand';
import type { ToolResult } from '../../src/domain/toolResult';
import type { PlanService } from '../../src/service/planService';
import type { GuestCall } from '../../src/service/sessionCommand';

/** What one call came to, as a line. */
export interface CallAnswer {
  readonly call_id: string;
  readonly ms: number;
  readonly result?: ToolResult;
  /** The code of a failure. */
  readonly failed?: string;
}

const CONFIGURATION = { planning: true, subtasks: false };

/** A call of a guest, for a program that answers lines. */
export function aGuestCall(session: string, call_id: string, command: PlanCommand): GuestCall {
  const origin = { coworker: 'chat', configuration: CONFIGURATION };
  return { kind: 'guest_call', session, turn_id: 'turn-1', call_id, origin, command };
}

/** Adds a step that is named after the call. */
export function adding(session: string, call_id: string): GuestCall {
  return aGuestCall(session, call_id, { name: 'add_task', input: { content: `Do ${call_id}` } });
}

/**
 * It says that it is ready; each line that it is told is a JSON list of guest calls, made one after the other and
 * answered with a line each.
 */
export async function answerLines(service: PlanService): Promise<void> {
  // Everything that is loaded at first use.
  await service.snapshot('srv:none');
  writeSync(1, 'ready\n');
  for await (const line of createInterface({ input: process.stdin })) {
    for (const call of JSON.parse(line) as GuestCall[])
      writeSync(1, `${JSON.stringify(await answerTo(service, call))}\n`);
  }
}

async function answerTo(service: PlanService, call: GuestCall): Promise<CallAnswer> {
  const began = performance.now();
  const took = () => ({ call_id: call.call_id, ms: performance.now() - began });
  try {
    const result = await service.execute(call);
    return { ...took(), result };
  } catch (error) {
    return { ...took(), failed: PlanError.is(error) ? error.code : String(error) };
  }
}
