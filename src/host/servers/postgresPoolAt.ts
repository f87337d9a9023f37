import { Pool } from 'pg';
import type { PostgresPool } from '../../stores/postgres/postgresPool';
import { codedFailure } from './codedFailure';
import { parseServerAddress } from './serverAddress';
import { ANSWER_MS, CONNECT_MS } from './serverPorts';
import { tlsOptions } from './tlsOptions';

export interface EndedPool extends PostgresPool {
  end(): Promise<void>;
}

/** Connects at the first use; after a cut the next use connects again. */
export async function postgresPoolAt(
  url: string,
  connections: number,
  onCut: () => void = () => undefined,
): Promise<EndedPool> {
  const { host, port, user, password, database, ...way } = parseServerAddress(url);
  const pool = new Pool({
    ...{ host, port, user, password, database, ssl: (await tlsOptions(way)) ?? false },
    ...{ max: connections, application_name: 'session-plans', allowExitOnIdle: true },
    ...{ connectionTimeoutMillis: CONNECT_MS, query_timeout: ANSWER_MS },
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
  });
  // What a connection that nobody uses fails with is told to whoever needs it next.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', onCut));
  return {
    connect: async () => {
      try {
        return await pool.connect();
      } catch (error) {
        throw codedFailure(error);
      }
    },
    end: () => pool.end(),
  };
}
