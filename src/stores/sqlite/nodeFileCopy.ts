import * as fs from 'node:fs/promises';
import { ifPresent, renameFile, type FileSystemOptions } from './nodeFileSystem';
import { temporaryName } from './nodeTemporaryFiles';
import { codeOf } from './storeFailure';

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
    await linkOrCopy(from, fresh, fileSystem);
    await renameFile(options, fresh, to);
  } finally {
    // A rename onto another name of the same file leaves both; else it is gone already.
    await discard(fresh, fileSystem);
  }
}

type Fs = NonNullable<FileSystemOptions['fileSystem']>;

async function linkOrCopy(from: string, to: string, fileSystem: Fs): Promise<void> {
  try {
    await fileSystem.link(from, to);
  } catch {
    // Whatever the reason was: if it matters, the copy meets it too.
    await ifPresent(fileSystem.unlink(to));
    await fileSystem.copyFile(from, to, fs.constants.COPYFILE_EXCL);
    const handle = await fileSystem.open(to, 'r+');
    try {
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
