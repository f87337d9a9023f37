import type { PlanEvent } from '../domain/planEvent';
import type { SessionSnapshot } from '../domain/sessionSnapshot';
import type { PlanReader } from './planReader';
import type { EventPage, SessionKey } from './planStore';
import type { Disposable } from './ports';

/** Events read at once; a follower that is slow holds no more than these in memory. */
const PAGE = 200;
const RESET = { kind: 'reset' } as const;

export type FeedItem =
  | { readonly kind: 'event'; readonly event: PlanEvent }
  /**
   * The cursor is older than what is kept, beyond the last event of this session, or of another log of
   * it: what the follower holds is void, and it goes on from this snapshot. Undefined: the session does
   * not exist (any more).
   */
  | { readonly kind: 'reset'; readonly snapshot: SessionSnapshot | undefined };

/**
 * Follows one session: first what a cursor missed, then what is committed, each event once and in order
 * (planning 7.4, DP.62), also by other processes. To be iterated once; iterating rejects with
 * `store_unavailable` when the log cannot be read, and the follower may attach again at its cursor.
 * Ends when it is disposed of.
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
  const ring = (changed: SessionKey) => {
    if (changed === session) bell.ring();
  };
  const listeners = [
    reader.onDidCommit((change) => {
      ring(change.session);
    }),
    reader.onDidChangeElsewhere(ring),
  ];
  const dispose = () => {
    for (const listener of listeners) listener.dispose();
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
  let mark: string | undefined;
  while (!bell.hasEnded()) {
    const heard = bell.heard;
    const page = await readOn(reader, session, cursor, mark);
    if (page.kind === 'reset') {
      const snapshot = await reader.snapshot(session);
      if (bell.hasEnded()) return;
      cursor = snapshot?.version ?? 0;
      mark = undefined;
      yield { kind: 'reset', snapshot };
      continue;
    }
    ({ mark } = page);
    for (const event of page.events) {
      if (bell.hasEnded()) return;
      cursor = event.sequence;
      mark = markOf(event);
      yield { kind: 'event', event };
    }
    if (page.events.length === 0) await bell.next(heard);
  }
}

type NextPage = (Extract<EventPage, { kind: 'events' }> & { mark?: string }) | typeof RESET;

/**
 * What the log has after the cursor. The event at the cursor is read with it: when it is another one than
 * before, the session was removed and made again or an older state of it restored, and the cursor means
 * nothing any more, however long the log is by now.
 */
async function readOn(
  reader: PlanReader,
  session: SessionKey,
  cursor: number,
  mark: string | undefined,
): Promise<NextPage> {
  if (cursor === 0) return reader.events(session, 0, PAGE);
  const page = await reader.events(session, cursor - 1, PAGE);
  // The event at the cursor may be one that is not kept any more.
  if (page.kind === 'reset') return reader.events(session, cursor, PAGE);
  const [known, ...events] = page.events;
  if (!known || (mark !== undefined && markOf(known) !== mark)) return RESET;
  return { kind: 'events', events, mark: markOf(known) };
}

/** Tells an event from another one at its place. */
function markOf({ type, at, turn_id, call_id }: PlanEvent): string {
  return JSON.stringify([type, at, turn_id, call_id]);
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

  /** A method, because it turns true while others are awaited. */
  hasEnded(): boolean {
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
