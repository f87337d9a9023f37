import * as fs from 'node:fs/promises';
import { ifPresent, renameFile, type FileSystemOptions } from './nodeFileSystem';
import { readFileAt } from './nodeReading';
import { temporaryName } from './nodeTemporaryFiles';
import { codeOf } from '../../service/platformError';

/**
 * Gives the file a second name, whole or not at all, in the place of what has it; both names stay. A copy
 * where the file system has no links. The name itself is safe once its folder is synced.
 */
export async function copyFileTo(
  from: string,
  to: string,
  options: FileSystemOptions,
): Promise<void> {
  const { fileSystem = fs } = options;
  const fresh = temporaryName(to);
  try {
    await linkOrCopy(from, fresh, options);
    await renameFile(options, fresh, to);
  } finally {
    // A rename onto another name of the same file leaves both; else it is gone already.
    await discard(fresh, fileSystem);
  }
}

type Fs = NonNullable<FileSystemOptions['fileSystem']>;

/** A new name for the same content, at no cost; a copy that is safe where the file system has no links. */
export async function linkOrCopy(
  from: string,
  to: string,
  options: FileSystemOptions,
): Promise<void> {
  const { fileSystem = fs } = options;
  try {
    await fileSystem.link(from, to);
  } catch (reason) {
    // Whatever it is: if it matters, the copy meets it too.
    await ifPresent(fileSystem.unlink(to));
    const file = await readFileAt(from, options);
    if (!file) throw reason;
    const handle = await fileSystem.open(to, 'wx', 0o600);
    try {
      await handle.writeFile(file.bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function discard(path: string, fileSystem: Fs): Promise<void> {
  try {
    await ifPresent(fileSystem.unlink(path));
  } catch (error) {
    // The next sweep of temporary files finds it.
    if (codeOf(error) === undefined) throw error;
  }
}
