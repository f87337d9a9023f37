import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { linkOrCopy } from './nodeFileCopy';
import type { FileContent, FileStamp, ReplaceOptions } from './sessionFiles';
import {
  ifPresent,
  makeFolder,
  renameFile,
  syncFolder,
  type FileSystemOptions,
  type OpenFile,
} from './nodeFileSystem';
import { readingFlags } from './nodeReading';
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
  content: FileContent,
  options: ReplaceOptions & FileSystemOptions,
): Promise<FileStamp> {
  const { fileSystem = fs } = options;
  const fresh = temporaryName(live);
  const previous = temporaryName(live);
  const replaced = options.keepPrevious ? await heldOpen(lastGood, options) : undefined;
  try {
    // Every wait for the platform is a good part of a commit, so those that can overlap do.
    const [written, kept] = await Promise.allSettled([
      writeDurably(fresh, content, options),
      options.keepPrevious && linkOrCopy(live, previous, options),
    ]);
    const stamp = valueOf(written);
    await options.beforeSwitch();
    // Not before: a live file that is gone cannot be kept, and then its being gone is what counts.
    valueOf(kept);
    await renameFile(options, fresh, live);
    // After the switch, so that a crash in between never leaves one file under both names.
    if (options.keepPrevious) await keepLastGood(previous, lastGood, replaced, options);
    await syncFolder(options, dirname(live));
    return stamp;
  } catch (error) {
    await discard(fresh, fileSystem);
    await discard(previous, fileSystem);
    throw error;
  } finally {
    // Nobody waits for the room.
    void replaced?.close(true).catch(() => undefined);
  }
}

async function keepLastGood(
  previous: string,
  lastGood: string,
  replaced: OpenFile | undefined,
  options: FileSystemOptions,
): Promise<void> {
  const mayBeSame = !replaced || (await replaced.stat({ bigint: true })).nlink !== 1n;
  await renameFile(options, previous, lastGood);
  // A rename onto another name of the same file does nothing and leaves both names.
  if (mayBeSame) await discard(previous, options.fileSystem ?? fs);
}

/**
 * A file whose name goes to another one keeps its room while it is open. To give the room of a whole file
 * back takes as long as all other names together, so it is done aside. Windows refuses to replace what is open.
 */
async function heldOpen(
  path: string,
  { fileSystem = fs, platform = process.platform }: FileSystemOptions,
): Promise<OpenFile | undefined> {
  if (platform === 'win32') return undefined;
  try {
    return await fileSystem.open(path, readingFlags(platform));
  } catch {
    // Missing, or closed to us: then it takes a moment longer.
    return undefined;
  }
}

/** A file of its own, whole or not at all, that a power cut cannot undo. */
export async function writeFileDurably(
  path: string,
  content: readonly Uint8Array[],
  options: FileSystemOptions,
): Promise<void> {
  const fresh = temporaryName(path);
  try {
    await writeDurably(fresh, () => Promise.resolve(content), options);
    await renameFile(options, fresh, path);
    await syncFolder(options, dirname(path));
  } catch (error) {
    await discard(fresh, options.fileSystem ?? fs);
    throw error;
  }
}

async function writeDurably(
  path: string,
  content: FileContent,
  options: FileSystemOptions,
): Promise<FileStamp> {
  const [created, made] = await Promise.allSettled([createFile(path, options), content()]);
  const handle = valueOf(created);
  try {
    const parts = valueOf(made);
    await writeAll(handle, parts);
    await handle.sync();
    const stats = await handle.stat({ bigint: true });
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    if (stats.size !== BigInt(length)) throw shortWrite();
    return stampOf(stats);
  } finally {
    await handle.close();
  }
}

async function createFile(path: string, options: FileSystemOptions): Promise<OpenFile> {
  const { fileSystem = fs } = options;
  const create = () => fileSystem.open(path, 'wx', 0o600);
  const handle = await ifPresent(create());
  if (handle) return handle;
  // The folder is made by the first write, and again if somebody took it away.
  await makeFolder(dirname(path), options);
  return create();
}

async function writeAll(handle: OpenFile, parts: readonly Uint8Array[]): Promise<void> {
  for (let rest = parts; rest.length > 0;) {
    const { bytesWritten } = await handle.writev(rest);
    if (bytesWritten === 0) throw shortWrite();
    rest = behind(rest, bytesWritten);
  }
}

/** What follows the first `count` bytes. */
function behind(parts: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  const [first, ...others] = parts;
  if (!first) return [];
  if (count < first.length) return [first.subarray(count), ...others];
  return behind(others, count - first.length);
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

function shortWrite(): Error {
  return Object.assign(new Error('The file is shorter than what was written.'), { code: 'EIO' });
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
