import { sentence } from '../../domain/sentence';
import type {
  EventPage,
  LoadedSession,
  RecordedCall,
  SessionCommit,
  SessionFilter,
  SessionKey,
  SessionPage,
} from '../../service/planStore';
import type { CancelSignal, IdMaker, Log } from '../../service/ports';
import type { Follower, HeardOfOthers, ServerSessions } from '../servers/serverSessions';
import { readCall } from '../servers/storedText';
import { textOf, textsOf, type RedisClient, type RedisSubscriber } from './redisClient';
import { appendArguments } from './redisCommit';
import { pageOf } from './redisEvents';
import { asked, REDIS_NAME, redisError } from './redisFailure';
import type { RedisKeys } from './redisKeys';
import type { RedisList } from './redisList';
import { problemsOf, readRecord } from './redisRecord';
import { APPEND, READ_EVENTS } from './redisScripts';
import type { RedisTrash } from './redisTrash';
import { RedisWatch } from './redisWatch';
import { writtenOnce } from './writtenOnce';

/** What everything about one prefix of keys works with. */
export interface RedisPlace {
  readonly client: RedisClient;
  readonly subscriber: RedisSubscriber;
  readonly keys: RedisKeys;
  readonly list: RedisList;
  /** A session is gone so long after its last commit; 0: never. */
  readonly ttlMs: number;
  readonly ids: IdMaker;
  readonly log: Log;
}

const READING = sentence`The plan could not be read`;
const WRITING = sentence`The plan could not be saved`;

/** Sessions in keys of a Redis server. */
export class RedisSessions implements ServerSessions {
  readonly #place: RedisPlace;
  readonly #trash: RedisTrash;
  /** Tells its own commits from those of others. */
  readonly #writer: string;

  constructor(place: RedisPlace, trash: RedisTrash) {
    this.#place = place;
    this.#trash = trash;
    this.#writer = place.ids.uuid();
  }

  async load(session: SessionKey): Promise<LoadedSession | undefined> {
    const [own] = this.#place.keys.of(session);
    const fields = ['record', 'schema', 'version', 'generation'];
    const [text, schema, version, generation] = textsOf(
      await this.#read(['HMGET', own, ...fields]),
    );
    if (generation === undefined) return undefined;
    const record = readRecord(text, schema);
    const problems = problemsOf(record, schema);
    const numbers = { version: Number(version), generation: Number(generation) };
    return { record, ...numbers, problems, readOnly: problems.length > 0 };
  }

  async write(
    commit: SessionCommit,
    expectedGeneration: number,
    signal: CancelSignal,
  ): Promise<number | 'conflict' | undefined> {
    const { client, keys, list, ids, ttlMs } = this.#place;
    const { record, events } = commit;
    const { key } = record;
    const token = ids.uuid();
    const notices = {
      notice: keys.notice(this.#writer, key),
      late: keys.notice(this.#writer, key, 'late'),
    };
    const names = { channel: keys.channel, ...notices, token, ttlMs };
    const args = appendArguments(commit, expectedGeneration, names);
    // It is in the list from its first commit on.
    if (expectedGeneration === 0) await saving(list.expect(record));
    const own = keys.of(key);
    const commitAsked = { own: own[0], token, added: events.length };
    const [outcome, before] = await writtenOnce(client, commitAsked, async () =>
      signal.cancelled
        ? ['cancelled']
        : textsOf(await client.sendCommand(['EVAL', APPEND, '4', ...own, ...args])),
    );
    if (outcome === 'conflict') return 'conflict';
    if (outcome !== 'written') return undefined;
    // Whoever lists the sessions finds out, too.
    await list.moved(record).catch(() => undefined);
    return Number(before);
  }

  async recordedCall(session: SessionKey, callId: string): Promise<RecordedCall | undefined> {
    const [, , calls] = this.#place.keys.of(session);
    const text = textOf(await this.#read(['HGET', calls, JSON.stringify(callId)]));
    return text === undefined ? undefined : readCall(text, REDIS_NAME);
  }

  async removedSteps(
    session: SessionKey,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const [, , , removed] = this.#place.keys.of(session);
    const fields = ids.map((id) => JSON.stringify(id));
    const revisions = textsOf(await this.#read(['HMGET', removed, ...fields]));
    return new Map(
      ids.flatMap((id, at) => {
        const revision = revisions[at];
        return revision === undefined ? [] : [[id, Number(revision)] as const];
      }),
    );
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    const [own, log] = this.#place.keys.of(session);
    const range = [String(after), String(after + limit - 1)];
    return pageOf(await this.#read(['EVAL', READ_EVENTS, '2', own, log, ...range]), after, limit);
  }

  list(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    return this.#place.list.page(filter, page);
  }

  remove(session: SessionKey): Promise<boolean> {
    return this.#trash.put(session, this.#writer);
  }

  follow(heard: HeardOfOthers): Follower {
    return new RedisWatch({ ...this.#place, writer: this.#writer, heard });
  }

  #read(args: string[]): Promise<unknown> {
    return asked(this.#place.client, READING, args);
  }
}

async function saving(job: Promise<void>): Promise<void> {
  try {
    await job;
  } catch (error) {
    throw redisError(error, WRITING);
  }
}
