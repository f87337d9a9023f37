import type { PlanEvent } from '../../domain/planEvent';
import { sentence, type Sentence } from '../../domain/sentence';
import type { SessionRecord } from '../../domain/session';
import { Emitter } from '../../service/emitter';
import { KeyedQueue } from '../../service/keyedQueue';
import type {
  AppendOutcome,
  EventPage,
  LoadedSession,
  PlanStore,
  RecordedCall,
  SessionCommit,
  SessionFilter,
  SessionKey,
  SessionPage,
} from '../../service/planStore';
import {
  NEVER_CANCELLED,
  type CancelSignal,
  type Digest,
  type Disposable,
  type IdMaker,
  type Log,
} from '../../service/ports';
import { notWritten } from '../notWritten';
import { closedError } from '../sessionAccess';
import { assertEventRange, assertSessionKey, ownCommit } from '../storeArguments';
import { callOf } from '../storedText';
import { textOf, textsOf, type RedisClient, type RedisSubscriber } from './redisClient';
import { appendArguments } from './redisCommit';
import { pageOf } from './redisEvents';
import { redisError } from './redisFailure';
import { RedisKeys } from './redisKeys';
import { RedisList } from './redisList';
import { problemsOf, readRecord } from './redisRecord';
import { APPEND, READ_EVENTS, REDIS_SCHEMA, TRASH } from './redisScripts';
import { RedisWatch } from './redisWatch';
import { writtenOnce } from './writtenOnce';

export interface RedisStoreOptions {
  /** Connected, and ended, by whoever made them. */
  readonly client: RedisClient;
  readonly subscriber: RedisSubscriber;
  /** Of all keys; another prefix is another store. Default: `session-plans`. */
  readonly prefix?: string;
  /** A session is gone so long after its last commit. Default: never. */
  readonly ttlMs?: number;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly log: Log;
}

/** Sessions in keys of a Redis server (PT.64). Touches nothing before its first use. */
export function createRedisStore(options: RedisStoreOptions): PlanStore {
  return new RedisStore(options);
}

const READING = sentence`The plan could not be read`;
const TRASH_MS = 30 * 24 * 3_600_000;

class RedisStore implements PlanStore {
  readonly #client: RedisClient;
  readonly #options: RedisStoreOptions;
  readonly #keys: RedisKeys;
  readonly #list: RedisList;
  readonly #watch: RedisWatch;
  readonly #changed: Emitter<SessionKey>;
  /** Tells its own commits from those of others. */
  readonly #writer: string;
  readonly #writes = new KeyedQueue();
  #closed = false;

  constructor(options: RedisStoreOptions) {
    const { client, subscriber, prefix = 'session-plans', digest, ids, log } = options;
    this.#client = client;
    this.#options = options;
    this.#keys = new RedisKeys(prefix, digest);
    this.#list = new RedisList(client, this.#keys);
    this.#writer = ids.uuid();
    this.#changed = new Emitter(log);
    this.#watch = new RedisWatch({
      ...{ client, subscriber, keys: this.#keys, list: this.#list, writer: this.#writer, log },
      changed: (session) => {
        this.#changed.fire(session);
      },
    });
  }

  async load(session: SessionKey): Promise<LoadedSession | undefined> {
    const [own] = this.#keysOf(session);
    const fields = ['record', 'schema', 'version', 'generation'];
    const cells = await this.#ask(READING, ['HMGET', own, ...fields]);
    const [text, schema, version, generation] = textsOf(cells);
    if (generation === undefined) return undefined;
    const record = readRecord(text, schema);
    const problems = problemsOf(record, schema);
    const numbers = { version: Number(version), generation: Number(generation) };
    return { record, ...numbers, problems, readOnly: problems.length > 0 };
  }

  async append(
    session: SessionKey,
    expectedGeneration: number,
    given: SessionCommit,
    signal: CancelSignal = NEVER_CANCELLED,
  ): Promise<AppendOutcome> {
    const keys = this.#keysOf(session);
    const commit = ownCommit(session, given);
    return this.#writes.run(session, () => this.#append(keys, expectedGeneration, commit, signal));
  }

  async recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    const [, , calls] = this.#keysOf(session);
    const text = textOf(await this.#ask(READING, ['HGET', calls, JSON.stringify(callId)]));
    return text === undefined ? undefined : callOf(text);
  }

  async removedSteps(
    session: SessionKey,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const [, , , removed] = this.#keysOf(session);
    if (ids.length === 0) return new Map();
    const fields = ids.map((id) => JSON.stringify(id));
    const revisions = textsOf(await this.#ask(READING, ['HMGET', removed, ...fields]));
    return new Map(
      ids.flatMap((id, at) => {
        const revision = revisions[at];
        return revision === undefined ? [] : [[id, Number(revision)] as const];
      }),
    );
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    assertEventRange(after, limit);
    const [own, log] = this.#keysOf(session);
    const range = [String(after), String(after + limit - 1)];
    return pageOf(
      await this.#ask(READING, ['EVAL', READ_EVENTS, '2', own, log, ...range]),
      after,
      limit,
    );
  }

  async list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    this.#assertOpen();
    return this.#list.page(filter, page);
  }

  async remove(session: SessionKey): Promise<void> {
    const keys = this.#keysOf(session);
    await this.#writes.run(session, async () => {
      const loaded = await this.load(session);
      if (!loaded) return;
      const doing = sentence`The plan could not be moved to the trash`;
      const places = this.#keys.trashed(session, this.#options.ids.uuid());
      const args = [String(TRASH_MS), this.#keys.channel, this.#notice(session)];
      const gone = await this.#ask(doing, ['EVAL', TRASH, '8', ...keys, ...places, ...args]);
      await this.#list.gone(loaded.record);
      if (Number(gone) === 1) this.#changed.fire(session);
    });
  }

  watch(listener: (session: SessionKey) => void): Disposable {
    if (!this.#closed) void this.#watch.start();
    return this.#changed.on(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#writes.idle();
    await this.#watch.close();
    this.#changed.dispose();
  }

  async #append(
    [own, ...others]: [string, string, string, string],
    expectedGeneration: number,
    commit: SessionCommit,
    signal: CancelSignal,
  ): Promise<AppendOutcome> {
    const { ids, ttlMs = 0 } = this.#options;
    const session = commit.record.key;
    const token = ids.uuid();
    const names = { channel: this.#keys.channel, notice: this.#notice(session), token, ttlMs };
    const args = appendArguments(commit, expectedGeneration, names);
    await this.#expected(commit.record);
    const answer = await writtenOnce(
      this.#client,
      { own, token, added: commit.events.length },
      async () => {
        if (signal.cancelled) return ['cancelled'];
        return textsOf(
          await this.#client.sendCommand(['EVAL', APPEND, '4', own, ...others, ...args]),
        );
      },
    );
    const [outcome, before] = answer;
    if (outcome !== 'written') return notWritten(this, commit, expectedGeneration, signal);
    await this.#list.moved(commit.record).catch(() => undefined);
    const version = Number(before);
    const events = commit.events.map((event, at): PlanEvent => ({
      ...event,
      sequence: version + at + 1,
    }));
    this.#changed.fire(session);
    return {
      ...{ kind: 'appended', events, version: version + events.length },
      generation: expectedGeneration + 1,
      problems: problemsOf(commit.record, String(REDIS_SCHEMA)),
    };
  }

  async #expected(record: SessionRecord): Promise<void> {
    try {
      await this.#list.expect(record);
    } catch (error) {
      throw redisError(error, sentence`The plan could not be saved`);
    }
  }

  async #ask(doing: Sentence, args: string[]): Promise<unknown> {
    try {
      return await this.#client.sendCommand(args);
    } catch (error) {
      throw redisError(error, doing);
    }
  }

  #notice(session: SessionKey): string {
    return JSON.stringify([this.#writer, session]);
  }

  #keysOf(session: SessionKey): [string, string, string, string] {
    this.#assertOpen();
    assertSessionKey(session);
    return this.#keys.of(session);
  }

  #assertOpen(): void {
    if (this.#closed) throw closedError();
  }
}
