import type { SessionKey } from './planStore';
import type { CancelSignal } from './ports';

/** A hosted call that was taken and is not answered yet. */
interface TakenCall {
  readonly turn_id: string;
  withdrawn: boolean;
}

/**
 * The calls of each session's turns that were taken and not yet answered. One that is withdrawn must
 * not commit; its durable side is the recorded call (planning 7.5).
 */
export class CallQueue {
  readonly #taken = new Map<SessionKey, Set<TakenCall>>();

  /** Runs a call; `signal` is cancelled once the caller gives up or the call is withdrawn. */
  async run<T>(
    session: SessionKey,
    call: { readonly turn_id: string; readonly signal?: CancelSignal },
    job: (signal: CancelSignal) => Promise<T>,
  ): Promise<T> {
    const entry: TakenCall = { turn_id: call.turn_id, withdrawn: false };
    const calls = this.#taken.get(session) ?? new Set();
    this.#taken.set(session, calls.add(entry));
    try {
      return await job({
        get cancelled() {
          return entry.withdrawn || call.signal?.cancelled === true;
        },
      });
    } finally {
      calls.delete(entry);
      if (calls.size === 0) this.#taken.delete(session);
    }
  }

  /** Takes back every call of the session, or of one turn of it, that has not committed. */
  withdraw(session: SessionKey, turnId?: string): void {
    for (const entry of this.#taken.get(session) ?? []) {
      if (turnId === undefined || entry.turn_id === turnId) entry.withdrawn = true;
    }
  }
}
