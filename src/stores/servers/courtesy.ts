import type { SessionKey } from '../../service/planStore';

/** Somebody who was late has read, decided and written again by then, or has ended. */
const LONGEST_MS = 250;
const MOST_SESSIONS = 256;

/**
 * There is no queue in front of a server, so whoever writes one session without a pause would keep others out.
 * Who comes too late says so, and those who do not let them write first.
 */
export class Courtesy {
  /** Sessions in which our own last write came too late. */
  readonly #late = new Set<SessionKey>();
  /** Who goes before us, and until when. */
  readonly #others = new Map<SessionKey, Map<string, number>>();

  wrote(session: SessionKey, isLate: boolean): void {
    if (isLate) this.#late.add(session);
    else this.#late.delete(session);
  }

  heardLate(session: SessionKey, writer: string, now: number): void {
    const others = this.#others.get(session) ?? new Map<string, number>();
    this.#others.delete(session);
    this.#others.set(session, others.set(writer, now + LONGEST_MS));
    const [oldest] = this.#others.keys();
    if (this.#others.size > MOST_SESSIONS && oldest !== undefined) this.#others.delete(oldest);
  }

  heardWritten(session: SessionKey, writer: string): void {
    const others = this.#others.get(session);
    others?.delete(writer);
    if (others?.size === 0) this.#others.delete(session);
  }

  /** Milliseconds until it is our turn, if nobody writes before. */
  pause(session: SessionKey, now: number): number {
    if (this.#late.has(session)) return 0;
    return Math.max(0, ...[...(this.#others.get(session)?.values() ?? [])].map((at) => at - now));
  }
}
