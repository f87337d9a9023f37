import assert from 'node:assert/strict';
import { createClient } from '@redis/client';
import { checkServer } from '../../src/host/hostStore';
import { assertTranslatable } from '../support/assertTranslatable';
import { RedisServer } from '../support/servers/redisServer';

describe('A Redis server on which plans would be in danger', function () {
  this.timeout(60_000);
  let server: RedisServer;
  before(async function () {
    this.timeout(300_000);
    server = await RedisServer.start();
  });
  after(() => server.stop());

  /** What is told before plans are kept there. */
  async function told(settings: Readonly<Record<string, string>>): Promise<string> {
    const client = await createClient({ url: server.url }).connect();
    for (const [name, value] of Object.entries(settings))
      await client.sendCommand(['CONFIG', 'SET', name, value]);
    client.destroy();
    const danger = await checkServer({ kind: 'redis', url: server.url });
    if (danger) assertTranslatable(danger);
    return String(danger ?? '');
  }

  it('[FC.7] is said to drop plans where it makes room by that, and only there', async () => {
    assert.equal(await told({}), '');
    assert.equal(await told({ 'maxmemory-policy': 'allkeys-lru' }), '', 'there is no bound');
    assert.match(await told({ maxmemory: '1gb' }), /^This Redis drops plans.* allkeys-lru;/);
    assert.match(await told({ appendonly: 'no' }), /drops plans.*\(appendonly is off\)/);
    assert.equal(await told({ 'maxmemory-policy': 'volatile-lru', appendonly: 'yes' }), '');
    assert.match(await told({ 'maxmemory-policy': 'allkeys-random' }), /allkeys-random/);
    assert.equal(await told({ 'maxmemory-policy': 'noeviction' }), '');
  });
});
