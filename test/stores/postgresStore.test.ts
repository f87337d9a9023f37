import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { digest } from '../../src/host/digest';
import { createPostgresStore } from '../../src/stores/postgres/postgresStore';
import { fakeLog } from '../support/fakeLog';
import { PostgresServer } from '../support/servers/postgresServer';
import { describeFuzz } from './fuzzBesideMemory';
import { describeStoreContract } from './storeContract';

const RUNS = Number(process.env['SESSION_PLANS_FUZZ_RUNS'] ?? 5);

describe('On a PostgreSQL server', () => {
  let server: PostgresServer;
  let pool: Pool;
  let opened = 0;
  before(async function () {
    this.timeout(300_000);
    server = await PostgresServer.start();
    pool = new Pool({ ...server.config, max: 8 });
  });
  after(async () => {
    await pool.end();
    await server.stop();
  });

  describeStoreContract(
    '[DP.76] [PT.63] the PostgreSQL store',
    () => {
      const log = fakeLog();
      const prefix = `t${String(++opened)}_`;
      const open = () =>
        createPostgresStore({ pool, prefix, digest, ids: { uuid: randomUUID }, log });
      let store = open();
      return Promise.resolve({
        get store() {
          return store;
        },
        errors: () =>
          log.entries.filter(({ level }) => level === 'error').map(({ message }) => message),
        reopen: async () => {
          await store.close();
          return (store = open());
        },
        dispose: () => store.close(),
      });
    },
    { durable: true },
  );

  describeFuzz('PostgreSQL', RUNS, () => {
    const prefix = `t${String(++opened)}_`;
    const log = fakeLog();
    return {
      open: () => createPostgresStore({ pool, prefix, digest, ids: { uuid: randomUUID }, log }),
      dispose: () => Promise.resolve(),
    };
  });
});
