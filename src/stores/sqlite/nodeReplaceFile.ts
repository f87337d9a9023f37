import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileStamp, ReplaceOptions } from './sessionFiles';
import {
  ifPresent,
  makeFolder,
  renameFile,
  syncFolder,
  type FileSystemOptions,
} from './nodeFileSystem';
import { temporaryName } from './nodeTemporaryFiles';

/** Same file, same length, not written since. */
export function stampOf(stats: { mtimeNs: bigint; size: bigint; ino: bigint }): FileStamp {
  return `${String(stats.mtimeNs)}:${String(stats.size)}:${String(stats.ino)}`;
}

/**
 * Replaces `live` and keeps what it was as `lastGood`. The libraries for this put a truncated file in
 * place when the disk is full; here nothing is switched that is not complete and synced.
 */
export async function replaceFile(
  live: string,
  lastGood: string,
  bytes: Uint8Array,
  options: ReplaceOptions & FileSystemOptions,
): Promise<FileStamp> {
  const { fileSystem = fs } = options;
  const fresh = temporaryName(live);
  const previous = temporaryName(live);
  try {
    const stamp = await writeDurably(fresh, bytes, options);
    if (options.keepPrevious) await keepAs(live, previous, options);
    await options.beforeSwitch();
    await renameFile(options, fresh, live);
    // After the switch, so that a crash in between never leaves one file under both names.
    if (options.keepPrevious) await renameFile(options, previous, lastGood);
    await syncFolder(options, dirname(live));
    return stamp;
  } catch (error) {
    await discard(fresh, fileSystem);
    await discard(previous, fileSystem);
    throw error;
  }
}

async function writeDurably(
  path: string,
  bytes: Uint8Array,
  options: FileSystemOptions,
): Promise<FileStamp> {
  const { fileSystem = fs } = options;
  const create = () => fileSystem.open(path, 'wx', 0o600);
  let handle = await ifPresent(create());
  if (!handle) {
    // The folder is made by the first write, and again if somebody took it away.
    await makeFolder(dirname(path), options);
    handle = await create();
  }
  try {
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await handle.write(bytes, written, bytes.length - written);
      if (bytesWritten === 0) throw shortWrite();
      written += bytesWritten;
    }
    await handle.sync();
    const stats = await handle.stat({ bigint: true });
    if (stats.size !== BigInt(bytes.length)) throw shortWrite();
    return stampOf(stats);
  } finally {
    await handle.close();
  }
}

function shortWrite(): Error {
  return Object.assign(new Error('The file is shorter than what was written.'), { code: 'EIO' });
}

/** A second name for the same content, at no cost; a copy where the file system has no links. */
async function keepAs(live: string, previous: string, options: FileSystemOptions): Promise<void> {
  const { fileSystem = fs } = options;
  try {
    await fileSystem.link(live, previous);
  } catch {
    // Whatever the reason was: if it matters, the copy meets it too.
    await fileSystem.copyFile(live, previous, fs.constants.COPYFILE_EXCL);
    const handle = await fileSystem.open(previous, 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function discard(
  path: string,
  fileSystem: NonNullable<FileSystemOptions['fileSystem']>,
): Promise<void> {
  try {
    await ifPresent(fileSystem.unlink(path));
  } catch {
    // The failure that led here is the one to tell; the next sweep finds the file.
  }
}
