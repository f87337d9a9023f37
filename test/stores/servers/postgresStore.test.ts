import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { PlanError } from '../../../src/domain/planError';
import { digest } from '../../../src/host/digest';
import type { PlanStore } from '../../../src/service/planStore';
import { createPostgresStore, openPostgresStore } from '../../../src/stores/postgres/postgresStore';
import { step, update } from '../../domain/planFixtures';
import { openBench, SESSION } from '../../service/serviceFixtures';
import { fakeIds } from '../../support/fakeIds';
import { fakeLog } from '../../support/fakeLog';
import { fakeProcess } from '../../support/fakeProcess';
import { CuttingProxy } from '../../support/servers/cuttingProxy';
import { PostgresServer } from '../../support/servers/postgresServer';
import { describeFuzz } from '../fuzzBesideMemory';
import {
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';
import { describeMaintenance } from '../maintenance/maintenanceContract';
import { serverRules } from './serverRules';
import { describeStoreContract } from '../storeContract';

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

  const ids = { uuid: randomUUID };
  const optionsFor = (prefix: string) => ({ pool, prefix, digest, ids, log: fakeLog() });

  describeStoreContract(
    'The PostgreSQL store',
    () => {
      const log = fakeLog();
      const prefix = `t${String(++opened)}_`;
      const open = () =>
        createPostgresStore({ pool, prefix, digest, ids: { uuid: randomUUID }, log });
      let store = open();
      let second: PlanStore | undefined;
      return Promise.resolve({
        get store() {
          return store;
        },
        second: () => (second ??= open()),
        errors: () =>
          log.entries.filter(({ level }) => level === 'error').map(({ message }) => message),
        reopen: async () => {
          await store.close();
          return (store = open());
        },
        dispose: async () => {
          await store.close();
          await second?.close();
        },
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

  describeMaintenance('The PostgreSQL store', () => {
    const prefix = `t${String(++opened)}_`;
    const stores: PlanStore[] = [];
    const another = ({ keepRevisions = 0 } = {}) => {
      const options = optionsFor(prefix);
      const both = openPostgresStore({ ...options, keepRevisions: () => keepRevisions });
      stores.push(both.store);
      return both;
    };
    const damage = async (session: string, table: string, where: string, value: unknown) => {
      const own = `session = (SELECT serial FROM ${prefix}sessions WHERE id = $1 AND trashed IS NULL)`;
      const sql = `UPDATE ${prefix}${table} SET body = '{' WHERE ${own} AND ${where} = $2`;
      assert.equal((await pool.query(sql, [digest(session), value])).rowCount, 1);
    };
    return Promise.resolve({
      ...another(),
      another,
      damageEvent: (session, sequence) => damage(session, 'events', 'sequence', sequence),
      damageCall: (session, callId) =>
        damage(session, 'calls', 'call', digest(JSON.stringify(callId))),
      damageRecord: async (session) => {
        const sql = `UPDATE ${prefix}sessions SET record = '{' WHERE id = $1`;
        assert.equal((await pool.query(sql, [digest(session)])).rowCount, 1);
      },
      makeNewer: async () => {
        await pool.query(`UPDATE ${prefix}meta SET version = version + 1`);
      },
      dispose: async () => {
        await Promise.all(stores.map((store) => store.close()));
      },
    });
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
    const store = createPostgresStore({ ...optionsFor(prefix), pool: given });
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
    const stores = Array.from({ length: 6 }, () => createPostgresStore(optionsFor(prefix)));
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

  it('[PTx.22] lifts tables of an older version once, with all that is in them', async () => {
    const prefix = `t${String(++opened)}_`;
    const options = optionsFor(prefix);
    const before = createPostgresStore(options);
    await appendPlans(before, 'one', 1, 2);
    await pool.query(`DROP INDEX ${prefix}sessions_trash; ALTER TABLE ${prefix}meta DROP COLUMN swept;
      ALTER TABLE ${prefix}sessions DROP COLUMN dropped; UPDATE ${prefix}meta SET version = 1`);
    const stores = Array.from({ length: 4 }, () => createPostgresStore(options));
    await Promise.all(stores.map((store) => assertRevision(store, 'one', 2)));
    const { rows } = await pool.query(`SELECT version, swept FROM ${prefix}meta`);
    assert.deepEqual(rows, [{ version: 2, swept: null }]);
    // A window of before goes on, too: what is in the tables now is what it knows.
    await appendPlans(before, 'one', 3);
    await Promise.all([before, ...stores].map((store) => store.close()));
  });

  it('[DP.78] lets no call of a turn be written once another process began one', async () => {
    const prefix = `t${String(++opened)}_`;
    const open = () => createPostgresStore(optionsFor(prefix));
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
    const options = optionsFor(prefix);
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
});
