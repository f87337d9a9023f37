import type { PlanStore } from '../../service/planStore';
import type { Digest, IdMaker, Log } from '../../service/ports';
import type { StoreMaintenance } from '../../service/storeMaintenance';
import { ServerMaintenance } from '../servers/serverMaintenance';
import { ServerStore } from '../servers/serverStore';
import { RedisCare } from './redisCare';
import type { RedisClient, RedisSubscriber } from './redisClient';
import { RedisKeys } from './redisKeys';
import { RedisList } from './redisList';
import { RedisSessions } from './redisSessions';
import { RedisTrash } from './redisTrash';

export interface RedisStoreOptions {
  /** Connected, and ended, by whoever made them. */
  readonly client: RedisClient;
  readonly subscriber: RedisSubscriber;
  /** Of all keys; another prefix is another store. Default: `session-plans`. */
  readonly prefix?: string;
  /** A session is gone so long after its last commit. Default: never. */
  readonly ttlMs?: number;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly log: Log;
  /** So many of the latest revisions of a plan are kept when it is compacted; 0: all. Asked each time. */
  readonly keepRevisions?: (() => number) | undefined;
}

/** A store in keys of a Redis server and the care for it (PT.64). Touches nothing before its first use. */
export function openRedisStore({
  prefix = 'session-plans',
  ttlMs = 0,
  keepRevisions = () => 0,
  digest,
  ...more
}: RedisStoreOptions): { store: PlanStore; maintenance: StoreMaintenance } {
  const keys = new RedisKeys(prefix, digest);
  const place = { ...more, keys, list: new RedisList(more.client, keys), ttlMs };
  const trash = new RedisTrash(place);
  const store = new ServerStore(new RedisSessions(place, trash), more.log);
  const care = new RedisCare(place, trash);
  return { store, maintenance: new ServerMaintenance({ store, care, keepRevisions }) };
}

export function createRedisStore(options: RedisStoreOptions): PlanStore {
  return openRedisStore(options).store;
}
