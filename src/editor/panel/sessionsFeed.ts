import type { StartTimer } from '../../protocol/messageChannel';
import { MAX_ROWS, type SessionRow } from '../../protocol/sessionRow';
import type { BodyOf, SessionsMessage } from '../../protocol/webviewMessages';
import type { PlanReader } from '../../service/planReader';
import { MAX_SESSION_PAGE, type SessionKey } from '../../service/planStore';
import type { Disposable, Log } from '../../service/ports';
import { Pace } from '../pace';
import { type InWords, problemOf } from './readProblem';
import { toSessionRow } from './toSessionRow';

/** When more sessions than this change at once, listing all is less work than reading each. */
const MOST_READ = 100;

/** What people are asked about by this process. */
export interface Reviews {
  readonly openReviews: ReadonlyMap<SessionKey, number>;
  readonly onDidChangeReviews: (listener: (session: SessionKey) => void) => Disposable;
}

export interface SessionsFeedPorts {
  readonly reader: PlanReader;
  readonly reviews: Reviews;
  readonly post: (message: BodyOf<SessionsMessage>) => void;
  /** The workspace of this window. */
  readonly workspace: () => string | undefined;
  readonly startTimer: StartTimer;
  readonly log: Log;
  /** In the language of the person. */
  readonly inWords: InWords;
}

interface Listed {
  /** As the view has them. */
  readonly rows: Map<SessionKey, SessionRow>;
  readonly hasUnreadable: boolean;
}

/**
 * What the view is told of all sessions while it wants that: all of them in parts, then what differs
 * after changes of whatever window. Each change is read anew, so that what is told last is what is stored.
 */
export class SessionsFeed implements Disposable {
  readonly #ports: SessionsFeedPorts;
  readonly #listeners: readonly Disposable[];
  readonly #pace: Pace;
  #wanted = false;
  #active = false;
  /** Undefined: the view has to get all of them (again). */
  #listed: Listed | undefined;
  /** Sessions that may be other than what was read. */
  readonly #changed = new Set<SessionKey>();
  /** The reading that is on its way; what an abandoned one finds is dropped. */
  #reading: object | undefined;

  constructor(ports: SessionsFeedPorts) {
    const { reader, reviews } = (this.#ports = ports);
    this.#pace = new Pace(ports.startTimer, () => void this.#read());
    const changed = (session: SessionKey): void => {
      this.#change(session);
    };
    this.#listeners = [
      reader.onDidCommit(({ session }) => {
        changed(session);
      }),
      reader.onDidChangeElsewhere(changed),
      reviews.onDidChangeReviews(changed),
    ];
  }

  /** The list is on the screen, or no longer. */
  watch(wanted: boolean): void {
    this.#wanted = wanted;
    this.#begin();
  }

  /** The store is another one, or answers again, or no longer. */
  recheck(): void {
    if (this.#active) this.#begin();
  }

  /** Brings the view to the present, whatever it knows. */
  show(): void {
    this.#active = true;
    this.#begin();
  }

  /** The view can receive nothing until it is shown again. */
  pause(): void {
    this.#active = false;
    this.#begin();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.pause();
  }

  /** What is shown of this session may be out of date. */
  #change(session: SessionKey): void {
    if (!this.#wanted || !this.#active) return;
    this.#changed.add(session);
    this.#pace.ask();
  }

  #begin(): void {
    this.#pace.stop();
    this.#reading = undefined;
    this.#listed = undefined;
    this.#changed.clear();
    if (this.#wanted && this.#active) void this.#read();
  }

  /** One reading at a time: what changes meanwhile is read after it. */
  async #read(): Promise<void> {
    if (this.#reading) return;
    const reading = (this.#reading = {});
    const isCurrent = () => reading === this.#reading;
    const changed = [...this.#changed];
    this.#changed.clear();
    try {
      if (!this.#listed || changed.length > MOST_READ) await this.#list(isCurrent);
      else if (!(await this.#readEach(changed, this.#listed, isCurrent)))
        await this.#list(isCurrent);
    } catch (error) {
      if (isCurrent()) this.#tellOfFailure(error);
    }
    if (!isCurrent()) return;
    this.#reading = undefined;
    if (this.#changed.size > 0) this.#pace.ask();
  }

  async #list(isCurrent: () => boolean): Promise<void> {
    const { reader, post, inWords } = this.#ports;
    this.#listed = undefined;
    const rows = new Map<SessionKey, SessionRow>();
    let hasUnreadable = false;
    let after: string | undefined;
    do {
      const place = after === undefined ? {} : { after };
      const page = await reader.list({}, { limit: MAX_SESSION_PAGE, ...place });
      const all = page.unreadable.map(({ location, reason }) => ({
        location,
        reason: inWords(reason),
      }));
      hasUnreadable ||= all.length > 0;
      for (let from = 0; from === 0 || from < page.sessions.length; from += MAX_ROWS) {
        // Whoever waits for the process has a turn between the parts.
        if (from > 0) await new Promise((resolve) => setImmediate(resolve));
        if (!isCurrent()) return;
        const isFirst = after === undefined && from === 0;
        const given = page.sessions.slice(from, from + MAX_ROWS).map((each) => this.#row(each));
        for (const row of given) rows.set(row.session, row);
        post({
          ...{ kind: 'sessions', part: isFirst ? 'first' : 'more', rows: given, gone: [] },
          unreadable: isFirst ? all : [],
          done: page.next === undefined && from + MAX_ROWS >= page.sessions.length,
        });
      }
      after = page.next;
    } while (after !== undefined);
    this.#listed = { rows, hasUnreadable };
  }

  /** False where only a new list tells: something cannot be read, or perhaps can be again. */
  async #readEach(
    sessions: readonly SessionKey[],
    { rows, hasUnreadable }: Listed,
    isCurrent: () => boolean,
  ): Promise<boolean> {
    const { reader, post, log } = this.#ports;
    const given: SessionRow[] = [];
    const gone: SessionKey[] = [];
    for (const session of sessions) {
      const before = rows.get(session);
      if (!before && hasUnreadable) return false;
      try {
        const summary = await reader.summary(session);
        if (!isCurrent()) return true;
        const row = summary && this.#row(summary);
        if (!row && before) gone.push(session);
        if (row && !isSameRow(row, before)) given.push(row);
      } catch (error) {
        log.warn(`A plan that changed could not be read: ${String(error)}`);
        return false;
      }
    }
    for (const row of given) rows.set(row.session, row);
    for (const session of gone) rows.delete(session);
    if (given.length + gone.length > 0) {
      post({
        ...{ kind: 'sessions', part: 'change', rows: given, gone, unreadable: [] },
        done: true,
      });
    }
    return true;
  }

  /** The view keeps its rows, and gets all of them with the next change that can be read. */
  #tellOfFailure(error: unknown): void {
    const { post, log, inWords } = this.#ports;
    // Told to the person by the message; what went wrong is for the log.
    log.error('The plans could not be listed.', error);
    post({
      ...{ kind: 'sessions', part: 'change', rows: [], gone: [], unreadable: [], done: true },
      problem: problemOf(error, inWords),
    });
  }

  #row(summary: Parameters<typeof toSessionRow>[0]): SessionRow {
    const { workspace, reviews } = this.#ports;
    const { openReviews } = reviews;
    return toSessionRow(summary, { workspace: workspace(), openReviews });
  }
}

/** Rows have their fields in one order. */
function isSameRow(row: SessionRow, other: SessionRow | undefined): boolean {
  return JSON.stringify(row) === JSON.stringify(other);
}
