import * as z from 'zod/mini';

/**
 * What a command is done to, given by the panel, by a context menu or by a link; absent parts are the
 * session on the screen and its latest revision. Other keys, which the editor adds, are dropped.
 */
export const planTargetSchema = z.lazy(() =>
  z.object({
    session: z.optional(z.string()),
    revision: z.optional(z.int().check(z.minimum(1))),
    /** The earlier one of two revisions that are compared. */
    from: z.optional(z.int().check(z.minimum(1))),
    /** The chat that goes on with the plan of the session. */
    into: z.optional(z.string()),
  }),
);
export type PlanTarget = z.infer<typeof planTargetSchema>;
