import { sentence, type Sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { TrashedSession } from '../../service/storeMaintenance';
import { recordOrNothing, shownInTrash } from '../servers/trashedRecord';
import { readOnlyError } from '../sessionAccess';
import { DAY_MS, existsAgainError, KEPT_MS, MOST_DESTROYED, notInTrashError } from '../trashRules';
import { textOf, textsOf } from './redisClient';
import { redisError } from './redisFailure';
import { keyOf, memberOf } from './redisKeys';
import { problemsOf, readRecord } from './redisRecord';
import { BEGIN_SWEEP, TRASH, UNTRASH } from './redisScripts';
import type { RedisPlace } from './redisSessions';

interface Entry {
  readonly id: string;
  readonly session: SessionKey;
}

/**
 * What was deleted, under other names, and a list of it. An entry is in the list before it is in the trash,
 * and one that is only in the list is none.
 */
export class RedisTrash {
  readonly #place: RedisPlace;

  constructor(place: RedisPlace) {
    this.#place = place;
  }

  /** False when there is no such session. */
  async put(session: SessionKey, writer: string): Promise<boolean> {
    const { keys, list, ids } = this.#place;
    const own = keys.of(session);
    return this.#doing(sentence`The plan could not be moved to the trash`, async (ask) => {
      const [text, schema] = textsOf(await ask(['HMGET', own[0], 'record', 'schema']));
      if (text === undefined) return false;
      const entry = { id: ids.uuid(), session };
      const [seconds = '0', micros = '0'] = textsOf(await ask(['TIME']));
      const now = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
      await ask(['ZADD', keys.trash, String(now), memberIn(entry)]);
      const places = [...own, ...keys.trashed(session, entry.id)];
      const args = [String(KEPT_MS), keys.channel, keys.notice(writer, session)];
      const isGone = Number(await ask(['EVAL', TRASH, '8', ...places, ...args])) === 1;
      if (!isGone) await ask(['ZREM', keys.trash, memberIn(entry)]);
      const workspace = recordOrNothing(() => readRecord(text, schema))?.workspace;
      await list.gone(session, workspace);
      return isGone;
    });
  }

  all(most: number): Promise<readonly TrashedSession[]> {
    return this.#doing(sentence`The trash could not be read`, async (ask) => {
      const { keys } = this.#place;
      const cells = await ask(['ZREVRANGE', keys.trash, '0', '-1', 'WITHSCORES']);
      // Newer protocols give pairs.
      const texts = textsOf(Array.isArray(cells) ? cells.flat() : []);
      const found: TrashedSession[] = [];
      for (let at = 0; at < texts.length && found.length < most; at += 2) {
        const { id, session } = entryOf(texts[at] ?? '');
        const stored = await this.#recordOf(ask, { id, session });
        if (!stored) continue;
        found.push({ id, trashed: Number(texts[at + 1]), ...shownInTrash(stored.record) });
      }
      return found;
    });
  }

  bringBack(id: string): Promise<SessionKey> {
    return this.#doing(sentence`The plan could not be brought back`, async (ask) => {
      const { keys, list, ids, ttlMs } = this.#place;
      const members = textsOf(await ask(['ZRANGE', keys.trash, '0', '-1']));
      const entry = members.map((member = '') => entryOf(member)).find((one) => one.id === id);
      const stored = entry && (await this.#recordOf(ask, entry));
      if (!stored) throw notInTrashError();
      const [newer] = problemsOf(stored.record, stored.schema);
      if (newer) throw readOnlyError(newer);
      const { session } = entry;
      await list.expect(stored.record);
      const places = [...keys.of(session), ...keys.trashed(session, id)];
      // Of nobody in particular, so that the store of this process tells of it, too.
      const args = [String(ttlMs), keys.channel, keys.notice(ids.uuid(), session)];
      const outcome = textOf(await ask(['EVAL', UNTRASH, '8', ...places, ...args]));
      if (outcome === 'taken') throw existsAgainError();
      if (outcome !== 'back') throw notInTrashError();
      await list.moved(stored.record);
      await ask(['ZREM', keys.trash, memberIn(entry)]);
      return session;
    });
  }

  /** What is older goes by itself after some time; this takes its name away, too. */
  sweep(now: number): Promise<number> {
    return this.#doing(sentence`The trash could not be emptied`, async (ask) => {
      const { keys } = this.#place;
      if (Number(await ask(['ZCARD', keys.trash])) === 0) return 0;
      const args = [keys.swept, String(now), String(DAY_MS)];
      if (Number(await ask(['EVAL', BEGIN_SWEEP, '1', ...args])) !== 1) return 0;
      const range = ['-inf', `(${String(now - KEPT_MS)}`, 'LIMIT', '0', String(MOST_DESTROYED)];
      let destroyed = 0;
      for (const member of textsOf(await ask(['ZRANGEBYSCORE', keys.trash, ...range]))) {
        if (member === undefined) continue;
        const { id, session } = entryOf(member);
        if (Number(await ask(['UNLINK', ...keys.trashed(session, id)])) > 0) destroyed++;
        await ask(['ZREM', keys.trash, member]);
      }
      return destroyed;
    });
  }

  async #recordOf(ask: Ask, { id, session }: Entry) {
    const [own = ''] = this.#place.keys.trashed(session, id);
    const [text, schema] = textsOf(await ask(['HMGET', own, 'record', 'schema']));
    if (text === undefined) return undefined;
    const record = recordOrNothing(() => readRecord(text, schema));
    return record && { record, schema };
  }

  async #doing<T>(doing: Sentence, job: (ask: Ask) => Promise<T>): Promise<T> {
    try {
      return await job((args) => this.#place.client.sendCommand(args));
    } catch (error) {
      throw redisError(error, doing);
    }
  }
}

type Ask = (args: string[]) => Promise<unknown>;

function memberIn({ id, session }: Entry): string {
  return `${id} ${memberOf(session)}`;
}

function entryOf(member: string): Entry {
  const [id = '', rest = ''] = member.split(' ');
  return { id, session: keyOf(rest) };
}
