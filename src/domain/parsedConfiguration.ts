import type * as z from 'zod/mini';
import { PlanError } from './planError';

/**
 * What somebody configured, parsed. Throws `invalid_configuration` with the place and what is allowed
 * there. `subject` begins the sentence.
 */
export function parsedConfiguration<Schema extends z.ZodMiniObject>(
  subject: string,
  schema: Schema,
  given: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  const allowed = Object.keys(schema.shape).join(', ');
  const what =
    issue?.code === 'unrecognized_keys'
      ? `does not know ${issue.keys.join(', ')}; allowed are ${allowed}`
      : `has a wrong value${place === '' ? '' : ` at ${place}`}: ${issue?.message ?? ''}`;
  throw new PlanError('invalid_configuration', `${subject} ${what}.`, { details: { place } });
}
