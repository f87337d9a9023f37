import * as vscode from 'vscode';
import type { PlanTool } from '../tools/planTool';
import { nameClashKey } from './contributions';

export interface NameClash {
  readonly tool: PlanTool;
  readonly extensionId: string;
}

/**
 * Tools of ours whose name another extension declares too. The editor would run one extension's code
 * under the other's description, so such a tool is better not registered at all (C31).
 */
export function findNameClashes(
  tools: readonly PlanTool[],
  ownExtensionId: string,
): readonly NameClash[] {
  return vscode.extensions.all
    .filter((extension) => extension.id.toLowerCase() !== ownExtensionId.toLowerCase())
    .flatMap((extension) => {
      const declared = declaredToolNames(extension.packageJSON);
      return tools
        .filter((tool) => declared.has(tool.name))
        .map((tool) => ({ tool, extensionId: extension.id }));
    });
}

/** The tools that can be registered; the others are taken out of the requests as well. */
export function withoutNameClashes(
  tools: readonly PlanTool[],
  clashes: readonly NameClash[],
): readonly PlanTool[] {
  for (const { tool } of clashes) {
    void vscode.commands.executeCommand('setContext', nameClashKey(tool.name), true);
  }
  return tools.filter((tool) => !clashes.some((clash) => clash.tool === tool));
}

export function clashText({ tool, extensionId }: NameClash): string {
  return vscode.l10n.t(
    'Session Plans does not offer the tool {0}, because the extension {1} has one of the same name. Disable one of the two.',
    tool.name,
    extensionId,
  );
}

/** Other people's manifests: nothing about their shape is taken for granted. */
function declaredToolNames(manifest: unknown): Set<unknown> {
  const declared = (manifest as { contributes?: { languageModelTools?: unknown } } | undefined)
    ?.contributes?.languageModelTools;
  if (!Array.isArray(declared)) return new Set();
  return new Set(declared.map((tool: { name?: unknown } | null) => tool?.name));
}
