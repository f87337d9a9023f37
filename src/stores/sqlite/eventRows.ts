import * as z from 'zod/mini';
import { planEventBodySchema, type NewPlanEvent, type PlanEvent } from '../../domain/planEvent';
import { toolResultSchema } from '../../domain/toolResult';
import type { RecordedCall } from '../../service/planStore';

const contextSchema = z.object({
  sequence: z.int(),
  turn_id: z.nullable(z.string()),
  call_id: z.nullable(z.string()),
  at: z.string(),
});
const callSchema = z.object({ call_id: z.string(), name: z.string(), input: z.string() });

/** Throws when the row cannot make a call. */
export function toRecordedCall(row: Record<string, unknown>): RecordedCall {
  return { ...callSchema.parse(row), result: toolResultSchema.parse(parsedJson(row['result'])) };
}

/** Undefined when the row cannot make an event. */
export function toPlanEvent(row: Record<string, unknown>): PlanEvent | undefined {
  const context = contextSchema.safeParse(row);
  const body = planEventBodySchema.safeParse({ type: row['type'], data: parsedJson(row['data']) });
  if (!context.success || !body.success) return undefined;
  const { sequence, turn_id, call_id, at } = context.data;
  const event: NewPlanEvent = {
    ...body.data,
    ...(turn_id === null ? {} : { turn_id }),
    ...(call_id === null ? {} : { call_id }),
    at,
  };
  return { ...event, sequence };
}

function parsedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    // The schema that follows refuses it and says what is missing.
    return undefined;
  }
}
