import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  readonly contributes: {
    readonly configuration: { readonly properties: Record<string, { readonly default: unknown }> };
  };
}

/** The settings of the editor: the defaults are those of package.json, the rest the test sets. */
export function fakeSettings() {
  const file = join(__dirname, '..', '..', '..', 'package.json');
  const { contributes } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const set = new Map<string, unknown>();
  const listeners = new Set<(event: { affectsConfiguration(name: string): boolean }) => void>();
  return {
    workspace: {
      workspaceFile: undefined,
      workspaceFolders: undefined,
      getConfiguration: (section: string) => ({
        get: (name: string): unknown => {
          const key = `${section}.${name}`;
          const value = set.get(key) ?? contributes.configuration.properties[key]?.default;
          return set.has(key) && set.get(key) === null ? null : structuredClone(value);
        },
      }),
      onDidChangeConfiguration: (listener: Parameters<typeof listeners.add>[0]) => {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
    },
    /** Undefined takes the setting back. */
    change(name: string, value: unknown): void {
      const key = `sessionPlans.${name}`;
      if (value === undefined) set.delete(key);
      else set.set(key, value);
      const affectsConfiguration = (part: string) => key === part || key.startsWith(`${part}.`);
      for (const listener of listeners) listener({ affectsConfiguration });
    },
    listening: () => listeners.size,
  };
}
