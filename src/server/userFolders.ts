import { homedir } from 'node:os';
import { join } from 'node:path';

const NAME = 'session-plans';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where programs keep data of a person on this platform; plans are in a folder of it. */
export function dataFolder(platform = process.platform, env: Environment = process.env): string {
  const mac = ['Library', 'Application Support'];
  return folderOf(platform, env, { mac, variable: 'XDG_DATA_HOME', other: ['.local', 'share'] });
}

/** … and what can be made anew. */
export function cacheFolder(platform = process.platform, env: Environment = process.env): string {
  const mac = ['Library', 'Caches'];
  return folderOf(platform, env, { mac, variable: 'XDG_CACHE_HOME', other: ['.cache'] });
}

interface Places {
  readonly mac: readonly string[];
  readonly variable: string;
  readonly other: readonly string[];
}

function folderOf(platform: string, env: Environment, { mac, variable, other }: Places): string {
  switch (platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] || join(homedir(), 'AppData', 'Local'), NAME);
    case 'darwin':
      return join(homedir(), ...mac, NAME);
    default: {
      // A relative one is to be ignored, says the specification of these folders.
      const given = env[variable] ?? '';
      return join(given.startsWith('/') ? given : join(homedir(), ...other), NAME);
    }
  }
}
