import * as z from 'zod/mini';
import { parsedConfiguration } from '../domain/parsedConfiguration';
import { PlanError } from '../domain/planError';
import type { PlanStore } from '../service/planStore';
import { createPlanning, type Planning, type PlanningRuntime, type RunContext } from './planning';
import { planningOptionsSchema, type PlanningOptions } from './planningOptions';

/** The name of planning among the capabilities of an agent spec (PT.110). */
export const PLANNING_SPEC_NAME = 'Planning';

const DATABASE = '.agent-plan.db';

const { session, enableSubtasks, inject, guidance, cacheTtl, tools } = planningOptionsSchema.shape;

const specOptionsSchema = z.strictObject({
  backend: z._default(z.enum(['memory', 'sqlite']), 'memory'),
  database: z.optional(z.nullable(z.string().check(z.minLength(1)))),
  session,
  enable_subtasks: enableSubtasks,
  inject,
  guidance,
  cache_ttl: cacheTtl,
  tools,
});

/** Of an agent only this is ours to read; `model` and all the rest is ignored. */
const agentSpecSchema = z.object({
  capabilities: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
});

export interface PlanningSpec {
  readonly options: PlanningOptions;
  /** Undefined: in memory. A relative one is under the user's data folder, never the workspace. */
  readonly database: string | undefined;
}

/** Reads an agent spec (YAML or JSON, parsed). Throws `invalid_configuration`. */
export function parsePlanningSpec(spec: unknown): PlanningSpec {
  const { capabilities } = parsedConfiguration('The agent spec', agentSpecSchema, spec);
  const found = capabilities.flatMap((entry) => {
    const given = typeof entry === 'string' ? { [entry]: null } : entry;
    return Object.hasOwn(given, PLANNING_SPEC_NAME) ? [given[PLANNING_SPEC_NAME] ?? {}] : [];
  });
  if (found.length !== 1) {
    throw new PlanError(
      'invalid_configuration',
      `The capabilities of an agent spec name ${PLANNING_SPEC_NAME} once; here it is ${found.length} times.`,
    );
  }
  const parsed = parsedConfiguration(
    `${PLANNING_SPEC_NAME} of the agent spec`,
    specOptionsSchema,
    found[0],
  );
  const { backend, database, enable_subtasks, cache_ttl, ...options } = parsed;
  if (backend !== 'sqlite' && typeof database === 'string') {
    throw new PlanError(
      'invalid_configuration',
      'Planning has a database and no backend that uses one: set backend to sqlite, or leave database out.',
      { details: { place: 'database' } },
    );
  }
  return {
    options: { ...options, enableSubtasks: enable_subtasks, cacheTtl: cache_ttl },
    database: backend === 'sqlite' ? (database ?? DATABASE) : undefined,
  };
}

export interface SpecRuntime<Context extends RunContext> extends PlanningRuntime<Context> {
  /** Opens the store in this folder; the root says under which one a relative path is. */
  readonly sqliteStore: (database: string) => Promise<PlanStore>;
}

/** Planning as an agent spec describes it; a database is opened at the first use and shared by all runs. */
export function planningFromSpec<Context extends RunContext = RunContext>(
  spec: unknown,
  runtime: SpecRuntime<Context>,
): Planning<Context> {
  const { options, database } = parsePlanningSpec(spec);
  if (database === undefined) return createPlanning(options, runtime);
  let opened: Promise<PlanStore> | undefined;
  const storeResolver = () =>
    (opened ??= runtime.sqliteStore(database).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  return createPlanning({ ...options, storeResolver }, runtime);
}
