import type { planUri, registerPlanDocuments } from '../../../src/editor/documents/planDocuments';
import type { registerPlanLinks } from '../../../src/editor/documents/planLinks';
import { fakeLog } from '../../support/fakeLog';
import type { PickItem } from '../../support/fakeWorkbench';
import { loadWithVscode } from '../../support/loadWithVscode';
import { MaintainedWorkbench, PACKAGE_JSON } from '../commands/maintainedWorkbench';

export interface Address {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
}

interface PlanFiles {
  stat(uri: Address): Promise<{ mtime: number; size: number }>;
  readFile(uri: Address): Promise<Uint8Array>;
  writeFile(uri: Address): void;
  onDidChangeFile(listener: (changes: { uri: Address }[]) => void): unknown;
}

/** An editor of a text that the person can change. */
interface Draft {
  text: string;
  getText(): string;
}

class DiffInput {
  constructor(
    readonly original: Address,
    readonly modified: Address,
  ) {}
}

interface DiffTab {
  readonly input: DiffInput;
}

interface QuickPickOptions {
  readonly title: string;
  readonly placeHolder?: string;
  readonly canPickMany?: boolean;
}

const SETTINGS = (
  PACKAGE_JSON as {
    contributes: { configuration: { properties: Record<string, { default: unknown }> } };
  }
).contributes.configuration.properties;

/** The same with tabs, status messages, links, and lists of which any number can be chosen. */
export class DocumentedWorkbench extends MaintainedWorkbench {
  /** Two texts side by side each. */
  readonly tabs: DiffTab[] = [];
  /** What is open. */
  readonly open: Address[] = [];
  readonly drafts: Draft[] = [];
  readonly said: string[] = [];
  /** Documents that the editor was told to read again. */
  readonly changes: string[] = [];
  readonly log = fakeLog();
  chooseMany: (items: readonly PickItem[]) => readonly PickItem[] | undefined = (items) => items;
  /** What differs from the defaults. */
  configuration: Record<string, unknown> = {};
  environment: Record<string, unknown> = { appName: 'VSCodium', version: '1.110.0' };
  files: PlanFiles | undefined;
  planUri: (title: string, address: { session: string }) => Address = () => ({
    ...{ scheme: '', path: '', query: '' },
  });
  follow: (uri: Pick<Address, 'path' | 'query'>) => Promise<void> = () => Promise.resolve();

  override get vscode(): object {
    const base = super.vscode as Record<
      'commands' | 'env' | 'window' | 'workspace' | 'Disposable',
      object
    >;
    const FileSystemError = (base as { FileSystemError?: new (code: string) => Error })
      .FileSystemError;
    class Disposable {
      static from = (base.Disposable as { from: unknown }).from;
      dispose = (): void => undefined;
    }
    return {
      ...base,
      Disposable,
      FileSystemError: Object.assign(FileSystemError ?? Error, {
        NoPermissions: () => new Error('NoPermissions'),
      }),
      QuickPickItemKind: { Separator: -1 },
      FileType: { File: 1 },
      TabInputTextDiff: DiffInput,
      FileChangeType: { Changed: 1 },
      MarkdownString: String,
      version: this.environment['version'],
      extensions: { getExtension: () => this.environment['copilot'] },
      commands: {
        ...base.commands,
        executeCommand: (name: string, ...values: unknown[]) => {
          this.ran.push([name, ...values]);
          if (name === 'vscode.diff')
            this.tabs.push({ input: new DiffInput(values[0] as Address, values[1] as Address) });
          return Promise.resolve();
        },
      },
      env: { ...base.env, uriScheme: 'vscode', ...this.environment },
      window: {
        ...base.window,
        setStatusBarMessage: (text: string) => this.said.push(text),
        tabGroups: {
          all: [{ tabs: this.tabs }],
          close: (tabs: readonly DiffTab[]) => {
            for (const tab of tabs) this.tabs.splice(this.tabs.indexOf(tab), 1);
            return Promise.resolve(true);
          },
        },
        showQuickPick: async (
          all: readonly (PickItem & { kind?: number })[],
          options: QuickPickOptions,
        ) => {
          const items = all.filter(({ kind }) => kind === undefined);
          if (options.canPickMany) return this.chooseMany(items);
          const { title, placeHolder: placeholder = '' } = options;
          const shown = { title, placeholder, items, active: [] };
          this.picks.push(shown);
          return this.choose(shown);
        },
        registerUriHandler: (handler: { handleUri: DocumentedWorkbench['follow'] }) => {
          this.follow = (uri) => handler.handleUri(uri);
          return new Disposable();
        },
      },
      workspace: {
        ...base.workspace,
        textDocuments: this.#openDocuments(),
        getConfiguration: () => ({
          get: (name: string) => this.configuration[name] ?? SETTINGS[name]?.default,
        }),
        registerFileSystemProvider: (_scheme: string, files: PlanFiles) => {
          this.files = files;
          files.onDidChangeFile((changes) => {
            this.changes.push(...changes.map(({ uri }) => uri.path));
          });
          return new Disposable();
        },
        openTextDocument: (asked: Address | { content: string }) =>
          Promise.resolve('content' in asked ? this.#draft(asked.content) : this.#opened(asked)),
      },
    };
  }

  override async load(): Promise<this> {
    await super.load();
    const { vscode, host, shown, log } = this;
    const documents = await loadWithVscode<{
      registerPlanDocuments: typeof registerPlanDocuments;
      planUri: typeof planUri;
    }>('src/editor/documents/planDocuments.ts', vscode);
    const startTimer = (_: number, callback: () => void) => {
      this.timers.push(callback);
      return () => this.timers.splice(this.timers.indexOf(callback), 1);
    };
    this.planUri = documents.planUri;
    documents.registerPlanDocuments({ reader: host.service, startTimer, log });
    const links = await loadWithVscode<{ registerPlanLinks: typeof registerPlanLinks }>(
      'src/editor/documents/planLinks.ts',
      vscode,
    );
    const current = { show: (key: string) => (shown.key = key) };
    links.registerPlanLinks({ reader: host.service, current: current as never, log });
    return this;
  }

  /** The text at an address that was opened or compared, by default the last one. */
  async textOf(address = this.open.at(-1)): Promise<string> {
    if (!address || !this.files) throw new Error('Nothing is open.');
    return new TextDecoder().decode(await this.files.readFile(address));
  }

  #opened(uri: Address): object {
    this.open.push(uri);
    return { uri };
  }

  #draft(text: string): Draft {
    const draft = { text, getText: () => draft.text };
    this.drafts.push(draft);
    return draft;
  }

  /** Live, as the editor's own list is. */
  #openDocuments(): Iterable<object> {
    const { open } = this;
    return Object.assign([], {
      flatMap: (map: (document: object) => object[]) => open.flatMap((uri) => map({ uri })),
    });
  }
}
