import * as z from 'zod/mini';
import { planDocumentSchema } from './plan';
import { reviewOutcomeSchema } from './reviewOutcome';
import { toolResultSchema } from './toolResult';

// In files of their own, since the panel needs no more of all this.
export { cursorOf } from './eventCursor';
export type { ReviewOutcome } from './reviewOutcome';

/** Said in every `plan_updated`: a plan reports progress and grants or enforces nothing (DP.57). */
export const PLAN_ENFORCEMENT = 'session-metadata-only';

const forkOrigin = z.lazy(() => z.strictObject({ session: z.string(), revision: z.int() }));

export const sessionCreatedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('session_created'),
    data: z.strictObject({ coworker: z.string(), forked_from: z.optional(forkOrigin) }),
  }),
);

/** The last event of an accepted changing call (DP.52 to DP.57). */
export const planUpdatedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('plan_updated'),
    data: z.strictObject({
      name: z.string(),
      call_id: z.string(),
      plan: planDocumentSchema,
      result: toolResultSchema,
      enforcement: z.literal(PLAN_ENFORCEMENT),
    }),
  }),
);

/** The last event of a call that was refused or only read (DP.60). */
export const toolFinishedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('tool_finished'),
    data: z.strictObject({ name: z.string(), call_id: z.string(), result: toolResultSchema }),
  }),
);

const turnStartedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('turn_started'),
    data: z.strictObject({}),
  }),
);

/** `cancelled`: stopped by a person, by another turn, or given up after its owner died. */
const turnEndedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('turn_ended'),
    data: z.strictObject({ outcome: z.enum(['completed', 'cancelled']) }),
  }),
);

/** Plan mode was switched at a request boundary (planning 8.1). */
const planModeSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('plan/mode'),
    data: z.strictObject({ active: z.boolean() }),
  }),
);

/** What a person answered when asked about exactly this revision (planning 8.4). */
const planReviewedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('plan_reviewed'),
    data: z.strictObject({
      revision: z.int().check(z.minimum(1)),
      outcome: reviewOutcomeSchema,
      feedback: z.optional(z.string()),
    }),
  }),
);

/** The log of another session up to this revision was copied into this one (C25). */
const sessionAdoptedSchema = z.lazy(() =>
  z.strictObject({
    type: z.literal('session_adopted'),
    data: z.strictObject({ from: z.string(), revision: z.int() }),
  }),
);

export const planEventBodySchema = z.lazy(() =>
  z.discriminatedUnion('type', [
    sessionCreatedSchema,
    planUpdatedSchema,
    toolFinishedSchema,
    turnStartedSchema,
    turnEndedSchema,
    planModeSchema,
    planReviewedSchema,
    sessionAdoptedSchema,
  ]),
);
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
