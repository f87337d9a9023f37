import { sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { Follower, HeardOfOthers } from '../servers/serverSessions';
import { textOf, type RedisClient, type RedisSubscriber } from './redisClient';
import type { RedisKeys } from './redisKeys';
import type { RedisList } from './redisList';

export interface RedisWatchOptions {
  readonly client: RedisClient;
  readonly subscriber: RedisSubscriber;
  readonly keys: RedisKeys;
  readonly list: RedisList;
  /** Its own commits are told by whoever wrote them. */
  readonly writer: string;
  readonly log: Log;
  readonly heard: HeardOfOthers;
}

/**
 * Hears of the commits of others. What is published while the connection is down reaches nobody, so after
 * it every session whose generation is another one is told of.
 */
export class RedisWatch implements Follower {
  readonly #options: RedisWatchOptions;
  #started: Promise<void> | undefined;
  #generations: ReadonlyMap<SessionKey, string> | undefined;
  #isClosed = false;

  constructor(options: RedisWatchOptions) {
    this.#options = options;
  }

  /** Resolves once it hears, or could not for now. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#started) return;
    await this.#started;
    this.#options.subscriber.off('ready', this.#isBack);
    // A connection that is gone hears nothing any more.
    await this.#options.subscriber.unsubscribe(this.#options.keys.channel).catch(() => undefined);
  }

  readonly #isBack = (): void => {
    void this.#catchUp();
  };

  async #start(): Promise<void> {
    const { subscriber, keys, log } = this.#options;
    subscriber.on('ready', this.#isBack);
    try {
      await subscriber.subscribe(keys.channel, (notice) => {
        this.#heard(notice);
      });
    } catch (error) {
      log.warn(`Changes of plans cannot be followed live: ${String(error)}`);
    }
    await this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#isClosed) return;
    const before = this.#generations;
    try {
      const now = await this.#readGenerations();
      this.#generations = now;
      if (!before) return;
      for (const key of new Set([...before.keys(), ...now.keys()])) {
        if (before.get(key) !== now.get(key)) this.#options.heard.changed(key);
      }
    } catch (error) {
      this.#options.log.warn(`The sessions could not be compared: ${String(error)}`);
    }
  }

  async #readGenerations(): Promise<Map<SessionKey, string>> {
    const { client, list, keys } = this.#options;
    const all = await list.all(sentence`Changes of plans cannot be followed`);
    const found = await Promise.all(
      all.map(async (key) => {
        const generation = textOf(
          await client.sendCommand(['HGET', keys.of(key)[0], 'generation']),
        );
        return generation === undefined ? [] : [[key, generation] as const];
      }),
    );
    return new Map(found.flat());
  }

  #heard(notice: string): void {
    const { writer, heard, log } = this.#options;
    try {
      const [from, key, outcome] = JSON.parse(notice) as [string, SessionKey, string];
      if (from === writer) return;
      if (outcome === 'late') heard.late(key, from);
      else heard.changed(key, from);
    } catch (error) {
      log.warn(`A notice of a change could not be read: ${String(error)}`);
    }
  }
}
