import type { PlanStore } from '../../service/planStore';
import type { Digest, IdMaker, Log } from '../../service/ports';
import type { StoreMaintenance } from '../../service/storeMaintenance';
import { ServerMaintenance } from '../servers/serverMaintenance';
import { ServerStore } from '../servers/serverStore';
import { PostgresCare } from './postgresCare';
import { PostgresConnection } from './postgresConnection';
import type { PostgresPool } from './postgresPool';
import { statementsFor } from './postgresSchema';
import { PostgresSessions } from './postgresSessions';

export interface PostgresStoreOptions {
  /** Ended by whoever made it. */
  readonly pool: PostgresPool;
  /** Of the tables; another prefix is another store. Default: `session_plans_`. */
  readonly prefix?: string;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly log: Log;
  /** So many of the latest revisions of a plan are kept when it is compacted; 0: all. Asked each time. */
  readonly keepRevisions?: (() => number) | undefined;
}

/** A store in a PostgreSQL database and the care for it (PT.63). Touches nothing before its first use. */
export function openPostgresStore({
  pool,
  prefix = 'session_plans_',
  keepRevisions = () => 0,
  ...more
}: PostgresStoreOptions): { store: PlanStore; maintenance: StoreMaintenance } {
  const statements = statementsFor(prefix);
  const tables = { connection: new PostgresConnection(pool, statements), statements, ...more };
  const store = new ServerStore(new PostgresSessions(tables), more.log);
  const care = new PostgresCare(tables, `${prefix}sessions`);
  return { store, maintenance: new ServerMaintenance({ store, care, keepRevisions }) };
}

export function createPostgresStore(options: PostgresStoreOptions): PlanStore {
  return openPostgresStore(options).store;
}
