import { allTools } from '../tools/allTools';

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
    when: `config.sessionPlans.enabled && !${nameClashKey(tool.name)}`,
    inputSchema: tool.inputSchema,
  }));
}

/** Context key that takes a tool out of the requests when another extension has one of its name. */
export function nameClashKey(toolName: string): string {
  return `sessionPlans.nameClash.${toolName}`;
}
