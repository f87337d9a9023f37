import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createClient, RESP_TYPES } from '@redis/client';
import { PlanError } from '../../../src/domain/planError';
import type { PlanStore } from '../../../src/service/planStore';
import { digest } from '../../../src/host/digest';
import type { RedisClient } from '../../../src/stores/redis/redisClient';
import { createRedisStore, openRedisStore } from '../../../src/stores/redis/redisStore';
import { fakeLog } from '../../support/fakeLog';
import { CuttingProxy } from '../../support/servers/cuttingProxy';
import { RedisServer } from '../../support/servers/redisServer';
import { describeFuzz } from '../fuzzBesideMemory';
import {
  aCall,
  aPlanCommit,
  appendPlans,
  goneIn,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';
import { describeMaintenance } from '../maintenance/maintenanceContract';
import { serverRules } from './serverRules';
import { describeStoreContract } from '../storeContract';

type Client = Awaited<ReturnType<typeof clientOf>>;

async function clientOf(url: string) {
  const client = createClient({ url });
  client.on('error', () => undefined);
  return client.connect();
}

const RUNS = Number(process.env['SESSION_PLANS_FUZZ_RUNS'] ?? 5);

describe('On a Redis server', () => {
  let server: RedisServer;
  let opened = 0;
  let client: Client;
  let subscriber: Client;
  before(async function () {
    this.timeout(300_000);
    server = await RedisServer.start();
    [client, subscriber] = [await connected(), await connected()];
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server.stop();
  });

  const clients: Client[] = [];
  async function connected(): Promise<Client> {
    const client = await clientOf(server.url);
    clients.push(client);
    return client;
  }

  describeStoreContract(
    'The Redis store',
    () => {
      const log = fakeLog();
      const prefix = `t${String(++opened)}`;
      const open = () =>
        createRedisStore({ client, subscriber, prefix, digest, ids: { uuid: randomUUID }, log });
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

  describeFuzz('Redis', RUNS, () => {
    const prefix = `t${String(++opened)}`;
    const log = fakeLog();
    return {
      open: () =>
        createRedisStore({ client, subscriber, prefix, digest, ids: { uuid: randomUUID }, log }),
      dispose: () => Promise.resolve(),
    };
  });

  describeMaintenance('The Redis store', () => {
    const prefix = `t${String(++opened)}`;
    const stores: PlanStore[] = [];
    const another = ({ keepRevisions = 0 } = {}) => {
      const options = { client, subscriber, digest, ids: { uuid: randomUUID }, log: fakeLog() };
      const both = openRedisStore({ ...options, prefix, keepRevisions: () => keepRevisions });
      stores.push(both.store);
      return both;
    };
    const own = (session: string) => `${prefix}:{${digest(session)}}`;
    return Promise.resolve({
      ...another(),
      another,
      damageEvent: async (session, sequence) => {
        await client.sendCommand(['LSET', `${own(session)}:events`, String(sequence - 1), '{']);
      },
      damageCall: async (session, callId) => {
        const field = [`${own(session)}:calls`, JSON.stringify(callId)];
        assert.equal(await client.sendCommand(['HEXISTS', ...field]), 1);
        await client.sendCommand(['HSET', ...field, '{']);
      },
      damageRecord: async (session) => {
        await client.sendCommand(['HSET', own(session), 'record', '{']);
      },
      makeNewer: async (session) => {
        await client.sendCommand(['HSET', own(session), 'schema', '99']);
      },
      dispose: async () => {
        await Promise.all(stores.map((store) => store.close()));
      },
    });
  });

  serverRules(() => ({
    open: async (prefix) => {
      const cut = await CuttingProxy.before(server.port);
      const url = `redis://127.0.0.1:${String(cut.port)}`;
      const [own, subscribed] = [await clientOf(url), await clientOf(url)];
      const options = { digest, ids: { uuid: randomUUID }, log: fakeLog() };
      const store = createRedisStore({ client: own, subscriber: subscribed, prefix, ...options });
      return {
        ...{ store, cut },
        close: async () => {
          await store.close();
          for (const client of [own, subscribed]) client.destroy();
          await cut.close();
        },
      };
    },
    kill: () => server.kill(),
    resume: () => server.resume(),
  }));

  it('[PT.64] keeps plan, call and event of a commit together, over any client of the caller, and leaves that open', async () => {
    const prefix = `t${String(++opened)}`;
    const given = { sendCommand: (args: string[]) => client.sendCommand(args) };
    const options = {
      client: given,
      subscriber,
      digest,
      ids: { uuid: randomUUID },
      log: fakeLog(),
    };
    const store = createRedisStore({ ...options, prefix });
    await store.append('one', 0, aPlanCommit('one', 1));
    await store.close();
    const own = `${prefix}:{${digest('one')}}`;
    assert.match(await client.sendCommand<string>(['HGET', own, 'record']), /Do one/);
    assert.equal(await client.sendCommand(['LLEN', `${own}:events`]), 1);
    assert.equal(await client.sendCommand(['HLEN', `${own}:calls`]), 1);
  });

  it('[PTx.23] works with clients that answer in bytes, keeps prefixes apart, and lets go only where that is wanted', async () => {
    const options = { digest, ids: { uuid: randomUUID }, log: fakeLog(), subscriber };
    const bytes: RedisClient = {
      sendCommand: (args) =>
        client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).sendCommand(args),
    };
    const prefix = `t${String(++opened)}`;
    const store = createRedisStore({ ...options, client: bytes, prefix, ttlMs: 60_000 });
    const [kept, other] = [`${prefix}-kept`, `${prefix}-other`].map((name) =>
      createRedisStore({ ...options, client, prefix: name }),
    );
    await appendPlans(store, 'chat://é', 1, 2);
    assert.equal((await loadExisting(store, 'chat://é')).version, 2);
    assert.equal((await store.events('chat://é', 0, 9)).kind, 'events');
    assert.deepEqual(await store.recordedCall('chat://é', 'call-2'), aCall('call-2'));
    assert.deepEqual([...(await store.removedSteps('chat://é', [goneIn(2)]))], [[goneIn(2), 2]]);
    const { sessions } = await store.list({}, { limit: 5 });
    assert.deepEqual(
      sessions.map(({ key }) => key),
      ['chat://é'],
    );
    assert.ok(kept && other);
    await appendPlans(kept, 'chat://é', 1);
    assert.equal(await other.load('chat://é'), undefined);
    const lives = async (name: string) => {
      const keys = await client.sendCommand<string[]>(['KEYS', `${name}:{*`]);
      return Promise.all(keys.map((key) => client.sendCommand<number>(['PTTL', key])));
    };
    assert.ok((await lives(prefix)).every((ms) => ms > 0 && ms <= 60_000));
    assert.deepEqual(await lives(`${prefix}-kept`), [-1, -1, -1, -1]);
  });

  it('lists a session that begins anew while the one before is deleted', async () => {
    const prefix = `t${String(++opened)}`;
    const options = { digest, ids: { uuid: randomUUID }, log: fakeLog(), prefix };
    const other = createRedisStore({ ...options, client, subscriber });
    let removals = 0;
    const slow: RedisClient = {
      sendCommand: async (args) => {
        // It is out of the way and still in the list.
        if (args[0] === 'ZREM' && ++removals === 1) await appendPlans(other, 'one', 1);
        return client.sendCommand(args);
      },
    };
    const store = createRedisStore({ ...options, client: slow, subscriber });
    await appendPlans(store, 'one', 1, 2);
    await store.remove('one');
    assert.ok(removals > 1);
    const { sessions } = await store.list({}, { limit: 5 });
    assert.deepEqual(
      sessions.map(({ revision }) => revision),
      [1],
    );
    await Promise.all([store.close(), other.close()]);
  });

  it('[PTx.24] takes no prefix with braces or spaces', () => {
    for (const prefix of ['', 'a b', 'a{b', '}', 'a'.repeat(101)]) {
      const options = { client, subscriber, digest, ids: { uuid: randomUUID }, log: fakeLog() };
      assert.throws(
        () => createRedisStore({ ...options, prefix }),
        (error) => PlanError.is(error, 'invalid_input'),
      );
    }
  });

  it('only reads sessions that a newer version wrote', async () => {
    const prefix = `t${String(++opened)}`;
    const options = { client, subscriber, digest, ids: { uuid: randomUUID }, log: fakeLog() };
    const store = createRedisStore({ ...options, prefix });
    await appendPlans(store, 'one', 1);
    await client.sendCommand(['HSET', `${prefix}:{${digest('one')}}`, 'schema', '2']);
    const loaded = await loadExisting(store, 'one');
    assert.deepEqual([loaded.readOnly, loaded.generation], [true, 1]);
    await rejectsWith(store.append('one', 1, aPlanCommit('one', 2)), 'newer_version');
  });
});
