/** A stand-in for the parts of `vscode` that small editor files use, outside the editor. */
export function fakeVscode() {
  const registered = new Map<string, RegisteredTool>();
  const commands = new Map<string, (argument?: unknown) => unknown>();
  const contexts = new Map<string, unknown>();
  const warnings: string[] = [];
  class LanguageModelTextPart {
    constructor(readonly value: string) {}
  }
  class LanguageModelToolResult {
    constructor(readonly content: readonly LanguageModelTextPart[]) {}
  }
  class CancellationError extends Error {
    override readonly name = 'Canceled';
  }
  class EventEmitter<Value> {
    readonly #listeners = new Set<(value: Value) => void>();
    readonly event = (listener: (value: Value) => void) => {
      this.#listeners.add(listener);
      return { dispose: () => void this.#listeners.delete(listener) };
    };
    fire(value: Value): void {
      for (const listener of this.#listeners) listener(value);
    }
    dispose(): void {
      this.#listeners.clear();
    }
  }
  const vscode = {
    CancellationError,
    Disposable: {
      from: (...parts: { dispose(): void }[]) => ({
        dispose: () =>
          parts.forEach((part) => {
            part.dispose();
          }),
      }),
    },
    EventEmitter,
    env: { language: 'en' },
    LanguageModelTextPart,
    LanguageModelToolResult,
    Uri: { from: ({ scheme, path }: { scheme: string; path: string }) => `${scheme}:${path}` },
    commands: {
      registerCommand: (name: string, run: (argument?: unknown) => unknown) => {
        commands.set(name, run);
        return { dispose: () => commands.delete(name) };
      },
      executeCommand: (_command: string, key: string, value: unknown) => {
        contexts.set(key, value);
        return Promise.resolve();
      },
    },
    extensions: { all: [] as { id: string; packageJSON: unknown }[] },
    l10n: {
      t: (text: string, ...values: (string | number)[]) =>
        text.replace(/\{(\d)\}/g, (gap, place: string) => String(values[Number(place)] ?? gap)),
    },
    lm: {
      registerTool: (name: string, tool: RegisteredTool) => {
        registered.set(name, tool);
        return { dispose: () => registered.delete(name) };
      },
    },
    window: {
      showWarningMessage: (text: string) => {
        warnings.push(text);
        return Promise.resolve(undefined);
      },
    },
    workspace: {
      onDidCloseTextDocument: () => ({ dispose: () => undefined }),
      registerTextDocumentContentProvider: () => ({ dispose: () => undefined }),
      workspaceFile: undefined,
      workspaceFolders: undefined,
    },
  };
  return { vscode, registered, commands, contexts, warnings };
}

export interface RegisteredTool {
  prepareInvocation(options: object): {
    invocationMessage?: string;
    confirmationMessages?: unknown;
  };
  invoke(options: object, token: { isCancellationRequested: boolean }): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  readonly content: readonly { readonly value: string }[];
  readonly hasError?: boolean;
}
