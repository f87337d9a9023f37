import * as z from 'zod/mini';
import { PlanError } from '../domain/planError';

/** How many a page holds at most, and when nothing is said. */
const LIMIT = { most: 1_000, usual: 100 } as const;

export const limitSchema = z._default(
  z.int().check(z.minimum(1), z.maximum(LIMIT.most)),
  LIMIT.usual,
);

/** The place in a log, as a decimal string; `"0"` is before the first event. */
export const cursorSchema = z.string().check(z.regex(/^(?:0|[1-9]\d{0,14})$/));

/** Throws `invalid_input` with the place and what is wrong with it. */
export function parsedParams<T>(schema: z.ZodMiniType<T>, given: unknown): T {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: no such parameter`;
    return `${issue.path.join('.') || 'params'}: ${issue.message}`;
  });
  throw new PlanError('invalid_input', `The parameters do not fit. ${places.join('; ')}.`);
}
