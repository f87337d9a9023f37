import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

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
    mkdirSync(folder, { recursive: true });
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
