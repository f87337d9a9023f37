import { batch, computed, signal } from '@preact/signals';
import type { SessionRow, UnreadableRow } from '../../src/protocol/sessionRow';
import { CHAT_COWORKER, type ShownProblem } from '../../src/protocol/planView';
import type { BodyOf, FollowingMessage, SessionsMessage } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';
import type { Texts } from '../texts';
import { inOrder, type SessionFilter, SessionSearch, toggled } from './sessionSearch';

/** How long typing must have rested before the number of results is said, in milliseconds. */
const TYPING_REST = 700;

export interface SessionsPorts {
  readonly host: HostConnection;
  readonly texts: Texts;
  readonly announce: (text: string) => void;
}

/** A row and its place, in case that the row goes. */
export interface ActiveRow {
  readonly session: string;
  readonly index: number;
}

/** The list of all sessions while it is on the screen. */
export class SessionsModel {
  readonly #ports: SessionsPorts;
  readonly #search: SessionSearch;
  readonly #rows = signal<ReadonlyMap<string, SessionRow>>(new Map());
  /** What came since the list began anew; the others go when all has come. */
  #came: Set<string> | undefined;
  /** The sessions on the screen in an order that stands still. */
  readonly #still = signal<readonly string[] | undefined>(undefined);
  #isStill = false;
  #typing: ReturnType<typeof setTimeout> | undefined;

  readonly unreadable = signal<readonly UnreadableRow[]>([]);
  /** Everything has arrived. */
  readonly done = signal(false);
  readonly problem = signal<ShownProblem | undefined>(undefined);
  /** The session in the panel. */
  readonly following = signal<string | null>(null);
  /** The panel stays on it, whatever else changes. */
  readonly stays = signal(false);
  /** The revision that a person is asked about, of the session that is followed. */
  readonly review = signal<number | undefined>(undefined);
  /** What can be brought back from the trash at once. */
  readonly deleted = signal<string | null>(null);
  readonly query = signal('');
  readonly filters = signal<ReadonlySet<SessionFilter>>(new Set());
  /** The session that the pointer is on. */
  readonly pointed = signal<string | undefined>(undefined);
  readonly active = signal<ActiveRow | undefined>(undefined);
  /** Where the list was scrolled to, in pixels. */
  scrollTop = 0;

  readonly count = computed(() => this.#rows.value.size);
  readonly #all = computed(() => inOrder(this.#rows.value.values()));
  readonly #found = computed(() =>
    this.#search.find(this.#all.value, this.query.value, this.filters.value),
  );
  readonly isNarrowed = computed(
    () => this.query.value.trim() !== '' || this.filters.value.size > 0,
  );
  /** The rows on the screen; while the person is in the list they keep their places. */
  readonly shown = computed((): readonly SessionRow[] => {
    const [still, rows] = [this.#still.value, this.#rows.value];
    return still ? still.flatMap((session) => rows.get(session) ?? []) : this.#found.value;
  });
  /** Where a person was, else what the panel shows, else the first; the next row where that one went. */
  readonly activeIndex = computed(() => {
    const [rows, active] = [this.shown.value, this.active.value];
    if (!active && this.isNarrowed.value) return 0;
    const wanted = active ? active.session : this.following.value;
    const place = active?.index ?? 0;
    if (rows[place]?.session === wanted) return place;
    const found = rows.findIndex((row) => row.session === wanted);
    return found < 0 ? Math.min(place, rows.length - 1) : found;
  });
  /** What would be another order, or there as well, if the rows did not stand still. */
  readonly waiting = computed(() => {
    const [found, shown] = [this.#found.value, this.shown.value];
    if (found === shown) return { added: 0, isMoved: false };
    const [wanted, here] = [new Set(found), new Set(shown)];
    const [moved, kept] = [
      found.filter((row) => here.has(row)),
      shown.filter((row) => wanted.has(row)),
    ];
    return {
      added: found.length - moved.length,
      isMoved: moved.some((row, index) => row !== kept[index]),
    };
  });

  constructor(ports: SessionsPorts) {
    this.#ports = ports;
    this.#search = new SessionSearch((row) =>
      [this.titleOf(row), row.current, this.coworkerOf(row)].join('\n'),
    );
  }

  titleOf({ title }: Pick<SessionRow, 'title'>): string {
    return title === '' ? this.#ports.texts.text('untitled') : title;
  }

  coworkerOf({ coworker }: SessionRow): string {
    return coworker === CHAT_COWORKER ? this.#ports.texts.text('coworkerChat') : coworker;
  }

  /** Tells the host whether rows are wanted. */
  watch(on: boolean): void {
    if (on) this.done.value = false;
    else this.stand(false);
    this.#ports.host.send({ kind: 'list', on });
  }

  /** Shows a session and stays there; null: whichever changed last. */
  open(session: string | null): void {
    this.#ports.host.send({ kind: 'open', session });
  }

  search(text: string): void {
    this.query.value = text;
    this.#narrow();
  }

  toggle(filter: SessionFilter): void {
    this.filters.value = toggled(this.filters.value, filter);
    this.#narrow();
  }

  clear(): void {
    this.query.value = '';
    this.filters.value = new Set();
    this.#narrow();
  }

  /** Whether the rows keep their places: somebody reads, points or types in the list. */
  stand(still: boolean): void {
    this.#isStill = still;
    if (!still) this.#still.value = undefined;
    else if (!this.#still.value) this.#hold();
  }

  /** Newest first again, with what came meanwhile. */
  sortAgain(): void {
    this.#still.value = undefined;
    if (this.#isStill) this.#hold();
  }

  receive(message: BodyOf<SessionsMessage>): void {
    const { part, rows, gone, done, problem } = message;
    batch(() => {
      // Changes come between the parts as well; they end nothing, but a failure does.
      if (part !== 'change' || problem) this.done.value = done;
      this.problem.value = problem;
      if (problem && rows.length === 0) return;
      const held = new Map(this.#rows.value);
      if (part === 'first') {
        this.#came = new Set();
        this.unreadable.value = message.unreadable;
      }
      for (const row of rows) {
        const before = held.get(row.session);
        if (!before || !isSame(before, row)) held.set(row.session, row);
        this.#came?.add(row.session);
      }
      for (const session of gone) held.delete(session);
      if (this.done.value && this.#came) {
        for (const session of held.keys()) if (!this.#came.has(session)) held.delete(session);
        this.#came = undefined;
      }
      this.#rows.value = held;
      if (this.#isStill && !this.#still.value) this.#hold();
    });
    if (done) this.#search.prepare(this.#all.value);
  }

  follow({ session, stays, review }: FollowingMessage): void {
    this.review.value = review;
    this.following.value = session;
    this.stays.value = stays;
  }

  /** Parts that are on their way would have to wait otherwise. */
  #hold(): void {
    if (this.done.value) this.#still.value = this.#found.value.map(({ session }) => session);
  }

  #narrow(): void {
    this.sortAgain();
    this.active.value = undefined;
    this.scrollTop = 0;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => {
      const { texts, announce } = this.#ports;
      const { length } = this.#found.value;
      announce(length === 0 ? texts.text('noMatch') : texts.text('sessionsFound', length));
    }, TYPING_REST);
  }
}

/** A row that is as it was need not be drawn or searched anew. */
function isSame(before: SessionRow, after: SessionRow): boolean {
  return (Object.keys(after) as (keyof SessionRow)[]).every((key) => before[key] === after[key]);
}
