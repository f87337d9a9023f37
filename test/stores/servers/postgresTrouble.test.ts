import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Pool, type PoolConfig } from 'pg';
import { digest } from '../../../src/host/digest';
import { PostgresConnection } from '../../../src/stores/postgres/postgresConnection';
import { statementsFor } from '../../../src/stores/postgres/postgresSchema';
import { openPostgresStore } from '../../../src/stores/postgres/postgresStore';
import { PostgresWatch } from '../../../src/stores/postgres/postgresWatch';
import { fakeLog } from '../../support/fakeLog';
import { MountedDisks } from '../../support/mountedDisk';
import { CuttingProxy } from '../../support/servers/cuttingProxy';
import { PostgresServer } from '../../support/servers/postgresServer';
import { aPlanCommit, appendPlans, assertRevision, rejectsWith } from '../../support/storeFixtures';

const SECRET = 'wrong-secret';
const READ_ONLY = '-c default_transaction_read_only=on';

describe('A PostgreSQL server that is in trouble', function () {
  this.timeout(60_000);
  let server: PostgresServer;
  let disks: MountedDisks;
  let disk: string | undefined;
  let admin: Pool;
  let opened = 0;
  const pools: Pool[] = [];
  before(async function () {
    this.timeout(300_000);
    disks = new MountedDisks();
    disk = disks.inMemory('size=192m,mode=755');
    // The server runs as somebody else, who has to get there.
    if (disk !== undefined) chmodSync(dirname(disk), 0o755);
    server = await PostgresServer.start(disk === undefined ? {} : { within: disk });
    admin = poolOf({});
    await admin.query(`CREATE ROLE reader LOGIN PASSWORD '${SECRET}'`);
  });
  after(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await server.stop();
    disks.dispose();
  });

  const prefixOf = () => `t${String(++opened)}_`;

  function poolOf(config: PoolConfig): Pool {
    const pool = new Pool({ ...server.config, ...config, max: 3 });
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  }

  function openAs(config: PoolConfig, prefix: string) {
    const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
    return openPostgresStore({ ...options, pool: poolOf(config), prefix });
  }

  async function said(promise: Promise<unknown>): Promise<string> {
    const { message } = await rejectsWith(promise, 'store_unavailable');
    assert.doesNotMatch(message, new RegExp(SECRET));
    return message;
  }

  it('[FC.7] says what is wrong with the way to it, and nothing of the password', async () => {
    const ask = (config: PoolConfig) => said(openAs(config, prefixOf()).store.load('one'));
    assert.match(await ask({ database: 'none' }), /no such database/);
    assert.match(await ask({ port: 1 }), /nothing answers/);
    assert.match(await ask({ host: 'nowhere.invalid' }), /host/);
    assert.match(await ask({ ssl: true }), /no TLS/);
    assert.match(await ask({ user: 'reader' }), /no right/);
  });

  it('[FC.7] shows the plan to whoever may only read it, and says that the rest is not theirs', async () => {
    const prefix = prefixOf();
    const { store } = openAs({}, prefix);
    await appendPlans(store, 'one', 1, 2);
    for (const table of ['meta', 'sessions', 'events', 'calls', 'removed'])
      await admin.query(`GRANT SELECT ON ${prefix}${table} TO reader`);
    const reader = openAs({ user: 'reader' }, prefix);
    await assertRevision(reader.store, 'one', 2);
    assert.equal((await reader.maintenance.verify()).damaged, 0);
    assert.match(await said(reader.store.append('one', 2, aPlanCommit('one', 3))), /no right/);
    assert.match(await said(reader.store.append('two', 0, aPlanCommit('two', 1))), /no right/);
    assert.match(await said(reader.maintenance.trash('one')), /no right/);
    await assertRevision(store, 'one', 2);
    await appendPlans(store, 'one', 3);
    await assertRevision(reader.store, 'one', 3);
  });

  it('[FC.7] is read and says so where it takes no writes, as a standby does', async () => {
    const prefix = prefixOf();
    const { store } = openAs({}, prefix);
    await appendPlans(store, 'one', 1);
    const standby = openAs({ options: READ_ONLY }, prefix);
    await assertRevision(standby.store, 'one', 1);
    const refused = [
      () => standby.store.append('one', 1, aPlanCommit('one', 2)),
      () => standby.store.append('two', 0, aPlanCommit('two', 1)),
      () => standby.store.remove('one'),
      // Also where it has no tables yet.
      () => openAs({ options: READ_ONLY }, prefixOf()).store.load('one'),
    ];
    for (const refusal of refused) assert.match(await said(refusal()), /only reads/);
    await appendPlans(store, 'one', 2);
    await assertRevision(standby.store, 'one', 2);
  });

  it('[DP.77] [FC.7] says that its disk is full, keeps what was answered, and goes on once there is room', async () => {
    if (disk === undefined) {
      console.log('      no disk can be mounted here');
      return;
    }
    const { store } = openAs({}, prefixOf());
    const large = { configuration: { planning: true, subtasks: false, guidance: noise(200_000) } };
    await store.append('one', 0, aPlanCommit('one', 1, large));
    const filling = join(disk, 'filling');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filling, Buffer.alloc(bavail * bsize));
    let [generation, refused] = [1, ''];
    try {
      while (refused === '' && generation < 100) {
        const commit = aPlanCommit('one', generation + 1, large);
        const [outcome] = await Promise.allSettled([store.append('one', generation, commit)]);
        if (outcome.status === 'fulfilled') generation++;
        else refused = await said(Promise.reject(outcome.reason as Error));
      }
    } finally {
      rmSync(filling);
    }
    assert.match(refused, /the disk of the server is full/);
    await assertRevision(store, 'one', generation);
    await store.append('one', generation, aPlanCommit('one', generation + 1));
    await assertRevision(store, 'one', generation + 1);
  });

  it('hears of changes again after a connection that went without a word', async () => {
    const prefix = prefixOf();
    const { store } = openAs({}, prefix);
    await appendPlans(store, 'one', 1);
    const way = await CuttingProxy.before(server.port);
    const statements = statementsFor(prefix);
    const connection = new PostgresConnection(poolOf({ port: way.port }), statements);
    const changed: string[] = [];
    const watch = new PostgresWatch({
      ...{ connection, statements, writer: 'listener', log: fakeLog() },
      heard: { changed: (key) => void changed.push(key), late: () => undefined },
      tried: { everyMs: 100, withinMs: 2_000 },
    });
    await watch.start();
    const heard = async (revision: number) => {
      changed.length = 0;
      await appendPlans(store, 'one', revision);
      const deadline = Date.now() + 30_000;
      while (!changed.includes('one')) {
        assert.ok(Date.now() < deadline, `nothing was heard of revision ${String(revision)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    await heard(2);
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.deepEqual(changed, ['one'], 'it was cut for nothing');
    way.mute();
    await heard(3);
    await heard(4);
    await watch.close();
    await way.close();
  });

  it('[FC.7] says that the password is wrong', async () => {
    await server.demandPasswords();
    const { store } = openAs({ password: SECRET }, prefixOf());
    assert.match(await said(store.load('one')), /password is wrong/);
  });
});

/** Text that takes its room on a disk. */
function noise(length: number): string {
  let text = '';
  while (text.length < length) text += randomUUID();
  return text;
}
