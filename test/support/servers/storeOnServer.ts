import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { Pool } from 'pg';
import { digest } from '../../../src/host/digest';
import type { PlanStore } from '../../../src/service/planStore';
import type { StoreMaintenance } from '../../../src/service/storeMaintenance';
import { openPostgresStore } from '../../../src/stores/postgres/postgresStore';
import { openRedisStore } from '../../../src/stores/redis/redisStore';
import { fakeLog } from '../fakeLog';

/** As a program is told of it. */
export interface ServerStoreAddress {
  readonly kind: 'postgres' | 'redis';
  readonly port: number;
  readonly prefix: string;
}

export interface StoreOnServer {
  readonly store: PlanStore;
  readonly maintenance: StoreMaintenance;
  /** Ends the store and its connections. */
  close(): Promise<void>;
}

const COMMON = { digest, ids: { uuid: randomUUID }, log: fakeLog() };

/** With connections of its own, as a window has them. */
export async function openOnServer(address: ServerStoreAddress): Promise<StoreOnServer> {
  return address.kind === 'postgres' ? openPostgres(address) : openRedis(address);
}

function openPostgres({ port, prefix }: ServerStoreAddress): StoreOnServer {
  const login = { user: 'postgres', password: 'secret', database: 'postgres' };
  const pool = new Pool({ ...login, host: '127.0.0.1', port, max: 3 });
  // What a connection in the pool fails with is told to whoever uses it next.
  pool.on('error', () => undefined);
  const opened = openPostgresStore({ ...COMMON, pool, prefix });
  return {
    ...opened,
    close: async () => {
      await opened.store.close();
      await pool.end();
    },
  };
}

async function openRedis({ port, prefix }: ServerStoreAddress): Promise<StoreOnServer> {
  const connect = async (disableOfflineQueue: boolean) => {
    const url = `redis://127.0.0.1:${String(port)}`;
    const client = createClient({ url, disableOfflineQueue, socket: { reconnectStrategy: 50 } });
    // Told to whoever asks for something.
    client.on('error', () => undefined);
    return client.connect();
  };
  const [client, subscriber] = [await connect(true), await connect(false)];
  const opened = openRedisStore({ ...COMMON, client, subscriber, prefix });
  return {
    ...opened,
    close: async () => {
      if (!subscriber.isReady) subscriber.destroy();
      await opened.store.close();
      for (const each of [client, subscriber]) if (each.isOpen) each.destroy();
    },
  };
}
