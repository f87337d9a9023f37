import * as z from 'zod/mini';
import { parsedConfiguration } from './parsedConfiguration';
import { PlanError } from './planError';
import { configurationFields, type SessionConfiguration } from './session';
import { assertKnownTools } from './toolset';

/**
 * How a coworker declares that it plans: in a manifest, in a package.json, in a specification. What is
 * left out has its default; planning is off unless it says otherwise (DP.6, DP.8).
 */
export const coworkerDeclarationSchema = z.strictObject({
  ...configurationFields(),
  planning: z._default(z.boolean(), false),
  subtasks: z._default(z.boolean(), false),
  tools: z.optional(z.nullable(z.array(z.string()))),
  guidance: z.optional(z.nullable(z.string())),
});

/** What clients may know of a coworker beside its name (DP.47). */
export interface CoworkerInfo {
  readonly id: string;
  readonly planning: boolean;
  readonly subtasks: boolean;
}

/**
 * The configuration that a session of this coworker is created with and keeps (DP.11). Throws
 * `invalid_configuration` with the place and what is allowed there.
 */
export function toConfiguration(declaration: unknown): SessionConfiguration {
  const parsed = parsedConfiguration('The declaration', coworkerDeclarationSchema, declaration);
  const { tools, guidance, ...rest } = parsed;
  const configuration: SessionConfiguration = {
    ...rest,
    ...(tools && { tools }),
    ...(typeof guidance === 'string' && { guidance }),
  };
  if (configuration.plan_mode && !configuration.planning) {
    throw new PlanError(
      'invalid_configuration',
      'plan_mode is true and planning is not: set planning to true, or leave plan_mode out.',
      { details: { place: 'plan_mode' } },
    );
  }
  assertKnownTools(configuration);
  return configuration;
}

/** Whether sessions of this coworker have plan mode. */
export function hasPlanMode({ planning, plan_mode = true }: SessionConfiguration): boolean {
  return planning && plan_mode;
}

export function toCoworkerInfo(id: string, configuration: SessionConfiguration): CoworkerInfo {
  const { planning, subtasks } = configuration;
  return { id, planning, subtasks };
}
