import type { PlainFiles } from '../plainFiles';
import { LAST_GOOD, LIVE, type PlainNames } from '../plainNames';
import type { FileEntry, FileStamp } from '../sessionFiles';
import { codeOf } from '../../../service/platformError';

/** The stamp of a live file, and what the platform said of the file when it was made. */
export interface SeenFile {
  readonly told: string;
  readonly stamp: FileStamp;
}

const SESSION_FILE = /^([0-9a-f]{32})(\.sqlite(?:\.last-good)?)$/;
/** Each look is a message to the editor. */
const AT_ONCE = 16;

/**
 * The sessions in a folder. A live file of which the platform tells the same as before is not read again for its
 * stamp: that may be late to see what another window wrote, and lists may be.
 */
export async function listPlainFolder(
  files: PlainFiles,
  names: PlainNames,
  seen: Map<string, SeenFile>,
  stampOf: (bytes: Uint8Array) => FileStamp,
): Promise<readonly FileEntry[]> {
  const found = (await files.names(names.folder)).flatMap((file) => {
    const [, name, end] = SESSION_FILE.exec(file) ?? [];
    return name === undefined ? [] : [{ name, end }];
  });
  const endingIn = (wanted: string) =>
    new Set(found.filter(({ end }) => end === wanted).map(({ name }) => name));
  const [live, lastGood] = [endingIn(LIVE), endingIn(LAST_GOOD)];
  const all = [...new Set([...live, ...lastGood])];
  const entries: FileEntry[] = [];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE).map(async (name) => {
      const stamp = live.has(name) ? await look(files, names, seen, stampOf, name) : undefined;
      const hasLastGood = lastGood.has(name);
      return { name, hasLastGood, ...(stamp !== undefined && { live: stamp }) };
    });
    for (const entry of await Promise.all(some))
      if (entry.live !== undefined || entry.hasLastGood) entries.push(entry);
  }
  return entries;
}

async function look(
  files: PlainFiles,
  names: PlainNames,
  seen: Map<string, SeenFile>,
  stampOf: (bytes: Uint8Array) => FileStamp,
  name: string,
): Promise<FileStamp | undefined> {
  const path = names.at(name + LIVE);
  try {
    const stat = await files.stat(path);
    if (!stat) return undefined;
    const told = `${String(stat.mtime)}:${String(stat.size)}`;
    const known = seen.get(name);
    if (known?.told === told) return known.stamp;
    const bytes = await files.read(path);
    if (!bytes) return undefined;
    const stamp = stampOf(bytes);
    seen.set(name, { told, stamp });
    return stamp;
  } catch (error) {
    // Listed all the same: whoever reads it finds out why.
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code;
  }
}
