import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, makeFolder, renameFile, type FileSystemOptions } from './nodeFileSystem';
import { TRASH } from './maintenance/nodeTrash';
import { MOST_DAMAGED_COPIES } from './maintenance/restoredSessions';

const DAMAGED = /^([0-9a-f]{32})\.sqlite\.damaged-/;

/** Moves all but the latest damaged copies of each session into the trash (FC.20); `fresh` is the latest. */
export async function keepFewDamagedCopies(
  folder: string,
  names: readonly string[],
  options: FileSystemOptions,
  fresh?: string,
): Promise<void> {
  const { fileSystem = fs } = options;
  const copies = new Map<string, string[]>();
  for (const name of names) {
    const session = DAMAGED.exec(name)?.[1];
    if (session !== undefined) copies.set(session, [...(copies.get(session) ?? []), name]);
  }
  for (const [session, all] of copies) {
    if (all.length <= MOST_DAMAGED_COPIES) continue;
    const found: { readonly name: string; readonly since: number }[] = [];
    for (const name of all) {
      const stats = await ifPresent(fileSystem.stat(join(folder, name)));
      // When it got its name, which says more than when it was written.
      if (stats) found.push({ name, since: name === fresh ? Infinity : stats.ctimeMs });
    }
    const old = found.sort((a, b) => b.since - a.since).slice(MOST_DAMAGED_COPIES);
    if (old.length === 0) continue;
    const target = join(folder, TRASH, `${session}-${randomUUID()}`);
    await makeFolder(target, options);
    for (const { name } of old)
      await ifPresent(renameFile(options, join(folder, name), join(target, name)));
  }
}
