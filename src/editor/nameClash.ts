import * as vscode from 'vscode';
import type { PlanTool } from '../tools/planTool';
import { nameClashKey } from './contributions';

interface NameClash {
  readonly tool: PlanTool;
  readonly extensionId: string;
}

/** The tools that can be registered; for the others the person is told and requests leave them out. */
export function withoutNameClashes(
  tools: readonly PlanTool[],
  ownExtensionId: string,
): readonly PlanTool[] {
  const clashes = findNameClashes(tools, ownExtensionId);
  for (const { tool, extensionId } of clashes) {
    void vscode.commands.executeCommand('setContext', nameClashKey(tool.name), true);
    void vscode.window.showWarningMessage(
      vscode.l10n.t(
        'Session Plans does not offer the tool {0}, because the extension {1} has one of the same name. Disable one of the two.',
        tool.name,
        extensionId,
      ),
    );
  }
  return tools.filter((tool) => !clashes.some((clash) => clash.tool === tool));
}

/**
 * Tools of ours whose name another extension declares too. The editor would run one extension's code
 * under the other's description, so such a tool is better not registered at all.
 */
function findNameClashes(tools: readonly PlanTool[], ownExtensionId: string): NameClash[] {
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
