import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { Pool } from 'pg';
import { parse } from 'yaml';
import { digest } from '../../src/host/digest';
import { openPostgresStore } from '../../src/stores/postgres/postgresStore';
import { openRedisStore } from '../../src/stores/redis/redisStore';
import { projectFolder } from '../architecture/projectFiles';
import { runServer } from '../server/serverProcess';
import { fakeLog } from '../support/fakeLog';
import { PostgresServer } from '../support/servers/postgresServer';
import { RedisServer } from '../support/servers/redisServer';
import { aPlanCommit, appendPlans, rejectsWith } from '../support/storeFixtures';
import { type Sample, samplesOf } from './documentSamples';

const example = join(projectFolder, 'examples', 'team-postgres');
const README = 'examples/team-postgres/README.md';
const NOTES = 'docs/stores.md';
const COMMON = { digest, ids: { uuid: randomUUID }, log: fakeLog() };

interface Compose {
  services: {
    plans: {
      image: string;
      environment: Record<string, string>;
      ports: string[];
      volumes: string[];
      healthcheck: { test: string[]; interval: string; retries: number };
    };
  };
  volumes: object;
}

describe('what is written for those who look after a server', function () {
  this.timeout(300_000);
  const stops: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  it('is a compose file with a version, a health check, data that stay, and files that are there', () => {
    const { services, volumes } = parse(
      readFileSync(join(example, 'compose.yaml'), 'utf8'),
    ) as Compose;
    const { image, environment, ports, volumes: mounted, healthcheck } = services.plans;
    assert.match(image, /^postgres:\d+\.\d+$/);
    assert.match(healthcheck.test.join(' '), /pg_isready .*--dbname plans/);
    assert.equal(environment['POSTGRES_DB'], 'plans');
    assert.ok(Object.keys(environment).every((name) => name !== 'POSTGRES_PASSWORD'));
    assert.ok(ports.every((port) => port.startsWith('127.0.0.1:')));
    const [data = '', script = ''] = mounted.map((mount) => mount.split(':')[0] ?? '');
    assert.ok(data in volumes);
    assert.ok(existsSync(join(example, script)));
  });

  it('has rights with which the owner makes the tables, members plan, readers look, and others do neither', async () => {
    const server = await PostgresServer.start();
    stops.push(() => server.stop());
    const pools: Pool[] = [];
    stops.push(() => Promise.all(pools.map((pool) => pool.end())));
    const poolAs = (user: string) => {
      const pool = new Pool({ ...server.config, user, max: 2 });
      pool.on('error', () => undefined);
      pools.push(pool);
      return pool;
    };
    const openAs = (user: string) =>
      openPostgresStore({ ...COMMON, pool: poolAs(user), keepRevisions: () => 1 });
    const admin = poolAs('postgres');
    const rights = readFileSync(join(example, 'rights.sql'), 'utf8');
    await admin.query(rights);
    await admin.query('CREATE ROLE bob LOGIN IN ROLE plan_readers; CREATE ROLE eve LOGIN');

    const { text: passwords } = sampleIn(README, 'psql');
    const roles = [...passwords.matchAll(/^\\password (\w+)$/gm)].map(([, role]) => role);
    const login = [...rights.matchAll(/^CREATE ROLE (\w+) LOGIN/gm)].map(([, role]) => role);
    assert.deepEqual(roles, login);
    const early = await rejectsWith(openAs('ada').store.load('one'), 'store_unavailable');
    assert.match(early.message, /no right/);
    const [, password = '', line = ''] =
      /^(SESSION_PLANS_STORE_PASSWORD)=\S+ node dist\/server\.cjs (.*)$/m.exec(
        sampleIn(README, 'sh').text,
      ) ?? [];
    const here = line.replace('127.0.0.1:5432/plans', `127.0.0.1:${String(server.port)}/postgres`);
    const made = await runServer(here.split(' '), { [password]: 'any' });
    assert.deepEqual(
      [made.code, made.stdout, made.stderr],
      [0, '0 verified, 0 damaged, 0 made by a newer version\n', ''],
    );

    const { store, maintenance } = openAs('ada');
    await appendPlans(store, 'one', 1, 2, 3);
    await appendPlans(store, 'two', 1);
    await maintenance.compact('one');
    await maintenance.trash('two');
    const [trashed] = await maintenance.trashed();
    assert.equal(await maintenance.untrash(trashed?.id ?? ''), 'two');
    assert.equal(await maintenance.sweepTrash(Date.now()), 0);
    assert.equal((await maintenance.verify()).damaged, 0);

    const bob = openAs('bob').store;
    assert.equal((await bob.load('one'))?.generation, 3);
    for (const refused of [
      () => bob.append('two', 1, aPlanCommit('two', 2)),
      () => openAs('eve').store.load('one'),
    ])
      assert.match((await rejectsWith(refused(), 'store_unavailable')).message, /no right/);
  });

  it('has a user of Redis who can do all that a window does, and nothing elsewhere', async () => {
    const server = await RedisServer.start();
    stops.push(() => server.stop());
    const connected = async (user: { username?: string; password?: string }) => {
      const client = createClient({ url: server.url, ...user });
      client.on('error', () => undefined);
      stops.push(() => {
        client.destroy();
        return Promise.resolve();
      });
      return client.connect();
    };
    const admin = await connected({});
    for (const line of sampleIn(NOTES, 'conf').text.trim().split('\n'))
      assert.equal(await admin.sendCommand(['CONFIG', 'SET', ...line.split(' ')]), 'OK');
    const rule = sampleIn(NOTES, 'redis').text.trim();
    assert.equal(await admin.sendCommand(rule.split(' ')), 'OK');
    const login = { username: 'planner', password: 'a-password' };
    const [client, subscriber] = [await connected(login), await connected(login)];
    const { store, maintenance } = openRedisStore({
      ...{ ...COMMON, client, subscriber, keepRevisions: () => 1 },
    });
    const heard: string[] = [];
    store.watch((session) => heard.push(session));
    await appendPlans(store, 'one', 1, 2, 3);
    await appendPlans(store, 'two', 1);
    await maintenance.compact('one');
    await maintenance.trash('two');
    const [trashed] = await maintenance.trashed();
    assert.equal(await maintenance.untrash(trashed?.id ?? ''), 'two');
    await maintenance.trash('two');
    assert.equal(await maintenance.sweepTrash(Date.now() + 31 * 24 * 3_600_000), 1);
    assert.equal((await maintenance.verify()).damaged, 0);
    assert.equal((await store.list({}, { limit: 5 })).sessions.length, 1);
    assert.ok(heard.includes('one'));
    const other = openRedisStore({ ...COMMON, client, subscriber, prefix: 'other' }).store;
    const refused = await rejectsWith(
      other.append('one', 0, aPlanCommit('one', 1)),
      'store_unavailable',
    );
    assert.match(refused.message, /no right/);
    for (const command of [['FLUSHALL'], ['CONFIG', 'GET', '*'], ['KEYS', '*']])
      await assert.rejects(client.sendCommand(command), /NOPERM/);
    await store.close();
  });
});

/** The only one in its language. */
function sampleIn(document: string, language: string): Sample {
  const [sample, more] = samplesOf(document).filter((one) => one.language === language);
  assert.ok(sample && !more);
  return sample;
}
