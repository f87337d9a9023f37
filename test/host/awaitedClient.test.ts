import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { AwaitedClient } from '../../src/host/servers/awaitedClient';

class Connecting extends EventEmitter {
  isReady = false;

  sendCommand(args: string[]): Promise<unknown> {
    return Promise.resolve(args[0]);
  }
}

describe('a client of Redis that is still connecting', () => {
  it('lets any number of commands wait for the connection, without a listener for each', async () => {
    const client = new Connecting();
    const awaited = new AwaitedClient(client);
    const listeners = client.listenerCount('ready');
    const answers = Array.from({ length: 20 }, (_, at) => awaited.sendCommand([String(at)]));
    assert.ok(client.listenerCount('ready') <= listeners + 1);
    client.isReady = true;
    client.emit('ready');
    assert.equal((await Promise.all(answers)).join(' '), [...Array(20).keys()].join(' '));
  });

  it('tells all of them why there is none, and the next ones at once until there is', async () => {
    const client = new Connecting();
    const awaited = new AwaitedClient(client);
    const early = [1, 2].map(() => awaited.sendCommand(['GET']));
    client.emit('error', new Error('refused'));
    for (const command of [...early, awaited.sendCommand(['GET'])])
      await assert.rejects(command, /refused/);
    client.isReady = true;
    client.emit('ready');
    assert.equal(await awaited.sendCommand(['GET']), 'GET');
  });
});
