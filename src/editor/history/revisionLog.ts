import { revisionOf, type PlanDocument } from '../../domain/plan';
import { cursorOf, type PlanEvent } from '../../domain/planEvent';
import { KnownSteps } from '../../domain/steering/knownSteps';
import {
  MAX_LISTED_REVISIONS,
  type ReviewMark,
  type RevisionHeader,
  toReviewMarks,
  toRevisionHeaders,
} from '../../protocol/planView';
import type { PlanReader, SessionSnapshot } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import { EventHistory, type KeptRevision } from './eventHistory';

export interface CaughtUp {
  /** Undefined where nothing is stored. */
  readonly snapshot?: SessionSnapshot;
  readonly log: RevisionLog;
}

interface Answered {
  readonly sequence: number;
  readonly mark: ReviewMark;
}

/** A switch of plan mode, and where it stands in the log. */
interface Switched {
  readonly sequence: number;
  readonly active: boolean;
}

interface Known {
  /** Sequence of the last event that is in; 0 before any. */
  readonly cursor: number;
  /** Newest first; a revision may be missing. */
  readonly headers: readonly RevisionHeader[];
  /** What people answered, newest first. */
  readonly reviews: readonly Answered[];
  /** The newest one that was read. */
  readonly switched?: Switched | undefined;
  /** The plan at the cursor. */
  readonly plan: PlanDocument | null;
  /** The steps of the revisions that are in. */
  readonly steps?: KnownSteps;
}

const NOTHING: Known = { cursor: 0, headers: [], reviews: [], plan: null };

/**
 * The revisions of one session as lines: the newest ones are read once and extended by what is
 * committed later, so that showing the view again costs one short read. What cannot be read is left
 * out. A log never changes: what is read and what is told meanwhile cannot mix.
 */
export class RevisionLog {
  readonly #session: SessionKey;
  readonly #reader: PlanReader;
  readonly #history: EventHistory;
  readonly #known: Known;

  constructor(session: SessionKey, reader: PlanReader, known = NOTHING) {
    this.#session = session;
    this.#reader = reader;
    this.#history = new EventHistory(session, reader);
    this.#known = known;
  }

  get cursor(): number {
    return this.#known.cursor;
  }

  get headers(): readonly RevisionHeader[] {
    return this.#known.headers;
  }

  get reviews(): readonly ReviewMark[] {
    return this.#known.reviews.map(({ mark }) => mark);
  }

  get switched(): Switched | undefined {
    return this.#known.switched;
  }

  get plan(): PlanDocument | null {
    return this.#known.plan;
  }

  /**
   * This log and what was committed. `gap`: something is missing between them. `rewound`: the session
   * had gone back to before the cursor, so this log tells what is no more.
   */
  with(events: readonly PlanEvent[]): RevisionLog | 'gap' | 'rewound' {
    const first = events[0]?.sequence ?? this.cursor + 1;
    if (first > this.cursor + 1) return 'gap';
    const known = (event: PlanEvent): boolean => this.headers.some((line) => isLineOf(line, event));
    if (first <= this.cursor && !events.some(known)) {
      // A commit without a line looks the same whether it was read already or the session went back.
      return events.some((event) => event.type === 'plan_updated') ? 'rewound' : 'gap';
    }
    return this.#replacedBy(extended(this.#known, events));
  }

  /** Both cannot be logs of the same history: it went back between them. */
  contradicts(other: RevisionLog): boolean {
    const [shorter, longer] = this.cursor <= other.cursor ? [this, other] : [other, this];
    const line = shorter.headers[0];
    const same = longer.headers.find(({ cursor }) => cursor === line?.cursor);
    return line !== undefined && (same?.call_id !== line.call_id || same.at !== line.at);
  }

  /** The session as it is stored, and the log with all up to it; `rewound` as above. */
  async caughtUp(): Promise<CaughtUp | 'rewound'> {
    const { cursor } = this;
    const snapshot = await this.#reader.snapshot(this.#session);
    if (!snapshot) return cursor > 0 ? 'rewound' : { log: this };
    const { version, plan = null } = snapshot;
    if (version < cursor) return 'rewound';
    if (version === cursor) {
      const isSame = cursor === 0 || isSamePlan(plan, this.plan);
      return isSame ? { snapshot, log: this } : 'rewound';
    }
    const newest = this.headers[0];
    const events = await this.#readBack(newest ? Number(newest.cursor) - 1 : 0, version);
    const stored = events.find((event) => cursorOf(event.sequence) === newest?.cursor);
    // Without its newest line the stored history went back and on again.
    if (newest && stored && !isLineOf(newest, stored)) return 'rewound';
    const known = extended(upToLine(this.#known, newest), events);
    return { snapshot, log: this.#replacedBy({ ...known, cursor: version, plan }) };
  }

  /** The document of one revision, listed or older; undefined when it is not kept. */
  async document(revision: number): Promise<KeptRevision | undefined> {
    const later = this.headers.findLast((line) => line.revision >= revision);
    // Each revision between them took an event at least.
    const between = later ? later.revision - revision : 0;
    return this.#history.revision(revision, (later ? Number(later.cursor) : this.cursor) - between);
  }

  /** The lines before the event at this cursor, as many as one message carries. */
  async before(cursor: number): Promise<{ revisions: RevisionHeader[]; more: boolean }> {
    const events = await this.#readBack(0, cursor - 1);
    const revisions = toRevisionHeaders(events, null).slice(0, MAX_LISTED_REVISIONS);
    const first = revisions.at(-1);
    return { revisions, more: first !== undefined && first.revision > 1 };
  }

  /** Enough of the newest events in this range for all lines that are listed. */
  #readBack(after: number, upTo: number): Promise<PlanEvent[]> {
    // One more than is listed: the last line tells of a change, too.
    return this.#history.back(after, upTo, MAX_LISTED_REVISIONS + 1);
  }

  #replacedBy(known: Known): RevisionLog {
    return new RevisionLog(this.#session, this.#reader, known);
  }
}

/** What was read after the newest line is read again, for it may be other than it was. */
function upToLine(known: Known, newest: RevisionHeader | undefined): Known {
  if (!newest) return NOTHING;
  const cursor = Number(newest.cursor);
  const reviews = known.reviews.filter(({ sequence }) => sequence < cursor);
  return { ...known, cursor, reviews };
}

function lastSwitch(events: readonly PlanEvent[]): Switched | undefined {
  const last = events.findLast((event) => event.type === 'plan/mode');
  return last?.type === 'plan/mode' ? { sequence: last.sequence, ...last.data } : undefined;
}

function answersAmong(events: readonly PlanEvent[]): Answered[] {
  return events
    .flatMap((event) => toReviewMarks([event]).map((mark) => ({ sequence: event.sequence, mark })))
    .reverse();
}

/** What is known already is skipped. */
function extended(known: Known, events: readonly PlanEvent[]): Known {
  const fresh = events.filter((event) => event.sequence > known.cursor);
  const steps = new KnownSteps(known.steps);
  const writes = fresh.flatMap((event) => (event.type === 'plan_updated' ? [event.data.plan] : []));
  return {
    cursor: fresh.at(-1)?.sequence ?? known.cursor,
    headers: [...toRevisionHeaders(fresh, known.plan, steps), ...known.headers],
    reviews: [...answersAmong(fresh), ...known.reviews],
    switched: lastSwitch(fresh) ?? known.switched,
    plan: writes.at(-1) ?? known.plan,
    steps,
  };
}

function isLineOf(line: RevisionHeader, event: PlanEvent): boolean {
  if (event.type !== 'plan_updated' || line.cursor !== cursorOf(event.sequence)) return false;
  return line.call_id === event.data.call_id && line.at === event.at;
}

function isSamePlan(one: PlanDocument | null, other: PlanDocument | null): boolean {
  return revisionOf(one) === revisionOf(other) && one?.call_id === other?.call_id;
}
