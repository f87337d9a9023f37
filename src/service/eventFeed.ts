import type { PlanEvent } from '../domain/planEvent';
import type { SessionSnapshot } from '../domain/sessionSnapshot';
import type { PlanReader } from './planReader';
import type { SessionKey } from './planStore';
import type { Disposable } from './ports';

/** Events read at once; a follower that is slow holds no more than these in memory. */
const PAGE = 200;

export type FeedItem =
  | { readonly kind: 'event'; readonly event: PlanEvent }
  /**
   * The cursor is older than what is kept, or beyond the last event of this session: what the follower
   * holds is void, and it goes on from this snapshot. Undefined: the session does not exist (any more).
   */
  | { readonly kind: 'reset'; readonly snapshot: SessionSnapshot | undefined };

/**
 * Follows one session: first what a cursor missed, then what is committed, each event once and in order
 * (planning 7.4). To be iterated once; iterating rejects with `store_unavailable` when the log cannot be
 * read, and the follower may attach again at its cursor.
 */
export interface Attachment extends AsyncIterable<FeedItem>, Disposable {
  /** The session when it was attached to; it may be newer than the first events that follow. */
  readonly snapshot: SessionSnapshot | undefined;
}

/** `after`: sequence of the last event that the follower has; without it, it begins at the snapshot. */
export async function attach(
  reader: PlanReader,
  session: SessionKey,
  after?: number,
): Promise<Attachment> {
  // Before the first look, so that no commit falls between the two.
  const bell = new Bell();
  const listener = reader.onDidCommit((change) => {
    if (change.session === session) bell.ring();
  });
  const dispose = () => {
    listener.dispose();
    bell.end();
  };
  try {
    const snapshot = await reader.snapshot(session);
    const cursor = after ?? snapshot?.version ?? 0;
    const items = follow(reader, session, cursor, bell);
    return { snapshot, dispose, [Symbol.asyncIterator]: () => disposing(items, dispose) };
  } catch (error) {
    dispose();
    throw error;
  }
}

async function* follow(
  reader: PlanReader,
  session: SessionKey,
  after: number,
  bell: Bell,
): AsyncGenerator<FeedItem, void, void> {
  let cursor = after;
  while (!bell.ended) {
    const heard = bell.heard;
    const page = await reader.events(session, cursor, PAGE);
    if (page.kind === 'reset') {
      const snapshot = await reader.snapshot(session);
      cursor = snapshot?.version ?? 0;
      yield { kind: 'reset', snapshot };
      continue;
    }
    for (const event of page.events) {
      if (bell.ended) return;
      cursor = event.sequence;
      yield { kind: 'event', event };
    }
    if (page.events.length === 0) await bell.next(heard);
  }
}

/** Leaving the loop, also by an error, ends the attachment. */
async function* disposing(
  items: AsyncGenerator<FeedItem, void, void>,
  dispose: () => void,
): AsyncGenerator<FeedItem, void, void> {
  try {
    yield* items;
  } finally {
    dispose();
  }
}

/** Counts commits, so that one that comes while the log is being read is not slept through. */
class Bell {
  #heard = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  get heard(): number {
    return this.#heard;
  }

  get ended(): boolean {
    return this.#ended;
  }

  ring(): void {
    this.#heard += 1;
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Resolves once something was heard after `heard`, or it has ended. */
  async next(heard: number): Promise<void> {
    if (this.#heard > heard || this.#ended) return;
    await new Promise<void>((resolve) => (this.#wake = resolve));
  }
}
