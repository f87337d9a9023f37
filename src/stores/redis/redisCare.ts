import type { SessionRecord } from '../../domain/session';
import { sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { TrashedSession } from '../../service/storeMaintenance';
import { rowProblemsOf } from '../rowProblems';
import { KEPT_MS } from '../trashRules';
import { callOf } from '../servers/storedText';
import type { ServerCare, StoredEntry, StoredRows } from '../servers/serverSessions';
import { textOf, textsOf } from './redisClient';
import { asked, REDIS_NAME } from './redisFailure';
import { COUNT, DROP_EVENTS, REDIS_SCHEMA, REPLACE_RECORD } from './redisScripts';
import type { RedisPlace } from './redisSessions';
import type { RedisTrash } from './redisTrash';

const EXAMINING = sentence`The session could not be examined`;

/** What people do with the keys. */
export class RedisCare implements ServerCare {
  readonly kind = 'redis';
  readonly name = REDIS_NAME;
  readonly #place: RedisPlace;
  readonly #trash: RedisTrash;

  constructor(place: RedisPlace, trash: RedisTrash) {
    this.#place = place;
    this.#trash = trash;
  }

  async entries(): Promise<readonly StoredEntry[]> {
    const { client, keys, list } = this.#place;
    const doing = sentence`The sessions could not be listed`;
    const entries: StoredEntry[] = [];
    for (const session of await list.all(doing)) {
      const [location] = keys.of(session);
      // What is only in the list is none.
      if (Number(await asked(client, doing, ['EXISTS', location])) === 1)
        entries.push({ session, location });
    }
    return entries;
  }

  locationOf(session: SessionKey): string {
    return this.#place.keys.of(session)[0];
  }

  async rowsOf(session: SessionKey): Promise<StoredRows | undefined> {
    const all = this.#place.keys.of(session);
    const [own, events, calls, removed] = all;
    const counted = textsOf(await this.#ask(['EVAL', COUNT, '3', own, events, removed]));
    const [generation, schema, version, dropped, length, unrevised] = counted;
    if (generation === undefined) return undefined;
    const isNewer = Number(schema) > REDIS_SCHEMA;
    const beyond = Math.max(0, Number(length) - (Number(version) - Number(dropped)));
    const parts = await Promise.all(
      all.map(async (name) => ({ name, bytes: await this.#bytesOf(name) })),
    );
    return {
      ...{ generation: Number(generation), version: Number(version) },
      ...{ schema: Number(schema), isNewer, first: Number(dropped) + 1 },
      parts: parts.filter(({ bytes }) => bytes > 0),
      problems: isNewer
        ? []
        : rowProblemsOf({
            ...{ beyond, unrevised: Number(unrevised) },
            calls: await this.#unreadableCalls(calls),
          }),
    };
  }

  async dropEvents(session: SessionKey, first: number, generation: number): Promise<void> {
    const [own, events] = this.#place.keys.of(session);
    const args = [String(generation), String(REDIS_SCHEMA), String(first - 1)];
    const doing = sentence`The plan storage could not be compacted`;
    await asked(this.#place.client, doing, ['EVAL', DROP_EVENTS, '2', own, events, ...args]);
  }

  async replaceRecord(record: SessionRecord, generation: number): Promise<string | undefined> {
    const { client, keys, list, ids } = this.#place;
    const [own] = keys.of(record.key);
    const aside = `${own}:replaced:${String(generation)}`;
    const fields = {
      ...{ record: JSON.stringify(record), commit: '' },
      required: JSON.stringify(record.required_capabilities),
    };
    const doing = sentence`The plan could not be restored`;
    const args = [
      ...[String(generation), String(REDIS_SCHEMA), JSON.stringify(fields), String(KEPT_MS)],
      ...[keys.channel, keys.notice(ids.uuid(), record.key)],
    ];
    const done = await asked(client, doing, ['EVAL', REPLACE_RECORD, '2', own, aside, ...args]);
    if (Number(done) !== 1) return undefined;
    // Whoever lists the sessions finds out, too.
    await list.moved(record).catch(() => undefined);
    return aside;
  }

  trashed(most: number): Promise<readonly TrashedSession[]> {
    return this.#trash.all(most);
  }

  untrash(id: string): Promise<SessionKey> {
    return this.#trash.bringBack(id);
  }

  sweepTrash(now: number): Promise<number> {
    return this.#trash.sweep(now);
  }

  async #unreadableCalls(key: string): Promise<number> {
    let unreadable = 0;
    for (let cursor = '0'; ;) {
      const answer = await this.#ask(['HSCAN', key, cursor, 'COUNT', '500']);
      const [next, cells] = Array.isArray(answer) ? (answer as unknown[]) : [];
      const texts = textsOf(cells);
      for (let at = 0; at < texts.length; at += 2) {
        const call = callOf(texts[at + 1]);
        if (!call || JSON.stringify(call.call_id) !== texts[at]) unreadable++;
      }
      cursor = textOf(next) ?? '0';
      if (cursor === '0') return unreadable;
    }
  }

  async #bytesOf(key: string): Promise<number> {
    return Number(textOf(await this.#ask(['MEMORY', 'USAGE', key, 'SAMPLES', '0'])) ?? 0);
  }

  #ask(args: string[]): Promise<unknown> {
    return asked(this.#place.client, EXAMINING, args);
  }
}
