import { once, type EventEmitter } from 'node:events';
import type { RedisClient } from '../../stores/redis/redisClient';
import { codedFailure } from './codedFailure';

interface ConnectingClient extends RedisClient, EventEmitter {
  readonly isReady: boolean;
}

/** Waits for the first connection; where there is none any more it says at once why. */
export class AwaitedClient implements RedisClient {
  readonly #client: ConnectingClient;
  /** What all that are early wait for. */
  #connecting: Promise<unknown> | undefined;
  #failure: unknown;

  constructor(client: ConnectingClient) {
    this.#client = client;
    client.on('error', (error: unknown) => {
      this.#failure = error;
    });
    client.on('ready', () => {
      this.#failure = undefined;
    });
  }

  async sendCommand(args: string[]): Promise<unknown> {
    try {
      if (!this.#client.isReady) {
        if (this.#failure !== undefined) throw this.#failure as Error;
        await (this.#connecting ??= this.#connected());
      }
      return await this.#client.sendCommand(args);
    } catch (error) {
      throw codedFailure(error);
    }
  }

  async #connected(): Promise<void> {
    try {
      await once(this.#client, 'ready');
    } finally {
      this.#connecting = undefined;
    }
  }
}
