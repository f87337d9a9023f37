import { commandTable } from '../../domain/commands/commandTable';
import { PLAN_TOOL_NAMES, type PlanToolName } from '../../domain/planCommand';
import { allTools } from '../../tools/allTools';
import type { PlanTool } from '../../tools/planTool';

/** `contributes.languageModelTools` of package.json, derived from the tools; a test compares the two. */
export function languageModelToolContributions(): Record<string, unknown>[] {
  return allTools.map((tool) => ({
    name: tool.name,
    toolReferenceName: tool.name,
    displayName: `%tool.${tool.name}.displayName%`,
    modelDescription: tool.description,
    userDescription: `%tool.${tool.name}.userDescription%`,
    canBeReferencedInPrompt: true,
    icon: `$(${tool.icon})`,
    when: whenOffered(tool),
    inputSchema: tool.inputSchema,
  }));
}

/** The tools of agent mode unless a person chooses others: each further name costs the model tokens. */
export const DEFAULT_CHAT_TOOLS: readonly PlanToolName[] = ['update_plan', 'read_plan'];

/** What the setting `sessionPlans.tools` may name, for the editor to check while it is typed. */
export function toolsSettingItems(): Record<string, unknown> {
  return {
    type: 'string',
    enum: PLAN_TOOL_NAMES,
    enumDescriptions: PLAN_TOOL_NAMES.map((name) => `%tool.${name}.userDescription%`),
  };
}

/** Context key that takes a tool out of the requests when another extension has one of its name. */
export function nameClashKey(toolName: string): string {
  return `sessionPlans.nameClash.${toolName}`;
}

/** By the settings alone, so that it holds before activation; the editor shows a list as its JSON here. */
function whenOffered({ name }: PlanTool): string {
  return [
    'config.sessionPlans.enabled',
    `config.sessionPlans.tools =~ /"${name}"/`,
    ...(commandTable[name].subtasksOnly ? ['config.sessionPlans.subtasks'] : []),
    `!${nameClashKey(name)}`,
  ].join(' && ');
}
