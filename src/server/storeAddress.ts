import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { PlanError } from '../domain/planError';
import type { PlanHostOptions } from '../host/planHost';
import { dataFolder } from './dataFolder';

/** What `--store` may say. */
export const STORE_ADDRESSES = 'sqlite:DIR or memory:';

/**
 * Where plans are kept, as an address says it; without one in the data folder of the person. A relative
 * folder is under the data folder, never the workspace. Throws `invalid_configuration`.
 */
export function storeAt(
  address: string | undefined,
  data: string = dataFolder(),
): PlanHostOptions['store'] {
  if (address === undefined) return { kind: 'sqlite', folder: join(data, 'sessions') };
  const [, kind, rest = ''] = /^([a-z]+):(.*)$/s.exec(address) ?? [];
  if (kind === 'memory' && rest === '') return { kind: 'memory' };
  if (kind === 'sqlite' && rest !== '') {
    const folder = /^~(?=$|[\\/])/.test(rest) ? join(homedir(), rest.slice(1)) : rest;
    return { kind: 'sqlite', folder: resolve(data, folder) };
  }
  throw new PlanError(
    'invalid_configuration',
    `The store ${JSON.stringify(address)} is none of these: ${STORE_ADDRESSES}.`,
    { details: { place: '--store' } },
  );
}
