import * as vscode from 'vscode';
import { RESERVED_TOOL_NAMES } from '../../domain/toolset';
import type { PlanTool } from '../../tools/planTool';
import { nameClashKey } from './contributions';

export interface NameClash {
  /** One of the reserved names. */
  readonly name: string;
  /** Id of the extension that declares a tool of this name, too. */
  readonly from: string;
}

/**
 * Reserved names that another extension gives a tool of its own. The editor would run one extension's
 * code under the other's description, so ours is better not registered at all (DP.88, C31).
 */
export function findNameClashes(ownExtensionId: string): readonly NameClash[] {
  return vscode.extensions.all
    .filter((extension) => extension.id.toLowerCase() !== ownExtensionId.toLowerCase())
    .flatMap((extension) => {
      const declared = declaredToolNames(extension.packageJSON);
      return RESERVED_TOOL_NAMES.filter((name) => declared.has(name)).map((name) => ({
        name,
        from: extension.id,
      }));
    });
}

/** The tools that can be registered; the others are taken out of the requests as well. */
export function withoutNameClashes(
  tools: readonly PlanTool[],
  clashes: readonly NameClash[],
): readonly PlanTool[] {
  const taken = new Set(clashes.map(({ name }) => name));
  const left = tools.filter(({ name }) => taken.has(name));
  for (const { name } of left) {
    void vscode.commands.executeCommand('setContext', nameClashKey(name), true);
  }
  return tools.filter((tool) => !left.includes(tool));
}

export function clashText({ name, from }: NameClash): string {
  return vscode.l10n.t(
    'Session Plans does not offer the tool {0}, because the extension {1} has one of the same name. Disable one of the two.',
    name,
    from,
  );
}

/** Other people's manifests: nothing about their shape is taken for granted. */
function declaredToolNames(manifest: unknown): Set<unknown> {
  const declared = (manifest as { contributes?: { languageModelTools?: unknown } } | undefined)
    ?.contributes?.languageModelTools;
  if (!Array.isArray(declared)) return new Set();
  return new Set(declared.map((tool: { name?: unknown } | null) => tool?.name));
}
