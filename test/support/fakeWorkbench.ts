import { mkdtempSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fakeVscode } from './fakeVscode';

export interface PickItem {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

export interface ShownPick {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly PickItem[];
  readonly active: readonly PickItem[];
}

export interface InputBox {
  readonly title: string;
  readonly value: string;
  readonly validateInput: (value: string) => string | undefined;
}

export interface ShownText {
  readonly name: string;
  readonly content: string;
}

interface ServedTexts {
  provideTextDocumentContent(uri: object): string;
}

export interface ShownMessage {
  readonly kind: 'info' | 'warning' | 'error';
  readonly text: string;
  readonly detail?: string;
  readonly modal: boolean;
  readonly buttons: readonly string[];
}

class FakeUri {
  constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query = '',
  ) {}
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}:${this.path}?${this.query}`;
  }
  with({ path }: { path: string }): FakeUri {
    return new FakeUri(this.scheme, path);
  }
}

class FileSystemError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** What a person sees and does in a workbench: lists, dialogs, messages, and files on the real disk. */
export class FakeWorkbench {
  readonly folder = mkdtempSync(join(tmpdir(), 'session-plans-workbench-'));
  readonly picks: ShownPick[] = [];
  readonly messages: ShownMessage[] = [];
  readonly texts: ShownText[] = [];
  /** What the extension serves under addresses of its own. */
  served: ServedTexts | undefined;
  /** What is typed where the value that it gets stands; undefined leaves it. */
  type: (box: InputBox) => string | undefined = () => undefined;
  readonly ran: unknown[][] = [];
  readonly progress: string[] = [];
  readonly copied: string[] = [];
  /** The label that is chosen in the n-th list; undefined leaves it. By default the active or first one. */
  choose: (pick: ShownPick) => PickItem | undefined = ({ active, items }) => active[0] ?? items[0];
  /** The button that is pressed; undefined closes the message. */
  press: (message: ShownMessage) => string | undefined | Promise<string> = () => undefined;
  /** The name given in the save dialog, whose default it gets. */
  save: (name: string) => string | undefined = (name) => name;
  openFolder: string | undefined = this.folder;
  remoteName: string | undefined;
  cancelAfter = Infinity;
  readonly #fake = fakeVscode();

  get vscode(): object {
    const { vscode } = this.#fake;
    const show =
      (kind: ShownMessage['kind']) =>
      async (text: string, ...more: (string | { modal: boolean; detail?: string })[]) => {
        const options = typeof more[0] === 'object' ? more[0] : { modal: false };
        const buttons = more.filter((part) => typeof part === 'string');
        const message = { kind, text, buttons, ...options };
        this.messages.push(message);
        const pressed = await this.press(message);
        return buttons.find((button) => button === pressed);
      };
    const uri = (path: string) => new FakeUri('file', path);
    return {
      ...vscode,
      FileSystemError,
      ProgressLocation: { Notification: 15 },
      UIKind: { Desktop: 1, Web: 2 },
      Uri: {
        file: uri,
        from: ({ scheme, path, query }: { scheme: string; path: string; query: string }) =>
          new FakeUri(scheme, path, query),
        joinPath: (base: FakeUri, name: string) => uri(join(base.path, name)),
      },
      commands: {
        ...vscode.commands,
        executeCommand: (...call: unknown[]) => (this.ran.push(call), Promise.resolve()),
      },
      env: {
        uiKind: 1,
        remoteName: this.remoteName,
        clipboard: { writeText: (text: string) => (this.copied.push(text), Promise.resolve()) },
      },
      window: {
        showInformationMessage: show('info'),
        showWarningMessage: show('warning'),
        showErrorMessage: show('error'),
        showTextDocument: (shown: unknown) => (this.ran.push(['show', shown]), Promise.resolve()),
        createQuickPick: () => this.#quickPick(),
        showInputBox: (box: InputBox) => Promise.resolve(this.type(box)),
        showSaveDialog: ({ defaultUri }: { defaultUri: FakeUri }) => {
          const name = this.save(basename(defaultUri.path));
          return Promise.resolve(name === undefined ? undefined : uri(join(this.folder, name)));
        },
        showOpenDialog: () =>
          Promise.resolve(this.openFolder === undefined ? undefined : [uri(this.openFolder)]),
        withProgress: (_options: object, job: (...args: unknown[]) => Promise<unknown>) => {
          let reports = 0;
          const progress = {
            report: ({ message }: { message: string }) => {
              this.progress.push(message);
              reports++;
            },
          };
          const { cancelAfter } = this;
          return job(progress, {
            get isCancellationRequested() {
              return reports >= cancelAfter;
            },
          });
        },
      },
      workspace: {
        workspaceFolders: undefined,
        fs: this.#fileSystem(),
        registerTextDocumentContentProvider: (_scheme: string, served: ServedTexts) => {
          this.served = served;
          return { dispose: () => undefined };
        },
        onDidCloseTextDocument: () => ({ dispose: () => undefined }),
        openTextDocument: (address: FakeUri) => {
          const content = this.served?.provideTextDocumentContent(address) ?? '';
          this.texts.push({ name: basename(address.path), content });
          return Promise.resolve(address);
        },
      },
    };
  }

  async run(command: string, argument?: unknown): Promise<void> {
    const run = this.#fake.commands.get(`sessionPlans.${command}`);
    if (!run) throw new Error(`There is no command ${command}.`);
    await run(argument);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #quickPick(): object {
    const events: Record<string, () => void> = {};
    const pick = {
      ...{ title: '', placeholder: '', items: [] as PickItem[], activeItems: [] as PickItem[] },
      selectedItems: [] as PickItem[],
      onDidAccept: (listener: () => void) => void (events['accept'] = listener),
      onDidHide: (listener: () => void) => void (events['hide'] = listener),
      hide: () => events['hide']?.(),
      dispose: () => undefined,
      show: () => {
        const { title, placeholder, items, activeItems: active } = pick;
        const shown = { title, placeholder, items, active };
        this.picks.push(shown);
        const chosen = this.choose(shown);
        if (!chosen) {
          events['hide']?.();
          return;
        }
        pick.selectedItems = [chosen];
        events['accept']?.();
      },
    };
    return pick;
  }

  #fileSystem(): object {
    const failing = async <T>(job: Promise<T>): Promise<T> => {
      try {
        return await job;
      } catch (error) {
        throw new FileSystemError(String((error as NodeJS.ErrnoException).code));
      }
    };
    return {
      stat: ({ path }: FakeUri) => failing(fs.stat(path)),
      delete: ({ path }: FakeUri) => failing(fs.rm(path)),
      writeFile: ({ path }: FakeUri, bytes: Uint8Array) => failing(fs.writeFile(path, bytes)),
      readDirectory: async ({ path }: FakeUri) =>
        (await failing(fs.readdir(path))).map((name) => [name, 1]),
      rename: async (from: FakeUri, to: FakeUri, { overwrite }: { overwrite: boolean }) => {
        if (!overwrite && (await fs.stat(to.path).catch(() => undefined)))
          throw new FileSystemError('FileExists');
        await failing(fs.rename(from.path, to.path));
      },
    };
  }
}
