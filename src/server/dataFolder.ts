import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs keep data of a person on this platform; plans are in a folder of it. */
export function dataFolder(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): string {
  return join(baseFolder(platform, env), 'session-plans');
}

function baseFolder(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  switch (platform) {
    case 'win32':
      return env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local');
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support');
    default: {
      // A relative one is to be ignored, says the specification of these folders.
      const given = env['XDG_DATA_HOME'] ?? '';
      return given.startsWith('/') ? given : join(homedir(), '.local', 'share');
    }
  }
}
