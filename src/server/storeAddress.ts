import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PlanError } from '../domain/planError';
import type { HostStoreSettings } from '../host/hostStore';
import { parseServerAddress, serverKindOf, withPassword } from '../host/servers/serverAddress';
import { dataFolder } from './userFolders';

/** What `--store` may say. */
export const STORE_ADDRESSES =
  'sqlite:DIR, memory:, postgres://… or redis://… (rediss:// with TLS)';

/** What is better not seen in a list of processes. */
export interface StoreSurroundings {
  /** The whole address, where none was given. */
  readonly SESSION_PLANS_STORE?: string | undefined;
  /** For an address on a server that has none. */
  readonly SESSION_PLANS_STORE_PASSWORD?: string | undefined;
}

/**
 * Where plans are kept, as an address says it; without one in the data folder of the person. A relative
 * folder is under the data folder, never the workspace. Throws `invalid_configuration`, or `invalid_input`
 * where the address is one of a server.
 */
export function storeAt(
  given: string | undefined,
  data: string = dataFolder(),
  env: StoreSurroundings = process.env,
): HostStoreSettings {
  const address = given ?? (env.SESSION_PLANS_STORE || undefined);
  if (address === undefined) return { kind: 'sqlite', folder: join(data, 'sessions') };
  const onServer = serverKindOf(address);
  if (onServer !== undefined) {
    parseServerAddress(address);
    const url = withPassword(address, env.SESSION_PLANS_STORE_PASSWORD || undefined);
    return { kind: onServer, url };
  }
  const [, kind, rest = ''] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  if (kind === 'memory' && rest === '') return { kind: 'memory' };
  if (kind === 'sqlite' && rest !== '') {
    const folder = /^~(?=$|[\\/])/.test(rest) ? join(homedir(), rest.slice(1)) : rest;
    return { kind: 'sqlite', folder: resolve(data, folder) };
  }
  throw new PlanError(
    'invalid_configuration',
    `The store ${JSON.stringify(withoutUser(address))} is none of these: ${STORE_ADDRESSES}.`,
    { details: { place: '--store' } },
  );
}

/** Another kind of address may have a password in it, too. */
function withoutUser(address: string): string {
  return address.replace(/\/\/.*@/s, '//***@');
}
