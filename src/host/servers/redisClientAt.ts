import { createClient } from '@redis/client';
import { parseServerAddress } from './serverAddress';
import { CONNECT_MS } from './serverPorts';
import { tlsOptions } from './tlsOptions';

export interface ReconnectOptions {
  /** Milliseconds until it tries again; false: it does not. */
  readonly pause: (tries: number, cause: Error) => number | false;
  /** What is asked meanwhile fails at once. */
  readonly disableOfflineQueue: boolean;
  /** A connection over which nothing came for so long is cut; half as often something is asked. */
  readonly silenceMs: number;
}

/** Not connected yet. */
export async function redisClientAt(
  url: string,
  { pause, disableOfflineQueue, silenceMs }: ReconnectOptions,
) {
  const { host, port, user, password, database, ...way } = parseServerAddress(url);
  const tls = await tlsOptions(way);
  const socket = {
    ...{ host, port, connectTimeout: CONNECT_MS, socketTimeout: silenceMs },
    reconnectStrategy: pause,
  };
  const client = createClient({
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database: Number(database) }),
    ...{ disableOfflineQueue, pingInterval: silenceMs / 2 },
    socket: tls ? { ...socket, ...tls, tls: true } : socket,
  });
  // Told to whoever asks for something; unheard it would end the process.
  client.on('error', () => undefined);
  return client;
}
