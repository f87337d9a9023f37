import { sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { Follower, HeardOfOthers } from '../servers/serverSessions';
import { textOf, type RedisClient, type RedisSubscriber } from './redisClient';
import type { RedisKeys } from './redisKeys';
import type { RedisList } from './redisList';

/** Until what changed meanwhile can be asked for it is tried so often. */
const PAUSE_MS = 1_000;

/** Where there is no connection that listens, nobody waits longer for one. */
const PATIENCE_MS = 1_000;

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
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;
  #isSubscribed = false;
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
    clearTimeout(this.#timer);
    if (!this.#started) return;
    await this.#started;
    this.#options.subscriber.off('ready', this.#isBack);
    // A connection that is gone hears nothing any more.
    await this.#options.subscriber.unsubscribe(this.#options.keys.channel).catch(() => undefined);
  }

  readonly #isBack = (): void => {
    void this.#resume();
  };

  async #start(): Promise<void> {
    this.#options.subscriber.on('ready', this.#isBack);
    await this.#resume();
  }

  async #resume(): Promise<void> {
    if (!this.#isSubscribed) await atMost(PATIENCE_MS, this.#subscribe());
    await this.#catchUp();
  }

  /** What was subscribed once the client subscribes again by itself. */
  async #subscribe(): Promise<void> {
    const { subscriber, keys, log } = this.#options;
    try {
      await subscriber.subscribe(keys.channel, this.#heard);
      this.#isSubscribed = true;
    } catch (error) {
      log.warn(`Changes of plans cannot be followed live: ${String(error)}`);
    }
  }

  /** The other connection may be back later than the one that listens. */
  async #catchUp(): Promise<void> {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const before = this.#generations;
    try {
      const now = await this.#readGenerations();
      this.#generations = now;
      this.#hasFailed = false;
      if (!before) return;
      for (const key of new Set([...before.keys(), ...now.keys()])) {
        if (before.get(key) !== now.get(key)) this.#options.heard.changed(key);
      }
    } catch (error) {
      if (!this.#hasFailed)
        this.#options.log.warn(`The sessions could not be compared: ${String(error)}`);
      this.#hasFailed = true;
      this.#again();
    }
  }

  #again(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#catchUp(), PAUSE_MS);
    this.#timer.unref();
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

  readonly #heard = (notice: string): void => {
    const { writer, heard, log } = this.#options;
    try {
      const [from, key, outcome] = JSON.parse(notice) as [string, SessionKey, string];
      if (from === writer) return;
      if (outcome === 'late') heard.late(key, from);
      else heard.changed(key, from);
    } catch (error) {
      log.warn(`A notice of a change could not be read: ${String(error)}`);
    }
  };
}

async function atMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([awaited, late]);
  clearTimeout(timer);
}
