import * as z from 'zod/mini';
import { type PlanStep, stepStatusSchema } from '../plan';

/** A step as the person saw it when drafting: what it is now may be another. */
const seenStepSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    description: z.string(),
    status: stepStatusSchema,
  }),
);
export type SeenStep = z.infer<typeof seenStepSchema>;

/** Between which siblings a step is to stand; null: at the beginning or at the end. */
const placeSchema = z.lazy(() =>
  z.strictObject({
    after: z.nullable(z.string()),
    before: z.nullable(z.string()),
  }),
);
export type Place = z.infer<typeof placeSchema>;

export const draftChangeSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), step: seenStepSchema, text: z.string() }),
    z.strictObject({ kind: z.literal('status'), step: seenStepSchema, status: stepStatusSchema }),
    z.strictObject({ kind: z.literal('place'), step: seenStepSchema, place: placeSchema }),
    z.strictObject({
      kind: z.literal('add'),
      /** What the step is to be called; the agent may call it otherwise. */
      id: z.string(),
      text: z.string(),
      /** Steps that had this text already: none of them is this one. */
      others: z.optional(z.array(z.string())),
      status: stepStatusSchema,
      parent: z.nullable(z.string()),
      place: placeSchema,
    }),
  ]),
);
/** One wish of a person about one step. */
export type DraftChange = z.infer<typeof draftChangeSchema>;

/** What stands in a text field that is not closed yet. */
const typingSchema = z.lazy(() =>
  z.strictObject({
    step: z.string(),
    text: z.string(),
    /** The text of the step when the field was opened. */
    was: z.string(),
    /** The selection in it. */
    from: z.int(),
    to: z.int(),
  }),
);

export const draftSchema = z.lazy(() =>
  z.strictObject({
    /** Those that say where a step stands are in the order in which these are to stand. */
    changes: z.array(draftChangeSchema),
    typing: z.optional(typingSchema),
    /** The message was sent when the plan was at this revision. */
    sent: z.optional(
      z.strictObject({
        revision: z.int(),
        /** It may be sent again: the answer has ended, waits for the person, or nobody is told of its end. */
        answered: z.boolean(),
      }),
    ),
  }),
);
export type Typing = z.infer<typeof typingSchema>;
/** Changes of a plan that a person prepares and nobody has carried out yet. */
export type Draft = z.infer<typeof draftSchema>;

export const EMPTY_DRAFT: Draft = { changes: [] };

/** The step that a change is about. */
export function changedStep(change: DraftChange): string {
  return change.kind === 'add' ? change.id : change.step.id;
}

export function seenStep({ id, description, status }: PlanStep): SeenStep {
  return { id, description, status };
}
