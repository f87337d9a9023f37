import type { BigIntStats, PathLike } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../../service/platformError';

/** An open file, as far as a store uses it. */
export interface OpenFile {
  writev(parts: readonly Uint8Array[]): Promise<{ readonly bytesWritten: number }>;
  sync(): Promise<void>;
  stat(options: { readonly bigint: true }): Promise<BigIntStats>;
  readFile(): Promise<Uint8Array>;
  writeFile(data: string | Uint8Array): Promise<void>;
  /** `takesLong`: the file has no name any more, so its room is given back. */
  close(takesLong?: boolean): Promise<void>;
}

/** The calls of the platform that a store makes; tests put failures between. */
export interface FileSystem extends Calls {
  open(path: PathLike, flags: string | number, mode?: number): Promise<OpenFile>;
}

type Calls = Pick<
  typeof fs,
  'link' | 'rename' | 'unlink' | 'stat' | 'readdir' | 'mkdir' | 'rmdir' | 'utimes'
>;

export interface FileSystemOptions {
  readonly fileSystem?: FileSystem;
  readonly platform?: NodeJS.Platform;
}

/** Virus scanners and indexers hold a file for moments; Windows refuses to rename over it until then. */
const WINDOWS_PATIENCE_MS = 5_000;
const HELD_BY_ANOTHER = ['EPERM', 'EACCES', 'EBUSY'];
/** Answers of file systems that have no sync for folders; there is nothing more to ask of them. */
const NO_FOLDER_SYNC = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** The undefined of a missing file; any other failure stays one. */
export async function ifPresent<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    // Missing is an answer here.
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function renameFile(
  { fileSystem = fs, platform = process.platform }: FileSystemOptions,
  from: string,
  to: string,
): Promise<void> {
  const deadline = performance.now() + WINDOWS_PATIENCE_MS;
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    try {
      await fileSystem.rename(from, to);
      return;
    } catch (error) {
      const held = platform === 'win32' && HELD_BY_ANOTHER.includes(codeOf(error) ?? '');
      if (!held || performance.now() + pause > deadline) throw error;
      await wait(pause);
    }
  }
}

/** Makes the names in a folder safe against a power cut. Windows has no such call and needs none. */
export async function syncFolder(
  { fileSystem = fs, platform = process.platform }: FileSystemOptions,
  folder: string,
): Promise<void> {
  if (platform === 'win32') return;
  const handle = await fileSystem.open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes(codeOf(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

export async function makeFolder(folder: string, options: FileSystemOptions): Promise<void> {
  const { fileSystem = fs } = options;
  const first = await makeAll(folder, fileSystem);
  if (first === undefined) return;
  // Each new folder is a name in its parent, and as lost in a power cut as any other.
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await syncFolder(options, dirname(made));
  }
}

/** Resolves to the first folder that had to be made; undefined when all of them were there. */
async function makeAll(folder: string, fileSystem: FileSystem): Promise<string | undefined> {
  try {
    return await fileSystem.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return makeEach(folder, fileSystem, error);
  }
}

/** Node 20 answers ENOENT for a whole path whatever the reason is; for one folder it tells that. */
async function makeEach(folder: string, fileSystem: FileSystem, failure: unknown): Promise<string> {
  const make = () => fileSystem.mkdir(folder, { mode: 0o700 });
  try {
    await make();
    return folder;
  } catch (error) {
    const code = codeOf(error);
    // There is the folder above, and yet nothing in it: then the first answer was right.
    if (code === 'EEXIST' || dirname(folder) === folder) throw failure;
    if (code !== 'ENOENT') throw error;
  }
  const first = await makeEach(dirname(folder), fileSystem, failure);
  await make();
  return first;
}
