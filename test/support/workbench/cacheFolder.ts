import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

/** Where downloads of the test bench live between runs, outside the repository. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? '';
  // A relative one is to be ignored, says the XDG specification.
  return join(isAbsolute(base) ? base : join(homedir(), '.cache'), 'session-plans');
}

/** For who is about to write there: makes the folder, or says what to do when it cannot be. */
export function writableCacheFolder(): string {
  const folder = cacheFolder();
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new Error(
      `The folder ${folder} cannot be written (${code}): ` +
        'set XDG_CACHE_HOME to the path of a folder for downloads that can.',
    );
  }
  return folder;
}

/** Not `recursive`: that never ends in a folder that answers ENOENT, as those of /proc do. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Perhaps another process was faster.
    if (!existsSync(path)) throw error;
  }
}
