import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { unlessPlatformFails } from '../locks/nodeDeadLocks';
import { copyFileTo } from '../nodeFileCopy';
import {
  ifPresent,
  makeFolder,
  renameFile,
  syncFolder,
  type FileSystemOptions,
} from '../nodeFileSystem';

/** In the folder of a store. */
export const TRASH = 'trash';
const EXTENSION = '.sqlite';
const LAST_GOOD = '.sqlite.last-good';

/** The files of a session in a folder, without those that are being written. */
export async function sessionFileNames(
  folder: string,
  name: string,
  { fileSystem = fs }: FileSystemOptions,
): Promise<string[]> {
  const found = (await ifPresent(fileSystem.readdir(folder))) ?? [];
  return found.filter((file) => file.startsWith(name + EXTENSION) && !file.endsWith('.tmp'));
}

/**
 * Moves a session into a folder of its own in the trash; false when there was nothing. The move of the live
 * file is the switch: until then all that it needs stays beside it, and then the trash has all of it.
 */
export async function trashFiles(
  folder: string,
  name: string,
  options: FileSystemOptions,
): Promise<boolean> {
  const { fileSystem = fs } = options;
  const files = await sessionFileNames(folder, name, options);
  const [live, lastGood] = [name + EXTENSION, name + LAST_GOOD].map((file) =>
    files.includes(file) ? file : undefined,
  );
  const switched = live ?? lastGood;
  if (files.length === 0) return false;
  const trash = join(folder, TRASH);
  const target = join(trash, `${name}-${randomUUID()}`);
  await makeFolder(target, options);
  const others = files.filter((file) => file !== switched);
  for (const file of others) await copyFileTo(join(folder, file), join(target, file), options);
  await syncFolder(options, target);
  // Before the switch: without the live file the last good copy would be the session.
  if (live !== undefined && lastGood !== undefined) {
    await ifPresent(fileSystem.unlink(join(folder, lastGood)));
    await syncFolder(options, folder);
  }
  if (switched !== undefined)
    await renameFile(options, join(folder, switched), join(target, switched));
  for (const changed of [target, folder]) await syncFolder(options, changed);
  // What stays here belongs to no session, and the trash has it.
  for (const file of others) await unlessPlatformFails(fileSystem.unlink(join(folder, file)));
  return true;
}
