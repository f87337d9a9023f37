import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { digest } from '../../../src/host/digest';
import { memberOf } from '../../../src/stores/redis/redisKeys';
import { openRedisStore } from '../../../src/stores/redis/redisStore';
import { fakeLog } from '../../support/fakeLog';
import { MountedDisks } from '../../support/mountedDisk';
import { CuttingProxy } from '../../support/servers/cuttingProxy';
import { RedisServer } from '../../support/servers/redisServer';
import {
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

describe('A Redis server that is in trouble', function () {
  this.timeout(60_000);
  const servers: RedisServer[] = [];
  const clients: { destroy(): void; isOpen: boolean }[] = [];
  let disks: MountedDisks;
  let server: RedisServer;
  let opened = 0;
  before(async function () {
    this.timeout(300_000);
    disks = new MountedDisks();
    server = await started(RedisServer.start());
  });
  after(async () => {
    for (const client of clients) if (client.isOpen) client.destroy();
    await Promise.all(servers.map((each) => each.stop()));
    disks.dispose();
  });

  const prefixOf = () => `t${String(++opened)}`;

  async function started(server: Promise<RedisServer>): Promise<RedisServer> {
    servers.push(await server);
    return server;
  }

  async function connected(url: string, user = {}) {
    const socket = { reconnectStrategy: 50 };
    const client = createClient({ url, ...user, socket, disableOfflineQueue: true });
    client.on('error', () => undefined);
    clients.push(client);
    return client.connect();
  }

  async function openAt(url: string, prefix: string, user = {}) {
    const [client, subscriber] = [await connected(url, user), await connected(url, user)];
    const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
    return { client, ...openRedisStore({ ...options, client, subscriber, prefix }) };
  }

  async function said(promise: Promise<unknown>): Promise<string> {
    return (await rejectsWith(promise, 'store_unavailable')).message;
  }

  it('[FC.7] shows the plan to whoever may only read it, and says that the rest is not theirs', async () => {
    const prefix = prefixOf();
    const { client, store } = await openAt(server.url, prefix);
    await appendPlans(store, 'one', 1, 2);
    const rights = ['+@read', '+@connection', '+eval', '+memory|usage', '~*', '&*'];
    await client.sendCommand(['ACL', 'SETUSER', 'reader', 'on', '>secret', ...rights]);
    const user = { username: 'reader', password: 'secret' };
    const reader = await openAt(server.url, prefix, user);
    await assertRevision(reader.store, 'one', 2);
    assert.equal((await reader.maintenance.verify()).damaged, 0);
    // As it is between a commit and what follows it.
    await client.sendCommand(['ZADD', `${prefix}:list`, '0', memberOf('one')]);
    const { sessions, unreadable } = await reader.store.list({}, { limit: 9 });
    assert.deepEqual([sessions.length, unreadable], [1, []]);
    for (const refused of [
      () => reader.store.append('one', 2, aPlanCommit('one', 3)),
      () => reader.store.append('two', 0, aPlanCommit('two', 1)),
      () => reader.maintenance.trash('one'),
    ])
      assert.match(await said(refused()), /no right/);
    await assertRevision(store, 'one', 2);
    await appendPlans(store, 'one', 3);
    await assertRevision(reader.store, 'one', 3);
  });

  it('[FC.7] says what the server has no room for, and nothing is lost', async () => {
    const { client, store } = await openAt(server.url, prefixOf());
    await appendPlans(store, 'one', 1);
    await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '1']);
    try {
      for (const refused of [
        () => store.append('one', 1, aPlanCommit('one', 2)),
        () => store.append('two', 0, aPlanCommit('two', 1)),
      ])
        assert.match(await said(refused()), /maxmemory/);
      await assertRevision(store, 'one', 1);
    } finally {
      await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']);
    }
    await appendPlans(store, 'one', 2);
    await assertRevision(store, 'one', 2);
  });

  it('[FC.7] is read and says so where it is a replica', async () => {
    const prefix = prefixOf();
    const { client, store } = await openAt(server.url, prefix);
    await appendPlans(store, 'one', 1);
    // Else it waits five seconds for more replicas.
    await client.sendCommand(['CONFIG', 'SET', 'repl-diskless-sync-delay', '0']);
    const settings = ['--replicaof', '127.0.0.1', String(server.port)];
    const replica = await started(RedisServer.start({ settings }));
    const copy = await openAt(replica.url, prefix);
    await until(async () => (await copy.store.load('one')) !== undefined);
    await assertRevision(copy.store, 'one', 1);
    for (const refused of [
      () => copy.store.append('one', 1, aPlanCommit('one', 2)),
      () => copy.store.append('two', 0, aPlanCommit('two', 1)),
      () => copy.store.remove('one'),
    ])
      assert.match(await said(refused()), /replica/);
    await appendPlans(store, 'one', 2);
    await until(async () => (await loadExisting(copy.store, 'one')).generation === 2);
  });

  it('tells who was cut off of what changed meanwhile, although the way to ask is back later than the way to listen', async () => {
    const prefix = prefixOf();
    const [asking, listening] = [
      await CuttingProxy.before(server.port),
      await CuttingProxy.before(server.port),
    ];
    const urlOf = ({ port }: CuttingProxy) => `redis://127.0.0.1:${String(port)}`;
    const client = await connected(urlOf(asking));
    const subscriber = await connected(urlOf(listening));
    const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
    const { store } = openRedisStore({ ...options, client, subscriber, prefix });
    const other = await openAt(server.url, prefix);
    const heard: string[] = [];
    store.watch((key) => void heard.push(key));
    let probes = 0;
    await until(async () => {
      const probe = `probe-${String(++probes)}`;
      await appendPlans(other.store, probe, 1);
      return heard.length > 0;
    });
    for (const way of [asking, listening]) way.shut();
    await until(() => Promise.resolve(!client.isReady && !subscriber.isReady));
    await appendPlans(other.store, 'one', 1);
    listening.open();
    await until(() => Promise.resolve(subscriber.isReady));
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok(!heard.includes('one'));
    asking.open();
    await until(() => Promise.resolve(heard.includes('one')));
    await Promise.all([store.close(), other.store.close()]);
    for (const way of [asking, listening]) await way.close();
  });

  it('takes commits also while nothing can listen, and listens as soon as it can', async () => {
    const prefix = prefixOf();
    const listening = await CuttingProxy.before(server.port);
    listening.shut();
    const url = `redis://127.0.0.1:${String(listening.port)}`;
    const subscriber = createClient({ url, socket: { reconnectStrategy: 50 } });
    subscriber.on('error', () => undefined);
    clients.push(subscriber);
    subscriber.connect().catch(() => undefined);
    const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
    const client = await connected(server.url);
    const { store } = openRedisStore({ ...options, client, subscriber, prefix });
    const other = await openAt(server.url, prefix);
    const heard: string[] = [];
    store.watch((key) => void heard.push(key));
    await appendPlans(store, 'one', 1);
    listening.open();
    await until(() => Promise.resolve(subscriber.isReady));
    await appendPlans(other.store, 'two', 1);
    await until(() => Promise.resolve(heard.includes('two')));
    await Promise.all([store.close(), other.store.close()]);
    await listening.close();
  });

  it('[DP.77] [FC.7] keeps what was answered when its disk is full, which ends it, and goes on once there is room', async () => {
    const disk = disks.inMemory('size=16m');
    if (disk === undefined) {
      console.log('      no disk can be mounted here');
      return;
    }
    const full = await started(RedisServer.start({ within: disk }));
    const { store } = await openAt(full.url, prefixOf());
    const guidance = 'g'.repeat(50_000);
    const large = { configuration: { planning: true, subtasks: false, guidance } };
    await store.append('one', 0, aPlanCommit('one', 1, large));
    const filling = join(disk, 'filling');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(filling, Buffer.alloc((bavail - 20) * bsize));
    let [generation, failed] = [1, false];
    while (!failed && generation < 100) {
      const commit = aPlanCommit('one', generation + 1, large);
      const [outcome] = await Promise.allSettled([store.append('one', generation, commit)]);
      failed = outcome.status === 'rejected';
      if (outcome.status === 'rejected') await said(Promise.reject(outcome.reason as Error));
      else generation++;
    }
    assert.ok(failed, 'nothing was full');
    await until(() => Promise.resolve(full.hasEnded));
    assert.match(await said(store.load('one')), /connection|nothing answers/);
    rmSync(filling);
    await full.resume();
    await until(() => store.load('one').then(Boolean, () => false));
    await assertRevision(store, 'one', generation);
    await appendPlans(store, 'one', generation + 1);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, 'it did not come to be');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
