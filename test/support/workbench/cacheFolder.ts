import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where downloads of the test bench live between runs, outside the repository. */
export function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? '';
  return join(base === '' ? join(homedir(), '.cache') : base, 'session-plans');
}
