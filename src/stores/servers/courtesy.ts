import type { SessionKey } from '../../service/planStore';

/** Whoever was late reads and decides again and writes, which takes so many times what a write takes. */
const TURNS = 6;
const LONGEST_MS = 250;
const MOST_SESSIONS = 256;

interface Writing {
  readonly tookMs: number;
  /** The last write came too late. */
  readonly isLate: boolean;
  /** Somebody else's did; until then it is their turn. */
  readonly until: number;
}

/**
 * There is no queue in front of a server, so whoever writes one session without a pause would keep others out.
 * Who comes too late says so, and those who do not give way for a moment.
 */
export class Courtesy {
  /** Of the sessions that are written here; the latest last. */
  readonly #writing = new Map<SessionKey, Writing>();

  wrote(session: SessionKey, tookMs: number, isLate: boolean): void {
    const { until = 0 } = this.#writing.get(session) ?? {};
    this.#writing.delete(session);
    this.#writing.set(session, { tookMs, isLate, until });
    const [oldest] = this.#writing.keys();
    if (this.#writing.size > MOST_SESSIONS && oldest !== undefined) this.#writing.delete(oldest);
  }

  heardLate(session: SessionKey, now: number): void {
    const writing = this.#writing.get(session);
    if (!writing || writing.isLate) return;
    const until = now + Math.min(LONGEST_MS, TURNS * writing.tookMs);
    this.#writing.set(session, { ...writing, until });
  }

  /** Milliseconds until it is our turn. */
  pause(session: SessionKey, now: number): number {
    const { isLate = false, until = 0 } = this.#writing.get(session) ?? {};
    return isLate ? 0 : Math.max(0, until - now);
  }
}
