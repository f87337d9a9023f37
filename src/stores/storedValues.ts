import * as z from 'zod/mini';
import { planEventBodySchema, type NewPlanEvent } from '../domain/planEvent';
import { toolResultSchema } from '../domain/toolResult';
import type { RecordedCall } from '../service/planStore';

const eventContextSchema = z.lazy(() =>
  z.strictObject({
    turn_id: z.optional(z.string()),
    call_id: z.optional(z.string()),
    at: z.string(),
  }),
);

const recordedCallSchema = z.lazy(() =>
  z.strictObject({
    call_id: z.string(),
    name: z.string(),
    input: z.string(),
    result: toolResultSchema,
  }),
);

/** Throws when the value is no event. The body and its context are kept apart, as tables keep them. */
export function toNewPlanEvent(body: unknown, context: unknown): NewPlanEvent {
  const { turn_id, call_id, at } = eventContextSchema.parse(context);
  return {
    ...planEventBodySchema.parse(body),
    ...(turn_id === undefined ? {} : { turn_id }),
    ...(call_id === undefined ? {} : { call_id }),
    at,
  };
}

/** Throws when the value is no recorded call. */
export function toRecordedCall(value: unknown): RecordedCall {
  return recordedCallSchema.parse(value);
}
