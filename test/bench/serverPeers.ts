import { createClient } from '@redis/client';
import { Pool } from 'pg';
import { digest } from '../../src/host/digest';
import type { PlanStore, SessionCommit } from '../../src/service/planStore';
import { CHANGE_VALUES, commitValues } from '../../src/stores/postgres/commitValues';
import { statementsFor } from '../../src/stores/postgres/postgresSchema';
import { changeNotice } from '../../src/stores/postgres/postgresWatch';
import { appendArguments } from '../../src/stores/redis/redisCommit';
import { memberOf, RedisKeys, scoreOf } from '../../src/stores/redis/redisKeys';
import { APPEND } from '../../src/stores/redis/redisScripts';
import { manyKey, updatedAt } from '../support/manySessions';
import { PostgresServer } from '../support/servers/postgresServer';
import { RedisServer } from '../support/servers/redisServer';
import { aPlanCommit } from '../support/storeFixtures';

/** A server with its bare driver beside the store on it. */
export interface ServerPeer {
  readonly port: number;
  readonly prefix: string;
  /** What the store sends for a commit, made ready; it is sent and answered when that is called. */
  bareCommit(commit: SessionCommit, generation: number): Promise<() => Promise<void>>;
  makeSessions(count: number, store: PlanStore): Promise<void>;
  stop(): Promise<void>;
}

interface PeerKind {
  readonly name: string;
  readonly kind: 'postgres' | 'redis';
  start(): Promise<ServerPeer>;
}

export const SERVER_PEERS: readonly PeerKind[] = [
  { name: 'PostgreSQL', kind: 'postgres', start: startPostgres },
  { name: 'Redis', kind: 'redis', start: startRedis },
];

async function startPostgres(): Promise<ServerPeer> {
  const server = await PostgresServer.start();
  const pool = new Pool({ ...server.config, max: 3 });
  const prefix = 'bench_';
  const statements = statementsFor(prefix);
  return {
    ...{ port: server.port, prefix },
    bareCommit: (commit, generation) => {
      const { key } = commit.record;
      const id = digest(key);
      const names = { id, token: `token-${String(generation)}`, expectedGeneration: generation };
      const notice = changeNotice('bench', key, id);
      const values = commitValues(commit, { ...names, notice }, digest);
      const { create, change } = statements;
      const [text, given] =
        generation === 0 ? [create, values] : [change, values.slice(0, CHANGE_VALUES)];
      return Promise.resolve(async () => {
        const { rowCount } = await pool.query(text, given);
        if (rowCount !== 1) throw new Error('The bare driver wrote nothing.');
      });
    },
    makeSessions: async (count, store) => {
      const updated = updatedAt(0);
      await store.append(manyKey(0), 0, aPlanCommit(manyKey(0), 1, { updated }));
      // Of the others only the row of the session, as a list looks at nothing else.
      await pool.query(
        `INSERT INTO ${prefix}sessions (id, key, place, generation, version, commit, required, updated, workspace, record)
          SELECT encode(sha256(convert_to(name, 'UTF8')), 'hex'), to_json(name)::text, decode('00', 'hex'), 1, 1, '',
            required, at, workspace, replace(replace(record, $1::text, name), $2::text, at)
          FROM ${prefix}sessions, generate_series(1, $3::integer - 1) AS number,
            LATERAL (SELECT 'many:' || lpad(number::text, 6, '0') AS name,
              to_char(($2::text)::timestamptz AT TIME ZONE 'UTC' + number * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') AS at) AS own
          WHERE id = $4`,
        [manyKey(0), updated, count, digest(manyKey(0))],
      );
      await pool.query('ANALYZE');
    },
    stop: async () => {
      await pool.end();
      await server.stop();
    },
  };
}

async function startRedis(): Promise<ServerPeer> {
  const server = await RedisServer.start();
  const client = await createClient({ url: server.url }).connect();
  const prefix = 'bench';
  const keys = new RedisKeys(prefix, digest);
  return {
    ...{ port: server.port, prefix },
    bareCommit: (commit, generation) => {
      const { key, updated, workspace } = commit.record;
      const own = keys.of(key);
      const notices = {
        notice: keys.notice('bench', key),
        late: keys.notice('bench', key, 'late'),
      };
      const names = { channel: keys.channel, ...notices, token: String(generation), ttlMs: 0 };
      const args = ['EVAL', APPEND, '4', ...own, ...appendArguments(commit, generation, names)];
      const lists = [keys.list(), keys.list(workspace ?? null)];
      const moves = lists.map((list) => ['ZADD', list, String(scoreOf(updated)), memberOf(key)]);
      return Promise.resolve(async () => {
        const [outcome] = await client.sendCommand<string[]>(args);
        if (outcome !== 'written') throw new Error('The bare driver wrote nothing.');
        await Promise.all(moves.map((move) => client.sendCommand(move)));
      });
    },
    makeSessions: async (count, store) => {
      for (let from = 0; from < count; from += 100) {
        const keysOf = Array.from({ length: 100 }, (_, at) => from + at);
        await Promise.all(
          keysOf.map((at) => {
            const commit = aPlanCommit(manyKey(at), 1, { updated: updatedAt(at) });
            return store.append(manyKey(at), 0, commit);
          }),
        );
      }
    },
    stop: async () => {
      client.destroy();
      await server.stop();
    },
  };
}
