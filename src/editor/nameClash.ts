import * as vscode from 'vscode';
import type { PlanTool } from '../tools/planTool';

export interface NameClash {
  readonly tool: PlanTool;
  readonly extensionId: string;
}

/**
 * Tools of ours whose name another extension declares too. The editor would run one extension's code
 * under the other's description, so such a tool is better not registered at all.
 */
export function findNameClashes(tools: readonly PlanTool[], ownExtensionId: string): NameClash[] {
  return vscode.extensions.all
    .filter((extension) => extension.id.toLowerCase() !== ownExtensionId.toLowerCase())
    .flatMap((extension) => {
      const declared = declaredToolNames(extension.packageJSON);
      return tools
        .filter((tool) => declared.has(tool.name))
        .map((tool) => ({ tool, extensionId: extension.id }));
    });
}

/** Other people's manifests: nothing about their shape is taken for granted. */
function declaredToolNames(manifest: unknown): Set<unknown> {
  const declared = (manifest as { contributes?: { languageModelTools?: unknown } } | undefined)
    ?.contributes?.languageModelTools;
  if (!Array.isArray(declared)) return new Set();
  return new Set(declared.map((tool: { name?: unknown } | null) => tool?.name));
}
