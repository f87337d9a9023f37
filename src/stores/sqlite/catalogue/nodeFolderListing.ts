import { statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ifPresent, type FileSystemOptions } from '../nodeFileSystem';
import { stampOf } from '../nodeReplaceFile';
import type { FileEntry } from '../sessionFiles';
import { codeOf } from '../../../service/platformError';

const SESSION_FILE = /^[0-9a-f]{32}\.sqlite(?:\.last-good)?$/;
const LIVE_LENGTH = 32 + '.sqlite'.length;
/** So many files take some 5 ms; then whoever waits for the process has a turn. */
const AT_ONCE = 500;
/** Times are that coarse on some file systems, and two states within one may look alike. */
const YOUNG_MS = 2_000;

/**
 * The sessions in a folder. Their files are looked at synchronously: 10,000 looks took 45 ms of the
 * processor so, and over 100 ms as promises.
 */
export async function listFolder(
  folder: string,
  { fileSystem = fs }: FileSystemOptions,
): Promise<readonly FileEntry[]> {
  const { live, lastGood } = namesIn((await ifPresent(fileSystem.readdir(folder))) ?? []);
  const entries: FileEntry[] = [];
  for (const [at, name] of live.entries()) {
    if (at % AT_ONCE === 0) await setImmediate();
    const stamp = look(`${folder}${sep}${name}.sqlite`);
    if (stamp) entries.push({ name, ...stamp, hasLastGood: lastGood.delete(name) });
  }
  // Without a live file, or with one that is gone since the folder was read.
  for (const name of lastGood) entries.push({ name, hasLastGood: true });
  return entries;
}

function namesIn(files: readonly string[]) {
  const live: string[] = [];
  const lastGood = new Set<string>();
  for (const file of files) {
    if (!SESSION_FILE.test(file)) continue;
    const name = file.slice(0, 32);
    if (file.length === LIVE_LENGTH) live.push(name);
    else lastGood.add(name);
  }
  return { live, lastGood };
}

/** What cannot even be looked at is listed all the same: whoever reads it finds out why. */
function look(path: string): Pick<FileEntry, 'live' | 'young'> | undefined {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!stats) return undefined;
    const young = Math.abs(Date.now() - Number(stats.mtimeMs)) < YOUNG_MS;
    return { live: stampOf(stats), young };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { live: code };
  }
}
