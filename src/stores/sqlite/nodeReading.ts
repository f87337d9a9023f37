import { constants, type BigIntStats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { ifPresent, type FileSystemOptions } from './nodeFileSystem';
import { codeOf } from '../../service/platformError';

/** The code of the failure for what is neither a file nor a folder; some platforms have it themselves. */
const NO_FILE = 'EFTYPE';

/** To open what is there to read without waiting: a pipe would hold us until somebody writes to it. */
export function readingFlags(platform: NodeJS.Platform): string | number {
  return platform === 'win32' ? 'r' : constants.O_RDONLY | constants.O_NONBLOCK;
}

/**
 * The whole file with what the platform says of it, or undefined when there is none. Rejects with EISDIR
 * or EFTYPE for anything else.
 */
export async function readFileAt(
  path: string,
  { fileSystem = fs, platform = process.platform }: FileSystemOptions,
): Promise<{ readonly stats: BigIntStats; readonly bytes: Uint8Array } | undefined> {
  const handle = await ifPresent(fileSystem.open(path, readingFlags(platform)));
  if (!handle) return undefined;
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) {
      const code = stats.isDirectory() ? 'EISDIR' : NO_FILE;
      throw Object.assign(new Error(`${code}: there is no file at ${path}`), { code });
    }
    return { stats, bytes: await handle.readFile() };
  } finally {
    await handle.close();
  }
}

/** As readFileAt, of a file that can do without: what is no file counts as missing. */
export async function readIfFile(
  path: string,
  options: FileSystemOptions,
): Promise<Uint8Array | undefined> {
  try {
    return (await readFileAt(path, options))?.bytes;
  } catch (error) {
    // Trying again cannot help, and whoever asks knows what to do without the file.
    if (isNoFile(error)) return undefined;
    throw error;
  }
}

const NOT_FILES = ['EISDIR', 'ELOOP', NO_FILE];

/** Whether a failure says that something else is in the place of a file. */
export function isNoFile(error: unknown): boolean {
  return NOT_FILES.includes(codeOf(error) ?? '');
}
