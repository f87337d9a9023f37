import { sentence, type Sentence } from '../../domain/sentence';
import type { SessionRecord } from '../../domain/session';
import type {
  SessionFilter,
  SessionKey,
  SessionPage,
  SessionSummary,
} from '../../service/planStore';
import { summaryOf } from '../../service/sessionSummary';
import { recordOrNothing } from '../servers/trashedRecord';
import { nextAfter, pageOfSessions, placeOf } from '../sessionListing';
import { whyUnreadable } from '../sqlite/storeFailure';
import { textsOf, type RedisClient } from './redisClient';
import { asked, redisError } from './redisFailure';
import { keyOf, memberOf, scoreOf, type RedisKeys } from './redisKeys';
import { readRecord } from './redisRecord';

/** So many sessions more than a page are asked for at once, for those that are none any more. */
const MORE = 16;

interface Entry {
  readonly member: string;
  readonly score: number;
}

/** Which sessions there are, beside them: a session is in it before its first commit, and moves after each. */
export class RedisList {
  readonly #client: RedisClient;
  readonly #keys: RedisKeys;

  constructor(client: RedisClient, keys: RedisKeys) {
    this.#client = client;
    this.#keys = keys;
  }

  /** Before the first commit: whatever happens then, the session is found. */
  async expect({ key, updated, workspace }: SessionRecord): Promise<void> {
    await this.#put(key, ['NX', String(scoreOf(updated))], workspace);
  }

  async moved({ key, updated, workspace }: SessionRecord): Promise<void> {
    await this.#put(key, [String(scoreOf(updated))], workspace);
  }

  /** Unless it exists again by now. */
  async gone(key: SessionKey, workspace: string | undefined): Promise<void> {
    for (const list of this.#listsOf(workspace))
      await this.#client.sendCommand(['ZREM', list, memberOf(key)]);
    const [own] = this.#keys.of(key);
    const [text, schema] = textsOf(
      await this.#client.sendCommand(['HMGET', own, 'record', 'schema']),
    );
    const record = text === undefined ? undefined : recordOrNothing(() => readRecord(text, schema));
    if (record) await this.moved(record);
  }

  /** Every session that there may be. */
  async all(doing: Sentence): Promise<SessionKey[]> {
    const members = await asked(this.#client, doing, ['ZRANGE', this.#keys.list(), '0', '-1']);
    return textsOf(members).map((member = '') => keyOf(member));
  }

  async page(
    filter: SessionFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<SessionPage> {
    const { limit, after } = page;
    const place = after === undefined ? undefined : placeOf(after);
    const first = place
      ? { score: scoreOf(place.updated), member: memberOf(place.key) }
      : undefined;
    const sessions: SessionSummary[] = [];
    const unreadable: SessionPage['unreadable'][number][] = [];
    try {
      for (let offset = 0; sessions.length <= limit;) {
        const entries = await this.#entries(filter, first?.score, offset, limit + MORE);
        offset += entries.length;
        for (const found of await this.#read(entries, first)) {
          if ('unreadable' in found) unreadable.push(found.unreadable);
          else sessions.push(found.summary);
        }
        if (entries.length < limit + MORE) break;
      }
    } catch (error) {
      throw redisError(error, sentence`The list of plans could not be read`);
    }
    const shown = pageOfSessions(sessions, unreadable, filter, page);
    const last = sessions.length > limit ? shown.sessions.at(-1) : undefined;
    return { sessions: shown.sessions, unreadable, ...(last && { next: nextAfter(last) }) };
  }

  async #entries(
    { workspace }: SessionFilter,
    from: number | undefined,
    offset: number,
    count: number,
  ): Promise<Entry[]> {
    const least = from === undefined ? '-inf' : String(from);
    const range = [this.#keys.list(workspace), least, '+inf', 'WITHSCORES'];
    const limits = ['LIMIT', String(offset), String(count)];
    const cells = await this.#client.sendCommand(['ZRANGEBYSCORE', ...range, ...limits]);
    // Newer protocols give pairs.
    const texts = textsOf(Array.isArray(cells) ? cells.flat() : []);
    return texts.flatMap((member = '', at) =>
      at % 2 === 0 ? [{ member, score: Number(texts[at + 1]) }] : [],
    );
  }

  /** All at once on one connection; what is no session, or not yet, is left out. */
  async #read(entries: readonly Entry[], first: Entry | undefined) {
    const wanted = entries.filter(
      ({ score, member }) => !first || score !== first.score || member > first.member,
    );
    const read = await Promise.all(
      wanted.map(async ({ member, score }) => {
        const key = keyOf(member);
        const [own] = this.#keys.of(key);
        const cells = await this.#client.sendCommand(['HMGET', own, 'record', 'schema']);
        const [record, schema] = textsOf(cells);
        if (record === undefined) return [];
        try {
          const summary = summaryOf(readRecord(record, schema));
          // Whoever wrote it ended before it was moved. Who may only read leaves that to others.
          if (scoreOf(summary.updated) !== score)
            await this.moved(readRecord(record, schema)).catch(() => undefined);
          return [{ summary }];
        } catch (error) {
          return [{ unreadable: { location: own, reason: whyUnreadable(error) } }];
        }
      }),
    );
    return read.flat();
  }

  /** On their way together. */
  async #put(key: SessionKey, how: string[], workspace: string | undefined): Promise<void> {
    await Promise.all(
      this.#listsOf(workspace).map((list) =>
        this.#client.sendCommand(['ZADD', list, ...how, memberOf(key)]),
      ),
    );
  }

  #listsOf(workspace: string | undefined): string[] {
    return [this.#keys.list(), this.#keys.list(workspace ?? null)];
  }
}
