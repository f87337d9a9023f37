import * as z from 'zod/mini';

export const reviewOutcomeSchema = z.lazy(() => z.enum(['approved', 'left', 'kept_planning']));
export type ReviewOutcome = z.infer<typeof reviewOutcomeSchema>;
