import type { PlainFiles } from '../plainFiles';
import { LAST_GOOD, LIVE, type PlainNames } from '../plainNames';
import { MOST_DAMAGED_COPIES } from './restoredSessions';

/** In a folder of the trash, when it came there: folders do not tell everywhere. */
export const TRASHED_AT = 'trashed';

/**
 * Moves a session into a folder of its own in the trash; false when there was nothing. The move of the live
 * file is the switch: until then all that it needs stays beside it, and then the trash has all of it.
 */
export async function trashPlainFiles(
  files: PlainFiles,
  names: PlainNames,
  name: string,
): Promise<boolean> {
  const all = names.ofSession(name, await files.names(names.folder));
  if (all.length === 0) return false;
  const target = names.trashed(name);
  const [live, lastGood] = [name + LIVE, name + LAST_GOOD].map((file) =>
    all.includes(file) ? file : undefined,
  );
  const switched = live ?? lastGood;
  const others = all.filter((file) => file !== switched);
  await files.write(`${target}/${TRASHED_AT}`, new TextEncoder().encode(String(Date.now())));
  for (const file of others) await files.copy(names.at(file), `${target}/${file}`);
  // Before the switch: without the live file the last good copy would be the session.
  if (live !== undefined && lastGood !== undefined) await files.remove(names.at(lastGood));
  if (switched !== undefined) await files.rename(names.at(switched), `${target}/${switched}`);
  for (const file of others) await files.remove(names.at(file));
  return true;
}

/** Moves all but the latest damaged copies of a session into the trash; `fresh` is the path of the latest. */
export async function keepFewPlainCopies(
  files: PlainFiles,
  names: PlainNames,
  name: string,
  fresh: string,
): Promise<void> {
  const start = `${name}${LIVE}.damaged-`;
  const copies = names
    .ofSession(name, await files.names(names.folder))
    .filter((file) => file.startsWith(start));
  if (copies.length <= MOST_DAMAGED_COPIES) return;
  const aged: { readonly file: string; readonly since: number }[] = [];
  for (const file of copies) {
    const isFresh = names.at(file) === fresh;
    aged.push({
      file,
      since: isFresh ? Infinity : ((await files.stat(names.at(file)))?.mtime ?? 0),
    });
  }
  const target = names.trashed(name);
  await files.write(`${target}/${TRASHED_AT}`, new TextEncoder().encode(String(Date.now())));
  const old = aged.sort((a, b) => b.since - a.since).slice(MOST_DAMAGED_COPIES);
  for (const { file } of old) await files.rename(names.at(file), `${target}/${file}`);
}
