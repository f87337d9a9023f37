import * as z from 'zod/mini';
import { planModeStateSchema } from '../domain/planMode';

/** A line of the list of sessions. */
export const sessionRowSchema = z.strictObject({
  session: z.string(),
  /** Empty where neither plan nor person gave one. */
  title: z.string(),
  coworker: z.string(),
  /** It began in the workspace of this window. */
  isHere: z.boolean(),
  /** ISO 8601, UTC. */
  updated: z.string(),
  /** 0: nothing was written yet. */
  revision: z.int(),
  completed: z.int(),
  total: z.int(),
  /** Steps that are neither completed nor cancelled. */
  open: z.int(),
  /** What the step to name is about; may be empty. */
  current: z.string(),
  pinned: z.boolean(),
  planMode: z.nullable(planModeStateSchema),
  /** A person is asked to answer for this revision; null where nobody waits for anybody. */
  review: z.nullable(z.int()),
});
export type SessionRow = z.infer<typeof sessionRowSchema>;

/** A stored session that cannot be read; the others are listed all the same. */
export const unreadableRowSchema = z.strictObject({ location: z.string(), reason: z.string() });
export type UnreadableRow = z.infer<typeof unreadableRowSchema>;

/** Most rows that one message carries. */
export const MAX_ROWS = 1_000;
