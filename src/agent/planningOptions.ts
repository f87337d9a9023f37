import * as z from 'zod/mini';
import { toConfiguration } from '../domain/coworker';
import { PlanError } from '../domain/planError';
import type { SessionConfiguration } from '../domain/session';
import { cacheTtlSchema, type CacheTtl } from './modelRequest';

const text = z.string().check(z.minLength(1));

/** The options that are data, with their defaults; what they say of tools is checked with the mode. */
export const planningOptionsSchema = z.strictObject({
  /** Stable: durable engines know the operations of a planning by it (PT.97). */
  id: z._default(text, 'planning'),
  /** Key of the session in the store, where the context names none. */
  session: z._default(text, 'default'),
  guidance: z._default(z.nullable(z.string()), null),
  cacheTtl: z._default(cacheTtlSchema, '5m'),
  enableSubtasks: z._default(z.boolean(), false),
  inject: z._default(z.boolean(), true),
  tools: z._default(z.nullable(z.array(z.string())), null),
  descriptions: z._default(z.record(z.string(), z.string()), {}),
});
export type PlanningOptions = z.input<typeof planningOptionsSchema>;

export interface PlanningSettings {
  readonly id: string;
  readonly session: string;
  readonly cacheTtl: CacheTtl;
  readonly inject: boolean;
  readonly configuration: SessionConfiguration;
}

/** Throws `invalid_configuration` with the place. */
export function toPlanningSettings(options: PlanningOptions): PlanningSettings {
  const parsed = parsedOptions('option', planningOptionsSchema, options);
  const { id, session, cacheTtl, inject, enableSubtasks: subtasks, ...rest } = parsed;
  const configuration = toConfiguration({ planning: true, subtasks, ...rest });
  return { id, session, cacheTtl, inject, configuration };
}

/** What does not fit is a configuration error with the place and the reason. */
export function parsedOptions<T>(what: string, schema: z.ZodMiniType<T>, given: unknown): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new PlanError(
    'invalid_configuration',
    `Planning has a wrong ${what}${place === '' ? '' : ` at ${place}`}: ${issue?.message ?? ''}.`,
    { details: { place } },
  );
}
