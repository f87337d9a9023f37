import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { digest } from '../../src/host/digest';
import { createRedisStore } from '../../src/stores/redis/redisStore';
import { fakeLog } from '../support/fakeLog';
import { RedisServer } from '../support/servers/redisServer';
import { describeFuzz } from './fuzzBesideMemory';
import { describeStoreContract } from './storeContract';

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
    '[PT.64] the Redis store',
    () => {
      const log = fakeLog();
      const prefix = `t${String(++opened)}`;
      const open = () =>
        createRedisStore({ client, subscriber, prefix, digest, ids: { uuid: randomUUID }, log });
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

  describeFuzz('Redis', RUNS, () => {
    const prefix = `t${String(++opened)}`;
    const log = fakeLog();
    return {
      open: () =>
        createRedisStore({ client, subscriber, prefix, digest, ids: { uuid: randomUUID }, log }),
      dispose: () => Promise.resolve(),
    };
  });
});
