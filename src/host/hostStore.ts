import type { Sentence } from '../domain/sentence';
import { openStore, type OpenedStore, type StoreRuntime } from '../stores/openStore';
import type { StoreSettings } from '../stores/storeSettings';
import type { ServerPorts } from './servers/serverPorts';

/** Stores on a server, which several machines can use. */
export const SERVER_STORES = ['postgres', 'redis'] as const;
export type ServerStoreKind = (typeof SERVER_STORES)[number];

/** With the password in `url`: it is neither logged nor shown. */
export interface ServerStoreSettings {
  readonly kind: ServerStoreKind;
  readonly url: string;
}

/** Where plans are kept. */
export type HostStoreSettings = StoreSettings | ServerStoreSettings;

export function isOnServer(settings: HostStoreSettings): settings is ServerStoreSettings {
  return settings.kind === 'postgres' || settings.kind === 'redis';
}

/** Loads the driver of a server with the first store there; reaches out to nothing by itself. */
export async function openHostStore(
  settings: HostStoreSettings,
  runtime: StoreRuntime & ServerPorts,
): Promise<OpenedStore> {
  if (!isOnServer(settings)) return openStore(settings, runtime);
  if (settings.kind === 'postgres') {
    const { openPostgres } = await import('./servers/postgresOnDemand');
    return openPostgres(settings.url, runtime);
  }
  const { openRedis } = await import('./servers/redisOnDemand');
  return openRedis(settings.url, runtime);
}

/**
 * Whether plans can be kept there; resolves to what they would be in danger of. Rejects with what is in the
 * way, in a sentence for people.
 */
export async function checkServer({
  kind,
  url,
}: ServerStoreSettings): Promise<Sentence | undefined> {
  if (kind === 'postgres') {
    const { checkPostgres } = await import('./servers/postgresOnDemand');
    await checkPostgres(url);
    return undefined;
  }
  const { checkRedis } = await import('./servers/redisOnDemand');
  return checkRedis(url);
}
