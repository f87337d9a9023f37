import * as z from 'zod/mini';
import { planDocumentSchema } from './plan';
import { toolResultSchema } from './toolResult';

/** Said in every `plan_updated`: a plan reports progress and grants or enforces nothing (DP.57). */
export const PLAN_ENFORCEMENT = 'session-metadata-only';

const forkOrigin = z.strictObject({ session: z.string(), revision: z.int() });

export const sessionCreatedSchema = z.strictObject({
  type: z.literal('session_created'),
  data: z.strictObject({ coworker: z.string(), forked_from: z.optional(forkOrigin) }),
});

/** The last event of an accepted changing call (DP.52 to DP.57). */
export const planUpdatedSchema = z.strictObject({
  type: z.literal('plan_updated'),
  data: z.strictObject({
    name: z.string(),
    call_id: z.string(),
    plan: planDocumentSchema,
    result: toolResultSchema,
    enforcement: z.literal(PLAN_ENFORCEMENT),
  }),
});

/** The last event of a call that was refused or only read (DP.60). */
export const toolFinishedSchema = z.strictObject({
  type: z.literal('tool_finished'),
  data: z.strictObject({ name: z.string(), call_id: z.string(), result: toolResultSchema }),
});

export const planEventBodySchema = z.discriminatedUnion('type', [
  sessionCreatedSchema,
  planUpdatedSchema,
  toolFinishedSchema,
]);
/** What happened, without its place in the log: what `decide` yields. */
export type PlanEventBody = z.infer<typeof planEventBodySchema>;

/** Who and when: the same for every event of one commit. */
export interface EventContext {
  readonly turn_id?: string;
  readonly call_id?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** An event with its context, on its way to the log. */
export type NewPlanEvent = PlanEventBody & EventContext;

/** A recorded event. `sequence` starts at 1 and has no gaps within a session. */
export type PlanEvent = NewPlanEvent & { readonly sequence: number };

/** The form of a sequence outside the process: a decimal string; `"0"` is before the first event. */
export function cursorOf(sequence: number): string {
  return String(sequence);
}
