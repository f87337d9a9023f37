import * as z from 'zod/mini';
import { toConfiguration } from '../domain/coworker';
import { parsedConfiguration } from '../domain/parsedConfiguration';
import { cacheTtlSchema, type CacheTtl, type SessionConfiguration } from '../domain/session';

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
  singleInProgress: z._default(z.enum(['convention', 'strict']), 'convention'),
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
  const parsed = parsedConfiguration('Planning', planningOptionsSchema, options);
  const { id, session, cacheTtl, inject, enableSubtasks: subtasks, ...more } = parsed;
  const { singleInProgress, ...rest } = more;
  const configuration = toConfiguration({
    ...{ planning: true, subtasks, ...rest },
    ...(singleInProgress === 'strict' && { single_in_progress: singleInProgress }),
  });
  return { id, session, cacheTtl, inject, configuration };
}
