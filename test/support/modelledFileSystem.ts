import type { FileHandle } from 'node:fs/promises';
import type { FileSystem } from '../../src/stores/sqlite/nodeFileSystem';
import { errno } from './hookedFileSystem';

export interface ModelledFile {
  readonly ino: number;
  content: string;
  mtimeMs: number;
}

let inodes = 0;

/** What locks need of a platform, over files in memory; every effect happens in `step`, in one piece. */
export function modelledFileSystem(
  files: Map<string, ModelledFile>,
  links: boolean,
  step: <T>(what: string, run: () => T) => Promise<T>,
): FileSystem {
  const act = <T>(what: string, path: string, run: () => T): Promise<T> =>
    step(`${what} ${path.replace('/locks/', '')}`, run);
  const find = (path: string): ModelledFile => {
    const file = files.get(path);
    if (!file) throw errno('ENOENT');
    return file;
  };
  const add = (path: string, file: ModelledFile): void => {
    if (files.has(path)) throw errno('EEXIST');
    files.set(path, file);
  };
  const partial = {
    mkdir: () => Promise.resolve(undefined),
    readdir: (path: string) =>
      act('lists', path, () => [...files.keys()].map((name) => name.replace('/locks/', ''))),
    open: async (path: string, flags: string) => {
      const file = await act(flags === 'wx' ? 'makes' : 'opens', path, () => {
        if (flags === 'wx') add(path, { ino: ++inodes, content: '', mtimeMs: Date.now() });
        return find(path);
      });
      const handle = {
        stat: () => Promise.resolve({ isFile: () => true }),
        readFile: () => act('reads', path, () => Buffer.from(file.content)),
        writeFile: (text: string) => act('writes', path, () => void (file.content = text)),
        close: () => Promise.resolve(),
      };
      return handle as unknown as FileHandle;
    },
    link: (from: string, to: string) =>
      act('links', to, () => {
        if (!links) throw errno('EPERM');
        add(to, find(from));
      }),
    unlink: (path: string) => act('unlinks', path, () => (find(path), files.delete(path))),
    stat: (path: string) => act('looks at', path, () => ({ ...find(path) })),
    utimes: (path: string) => act('touches', path, () => void (find(path).mtimeMs += 1)),
  };
  return partial as unknown as FileSystem;
}
