import { commandTable } from './commands/commandTable';
import { PLAN_TOOL_NAMES, type PlanCommand, type PlanToolName } from './planCommand';
import { PlanError } from './planError';
import { EXIT_PLAN_MODE } from './planReview';
import type { SessionConfiguration } from './session';
import type { PlanningMode } from './toolOutcome';

/** Names that no tool of anybody else may have beside ours (C31); `exit_plan_mode` is no name for `tools`. */
export const RESERVED_TOOL_NAMES: readonly string[] = [...PLAN_TOOL_NAMES, EXIT_PLAN_MODE];

export function changesPlan(command: PlanCommand): boolean {
  return commandTable[command.name].changesPlan;
}

/** Every tool that the mode registers, before any allowlist. */
export function toolsOfMode({ subtasks }: Pick<SessionConfiguration, 'subtasks'>): PlanToolName[] {
  return PLAN_TOOL_NAMES.filter((name) => subtasks || !commandTable[name].subtasksOnly);
}

/** The tools of a coworker: none without planning, else those of its mode that its allowlist names. */
export function registeredTools(configuration: SessionConfiguration): PlanToolName[] {
  const { planning, tools } = configuration;
  if (!planning) return [];
  return toolsOfMode(configuration).filter((name) => tools?.includes(name) ?? true);
}

export function planningMode(configuration: SessionConfiguration): PlanningMode {
  return {
    subtasks: configuration.subtasks,
    singleInProgress: configuration.single_in_progress ?? 'convention',
    tools: registeredTools(configuration),
  };
}

/** Of the given names those that the mode does not register, sorted; what is wrong with an allowlist. */
export function unknownTools(
  names: readonly string[],
  configuration: Pick<SessionConfiguration, 'subtasks'>,
): string[] {
  const known = new Set<string>(toolsOfMode(configuration));
  return [...new Set(names)].filter((name) => !known.has(name)).sort();
}

/** Throws `invalid_configuration` for a tool or an override that the mode does not register (PT.41, PT.42). */
export function assertKnownTools(configuration: SessionConfiguration): void {
  const { tools = [], descriptions = {} } = configuration;
  for (const [place, names] of [
    ['tools', tools],
    ['descriptions', Object.keys(descriptions)],
  ] as const) {
    const unknown = unknownTools(names, configuration);
    if (unknown.length === 0) continue;
    const available = toolsOfMode(configuration);
    throw new PlanError(
      'invalid_configuration',
      `${place} names ${unknown.join(', ')}, which ${unknown.length === 1 ? 'is no tool' : 'are no tools'} of this mode. Allowed are ${available.join(', ')}.`,
      { details: { place, unknown, available } },
    );
  }
}

/** Throws `invalid_configuration` when a foreign tool would stand under one of our names (DP.88, C31). */
export function assertNoReservedNames(foreign: readonly { name: string; from: string }[]): void {
  const taken = foreign.filter(({ name }) => RESERVED_TOOL_NAMES.includes(name));
  if (taken.length === 0) return;
  const list = taken.map(({ name, from }) => `${name} (${from})`).join(', ');
  throw new PlanError(
    'invalid_configuration',
    `These names are reserved for the planning tools: ${list}. Give the other tools names of their own.`,
    { details: { taken: taken.map(({ name }) => name) } },
  );
}
