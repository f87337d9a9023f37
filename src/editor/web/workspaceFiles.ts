import * as vscode from 'vscode';
import type { PlainFiles } from '../../stores/sqlite/plainFiles';

/** A folder of the editor as a store uses it: `workspace.fs`, with the codes of failures that stores know. */
export function workspaceFiles(folder: vscode.Uri): PlainFiles {
  const { fs } = vscode.workspace;
  const at = (path: string) => (path === '' ? folder : vscode.Uri.joinPath(folder, path));
  return {
    place: folder.toString(true),
    read: (path) => ifThere(fs.readFile(at(path))),
    stat: (path) => ifThere(fs.stat(at(path))),
    // The folders above are made by the editor.
    write: (path, bytes) => coded(fs.writeFile(at(path), bytes)),
    rename: (from, to) => coded(fs.rename(at(from), at(to), { overwrite: true })),
    copy: (from, to) => coded(fs.copy(at(from), at(to), { overwrite: true })),
    remove: async (path) => {
      await ifThere(fs.delete(at(path), { recursive: true, useTrash: false }));
    },
    names: async (path) =>
      ((await ifThere(fs.readDirectory(at(path)))) ?? []).map(([name]) => name),
    watch: (listener) => watched(folder, listener),
  };
}

function watched(folder: vscode.Uri, listener: (name: string) => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const tell = ({ path }: vscode.Uri): void => {
    listener(path.slice(path.lastIndexOf('/') + 1));
  };
  return vscode.Disposable.from(
    ...[watcher, watcher.onDidCreate(tell), watcher.onDidChange(tell), watcher.onDidDelete(tell)],
  );
}

const CODES: Readonly<Record<string, string>> = {
  FileNotFound: 'ENOENT',
  FileExists: 'EEXIST',
  FileNotADirectory: 'ENOTDIR',
  FileIsADirectory: 'EISDIR',
  NoPermissions: 'EACCES',
  Unavailable: 'EBUSY',
};

/** The undefined of what is missing. */
async function ifThere<T>(asked: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw withCode(error);
  }
}

async function coded<T>(asked: PromiseLike<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw withCode(error);
  }
}

/** Whatever else a file system says, it is one of the disk. */
function withCode(error: unknown): unknown {
  if (!(error instanceof vscode.FileSystemError)) return error;
  const code = CODES[error.code] ?? 'EIO';
  return Object.assign(new Error(error.message, { cause: error }), { code });
}
