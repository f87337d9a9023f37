import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { Digest } from '../../service/ports';

const PREFIX = /^[^{}\s]{1,100}$/;

/** Names of keys; what belongs to one session is in one slot of a cluster. */
export class RedisKeys {
  readonly #prefix: string;
  readonly #digest: Digest;

  constructor(prefix: string, digest: Digest) {
    if (!PREFIX.test(prefix)) {
      throw new PlanError(
        'invalid_input',
        sentence`The prefix of the keys is 1 to 100 letters without braces and spaces.`,
      );
    }
    this.#prefix = prefix;
    this.#digest = digest;
  }

  get channel(): string {
    return `${this.#prefix}:changed`;
  }

  /** What tells others: who wrote, the session, and what became of it. */
  notice(writer: string, session: SessionKey, outcome: 'changed' | 'late' = 'changed'): string {
    return JSON.stringify([writer, session, outcome]);
  }

  /** When the trash was emptied last. */
  get swept(): string {
    return `${this.#prefix}:swept`;
  }

  /** Whose members are what was trashed, each with its time. */
  get trash(): string {
    return `${this.#prefix}:trash`;
  }

  /** Session, events, calls, removed steps. */
  of(session: SessionKey): [string, string, string, string] {
    const own = `${this.#prefix}:{${this.#digest(session)}}`;
    return [own, `${own}:events`, `${own}:calls`, `${own}:removed`];
  }

  /** Where they go when the session is deleted. */
  trashed(session: SessionKey, id: string): string[] {
    const [own] = this.of(session);
    return this.of(session).map((key) => key.replace(own, `${own}:trash:${id}`));
  }

  /** Whose members are sessions: all of them, or those of one workspace or of none. */
  list(workspace?: string | null): string {
    if (workspace === undefined) return `${this.#prefix}:list`;
    return `${this.#prefix}:list:${workspace === null ? 'none' : this.#digest(workspace)}`;
  }
}

/** In hex, so that members of equal score come in the order of code units, as every store sorts. */
export function memberOf(key: SessionKey): string {
  let member = '';
  for (let at = 0; at < key.length; at++)
    member += key.charCodeAt(at).toString(16).padStart(4, '0');
  return member;
}

export function keyOf(member: string): SessionKey {
  const units = member.match(/.{4}/g) ?? [];
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}

/** The newest first. */
export function scoreOf(updated: string): number {
  const time = Date.parse(updated);
  return Number.isNaN(time) ? 0 : -time;
}
