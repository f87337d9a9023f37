import * as fs from 'node:fs/promises';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlainFiles } from '../../src/stores/sqlite/plainFiles';
import { loadWithVscode } from './loadWithVscode';

/** A Uri, as far as files go. */
class Uri {
  constructor(readonly path: string) {}

  static joinPath({ path }: Uri, ...parts: string[]): Uri {
    return new Uri(join(path, ...parts));
  }

  toString(): string {
    return `file://${this.path}`;
  }
}

class FileSystemError extends Error {
  constructor(
    readonly code: string,
    path: string,
  ) {
    super(`${code}: ${path}`);
  }
}

const CODES: Readonly<Record<string, string>> = {
  ENOENT: 'FileNotFound',
  EISDIR: 'FileIsADirectory',
  ENOTDIR: 'FileNotADirectory',
  EACCES: 'NoPermissions',
};

/** Called before each step by which the editor changes a file; throws where the window is gone. */
type BeforeStep = () => void;

/**
 * `workspace.fs` over a folder of this machine, as the editor does it for a web extension host: what a rename
 * or a copy replaces is deleted first, folders are made for whoever writes, and there is nothing to sync.
 */
function workspaceFs(before: BeforeStep) {
  const told = async <T>({ path }: Uri, job: () => Promise<T>): Promise<T> => {
    try {
      return await job();
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new FileSystemError(CODES[code] ?? 'Unknown', path);
    }
  };
  const step = async <T>(job: () => Promise<T>): Promise<T> => {
    before();
    return await job();
  };
  const put = async (from: Uri, to: Uri, how: () => Promise<unknown>): Promise<void> => {
    await told(from, () => fs.stat(from.path));
    await told(to, async () => {
      await step(() => fs.rm(to.path, { recursive: true, force: true }));
      await fs.mkdir(dirname(to.path), { recursive: true });
      await step(how);
    });
  };
  return {
    readFile: (uri: Uri) => told(uri, () => fs.readFile(uri.path)),
    stat: (uri: Uri) =>
      told(uri, async () => {
        const { size, mtimeMs } = await fs.stat(uri.path);
        return { size, mtime: Math.floor(mtimeMs), ctime: 0 };
      }),
    readDirectory: (uri: Uri) =>
      told(uri, async () => (await fs.readdir(uri.path)).map((name) => [name, 0])),
    writeFile: (uri: Uri, bytes: Uint8Array) =>
      told(uri, async () => {
        await fs.mkdir(dirname(uri.path), { recursive: true });
        await step(() => fs.writeFile(uri.path, bytes));
      }),
    rename: (from: Uri, to: Uri) => put(from, to, () => fs.rename(from.path, to.path)),
    copy: (from: Uri, to: Uri) => put(from, to, () => fs.copyFile(from.path, to.path)),
    delete: (uri: Uri) => told(uri, () => step(() => fs.rm(uri.path, { recursive: true }))),
  };
}

/** Tells of what changes in a folder, as the editor does. */
function watcherOf(folder: string) {
  const listeners = new Set<(uri: Uri) => void>();
  const on = (listener: (uri: Uri) => void) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  const watcher = fs.mkdir(folder, { recursive: true }).then(() =>
    watch(folder, { persistent: false }, (_event, name) => {
      for (const tell of listeners) tell(new Uri(join(folder, name ?? '')));
    }),
  );
  const none = () => ({ dispose: () => undefined });
  const dispose = () =>
    void watcher.then((started) => {
      started.close();
    });
  return { onDidCreate: none, onDidChange: on, onDidDelete: none, dispose };
}

const Disposable = {
  from: (...parts: { dispose(): unknown }[]) => ({
    dispose: () => {
      for (const part of parts) part.dispose();
    },
  }),
};

/** The files of a web extension host in this folder. */
export async function webFilesIn(folder: string, before: BeforeStep): Promise<PlainFiles> {
  const createFileSystemWatcher = ({ base }: { base: Uri }) => watcherOf(base.path);
  class RelativePattern {
    constructor(
      readonly base: Uri,
      readonly pattern: string,
    ) {}
  }
  const workspace = { fs: workspaceFs(before), createFileSystemWatcher };
  const vscode = { workspace, Uri, FileSystemError, RelativePattern, Disposable };
  const file = 'src/editor/web/workspaceFiles.ts';
  const { workspaceFiles } = await loadWithVscode<{
    workspaceFiles: (folder: Uri) => PlainFiles;
  }>(file, vscode);
  return workspaceFiles(new Uri(folder));
}
