import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Pool, type PoolConfig } from 'pg';
import { PlanError } from '../../src/domain/planError';
import { digest } from '../../src/host/digest';
import { createPostgresStore } from '../../src/stores/postgres/postgresStore';
import { step, update } from '../domain/planFixtures';
import { openBench, SESSION } from '../service/serviceFixtures';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';
import { CuttingProxy } from '../support/servers/cuttingProxy';
import { PostgresServer } from '../support/servers/postgresServer';
import { describeFuzz } from './fuzzBesideMemory';
import { aPlanCommit, appendPlans, loadExisting, rejectsWith } from '../support/storeFixtures';
import { serverRules } from './serverRules';
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
    pool.on('error', () => undefined);
  });
  after(async () => {
    await pool.end();
    await server.stop();
  });

  describeStoreContract(
    'The PostgreSQL store',
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

  serverRules(() => ({
    open: async (prefix) => {
      const cut = await CuttingProxy.before(server.port);
      const own = new Pool({ ...server.config, port: cut.port, max: 3 });
      // What a connection in the pool fails with is told to whoever uses it next.
      own.on('error', () => undefined);
      const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
      const store = createPostgresStore({ pool: own, prefix, ...options });
      return {
        ...{ store, cut },
        close: async () => {
          await store.close();
          await own.end();
          await cut.close();
        },
      };
    },
    kill: () => server.kill(),
    resume: () => server.resume(),
  }));

  it('[DP.76] [PT.63] keeps plan, call and event of a commit together, over any pool of the caller, and leaves that open', async () => {
    const prefix = `t${String(++opened)}_`;
    const given = { connect: () => pool.connect() };
    const options = { pool: given, digest, ids: { uuid: randomUUID }, log: fakeLog() };
    const store = createPostgresStore({ ...options, prefix });
    const commit = aPlanCommit('one', 1);
    await store.append('one', 0, commit);
    await store.close();
    const rows = async (table: string): Promise<unknown[]> =>
      (await pool.query<Record<string, unknown>>(`SELECT * FROM ${prefix}${table}`)).rows;
    const [[session], events, calls] = [
      await rows('sessions'),
      await rows('events'),
      await rows('calls'),
    ];
    assert.match(JSON.stringify(session), /Do one/);
    assert.deepEqual([events.length, calls.length], [1, 1]);
  });

  it('[PTx.22] makes its tables once, whichever operation of many processes comes first', async () => {
    const prefix = `t${String(++opened)}_`;
    const stores = Array.from({ length: 6 }, () =>
      createPostgresStore({ pool, prefix, digest, ids: { uuid: randomUUID }, log: fakeLog() }),
    );
    const outcomes = await Promise.all(
      stores.map((store, at) =>
        at % 2 === 0 ? store.append('one', 0, aPlanCommit('one', 1)) : store.load('one'),
      ),
    );
    const kinds = outcomes.map((outcome) => (outcome && 'kind' in outcome ? outcome.kind : ''));
    assert.equal(kinds.filter((kind) => kind === 'appended').length, 1);
    assert.equal(kinds.filter((kind) => kind === 'conflict').length, 2);
    const { rows } = await pool.query(`SELECT * FROM ${prefix}meta`);
    assert.equal(rows.length, 1);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('[DP.78] lets no call of a turn be written once another process began one', async () => {
    const prefix = `t${String(++opened)}_`;
    const open = () =>
      createPostgresStore({ pool, prefix, digest, ids: { uuid: randomUUID }, log: fakeLog() });
    const here = openBench(open());
    const there = openBench(open(), fakeProcess('owner-2'), fakeIds(1_000_000));
    await here.openTurn();
    await here.asHosted('call-1', update(0, [step('a')]));
    here.store.faults.beforeAppend = async () => {
      delete here.store.faults.beforeAppend;
      await there.beginTurn();
      return undefined;
    };
    await rejectsWith(here.asHosted('call-2', update(1, [step('b')])), 'turn_not_current');
    assert.deepEqual(
      (await there.plan())?.steps.map(({ id }) => id),
      ['a'],
    );
    assert.equal(await there.store.recordedCall(SESSION, 'call-2'), undefined);
    await Promise.all([here.store.close(), there.store.close()]);
  });

  it('[PTx.24] takes no prefix that is no bare identifier', () => {
    for (const prefix of ['', 'a b', 'a;drop', '1a', 'A', 'ä', 'a'.repeat(55), 'a"']) {
      const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
      assert.throws(
        () => createPostgresStore({ pool, prefix, ...options }),
        (error) => PlanError.is(error, 'invalid_input'),
        prefix,
      );
    }
  });

  it('only reads tables that a newer version made', async () => {
    const prefix = `t${String(++opened)}_`;
    const options = { pool, prefix, digest, ids: { uuid: randomUUID }, log: fakeLog() };
    const store = createPostgresStore(options);
    await appendPlans(store, 'one', 1);
    await pool.query(`UPDATE ${prefix}meta SET version = version + 1`);
    const late = store.append('one', 1, aPlanCommit('one', 2));
    await rejectsWith(late, 'newer_version');
    const again = createPostgresStore(options);
    const loaded = await loadExisting(again, 'one');
    assert.deepEqual([loaded.readOnly, loaded.generation], [true, 1]);
    await rejectsWith(again.append('one', 1, aPlanCommit('one', 2)), 'newer_version');
    await rejectsWith(again.append('two', 0, aPlanCommit('two', 1)), 'newer_version');
    await Promise.all([store.close(), again.close()]);
  });

  it('says what is wrong with the way to the server, and nothing of the password', async () => {
    const ask = async (config: PoolConfig): Promise<string> => {
      const own = new Pool(config);
      const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
      const store = createPostgresStore({ pool: own, ...options });
      const failure: unknown = await store.load('one').then(
        () => assert.fail('it was read'),
        (error: unknown) => error,
      );
      await store.close();
      await own.end();
      assert.ok(PlanError.is(failure, 'store_unavailable'));
      assert.doesNotMatch(failure.message, /wrong-secret/);
      return failure.message;
    };
    const { config } = server;
    await pool.query(`CREATE ROLE reader LOGIN PASSWORD 'wrong-secret'`);
    assert.match(await ask({ ...config, database: 'none' }), /no such database/);
    assert.match(await ask({ ...config, port: 1 }), /nothing answers/);
    assert.match(await ask({ ...config, host: 'nowhere.invalid' }), /host/);
    assert.match(await ask({ ...config, ssl: true }), /no TLS/);
    assert.match(await ask({ ...config, user: 'reader' }), /no right/);
    await server.demandPasswords();
    assert.match(await ask({ ...config, password: 'wrong-secret' }), /password is wrong/);
  });
});
