import { fakeVscode } from '../../support/fakeVscode';
import type { ModelAnswer } from '../participant/participantBench';

/** Answers a call with parts, or fails; `hangs` never answers by itself. */
export type FakeTool = (input: object) => unknown;

export const HANGS = Symbol('hangs');

class Part {
  constructor(readonly value: unknown) {}
}

/** The parts of the editor that a chat participant uses, beside those of every editor file. */
export function fakeChat() {
  const { vscode } = fakeVscode();
  class LanguageModelToolCallPart {
    constructor(
      readonly callId: string,
      readonly name: string,
      readonly input: object,
    ) {}
  }
  class LanguageModelToolResultPart {
    constructor(
      readonly callId: string,
      readonly content: readonly unknown[],
    ) {}
  }
  class LanguageModelDataPart {
    constructor(
      readonly data: Uint8Array,
      readonly mimeType: string,
    ) {}
    toJSON() {
      return { mimeType: this.mimeType, text: new TextDecoder().decode(this.data) };
    }
  }
  class LanguageModelPromptTsxPart extends Part {}
  class ChatResponseMarkdownPart extends Part {}
  class LanguageModelError extends Error {
    static readonly NoPermissions = (text: string) => new LanguageModelError(text, 'NoPermissions');
    static readonly Blocked = (text: string) => new LanguageModelError(text, 'Blocked');
    static readonly NotFound = (text: string) => new LanguageModelError(text, 'NotFound');
    constructor(
      text: string,
      readonly code: string,
    ) {
      super(text);
    }
  }
  class Uri {
    constructor(
      readonly scheme: string,
      readonly path: string,
      readonly query = '',
    ) {}
    static from({ scheme, path, query }: { scheme: string; path: string; query?: string }) {
      return new Uri(scheme, path, query);
    }
    get fsPath() {
      return this.path;
    }
    toString() {
      return `${this.scheme}:${this.path}`;
    }
  }
  class Location {
    constructor(
      readonly uri: Uri,
      readonly range: { start: { line: number }; end: { line: number } },
    ) {}
  }
  const said = (role: string) => (content: string | readonly unknown[]) => ({
    ...{ role, content: typeof content === 'string' ? [{ value: content }] : content },
  });
  const tools = new Map<string, FakeTool>();
  /** Every invocation of a foreign tool. */
  const invoked: { name: string; options: { input: object; toolInvocationToken: object } }[] = [];
  const picks: { title: string; labels: string[] }[] = [];
  const editor = {
    ...{ tools, invoked, picks, Uri, Location, LanguageModelError, LanguageModelDataPart },
    ...{ LanguageModelPromptTsxPart, CancellationError: vscode.CancellationError },
    LanguageModelTextPart: vscode.LanguageModelTextPart,
    whenToolHangs: (): unknown => undefined,
    /** Chooses among the labels of a list. */
    choose: (labels: string[]): string | undefined => labels[0],
    markdown: (value: string) => new ChatResponseMarkdownPart({ value }),
    async *stream(
      { text, calls = [], error, hangs }: ModelAnswer,
      request: number,
      whenAsked: () => void,
    ) {
      if (text !== undefined) yield new vscode.LanguageModelTextPart(text);
      for (const [at, { name, input = {}, id }] of calls.entries()) {
        whenAsked();
        const callId = id ?? `call-${String(request)}-${String(at)}`;
        yield new LanguageModelToolCallPart(callId, name, input);
      }
      if (error !== undefined) throw error as Error;
      if (hangs) await new Promise(() => undefined);
    },
    vscode: {
      ...vscode,
      ...{ LanguageModelToolCallPart, LanguageModelToolResultPart, LanguageModelDataPart },
      ...{ LanguageModelPromptTsxPart, ChatResponseMarkdownPart, LanguageModelError },
      ...{ Uri, Location },
      LanguageModelChatMessage: { User: said('user'), Assistant: said('assistant') },
      LanguageModelChatToolMode: { Auto: 1 },
      lm: {
        get tools() {
          return [...tools.keys()].map((name) => ({
            ...{ name, description: `The tool ${name}`, inputSchema: { type: 'object' } },
          }));
        },
        invokeTool: async (name: string, options: (typeof invoked)[number]['options']) => {
          invoked.push({ name, options });
          const content = await tools.get(name)?.(options.input);
          if (content === HANGS) {
            editor.whenToolHangs();
            await new Promise(() => undefined);
          }
          return { content };
        },
      },
      QuickPickItemKind: { Separator: -1 },
      window: {
        ...vscode.window,
        tabGroups: { all: [], close: () => Promise.resolve(true) },
        showQuickPick: async (
          all: readonly { label: string; kind?: number }[],
          { title }: { title: string },
        ) => {
          const items = all.filter(({ kind }) => kind === undefined);
          const labels = items.map(({ label }) => label);
          picks.push({ title, labels });
          const label = editor.choose(labels);
          return items.find((item) => item.label === label);
        },
      },
    },
  };
  return editor;
}
