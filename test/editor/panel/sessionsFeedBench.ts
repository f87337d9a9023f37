import { type Reviews, SessionsFeed } from '../../../src/editor/panel/sessionsFeed';
import { toSessionRow } from '../../../src/editor/panel/toSessionRow';
import type { SessionRow, UnreadableRow } from '../../../src/protocol/sessionRow';
import type { BodyOf, SessionsMessage } from '../../../src/protocol/webviewMessages';
import type { PlanReader } from '../../../src/service/planReader';
import type { SessionSummary } from '../../../src/service/planStore';
import { fakeLog } from '../../support/fakeLog';

export const HERE = 'file:///here';

/** What a view holds that takes the messages at their word. */
class ListView {
  readonly #rows = new Map<string, SessionRow>();
  unreadable: readonly UnreadableRow[] = [];
  problem: string | undefined;
  done = false;

  get rows(): SessionRow[] {
    return [...this.#rows.values()];
  }

  receive({ part, rows, gone, unreadable, problem, done }: BodyOf<SessionsMessage>): void {
    if (part === 'first') {
      this.#rows.clear();
      this.unreadable = unreadable;
    }
    for (const row of rows) this.#rows.set(row.session, row);
    for (const session of gone) this.#rows.delete(session);
    this.problem = problem?.message;
    this.done = done;
  }
}

/** A feed over a reader and the list of a view; time passes only when the test says so. */
export function openSessionsFeed(reader: PlanReader & Reviews) {
  const posts: BodyOf<SessionsMessage>[] = [];
  const timers = new Set<() => void>();
  const log = fakeLog();
  const view = new ListView();
  const feed = new SessionsFeed({
    reader,
    reviews: reader,
    post: (message) => {
      posts.push(message);
      view.receive(message);
    },
    workspace: () => HERE,
    startTimer: (_, callback) => {
      timers.add(callback);
      return () => timers.delete(callback);
    },
    log,
    inWords: (sentence) => `[${String(sentence)}]`,
  });
  return {
    ...{ feed, view, log, posts },
    /** Lets reads finish and time pass, and takes what was posted. */
    async settle(): Promise<BodyOf<SessionsMessage>[]> {
      for (let round = 0; round < 6; round += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        for (const callback of timers) {
          timers.delete(callback);
          callback();
        }
      }
      return posts.splice(0);
    },
  };
}

/** What was posted, in short: the part, its rows and what is gone. */
export function parts(posts: readonly BodyOf<SessionsMessage>[]): string[] {
  return posts.map(({ part, rows, gone, problem, done }) =>
    [
      part,
      ...rows.map(({ session, revision }) => `${session}${String(revision)}`),
      ...gone.map((session) => `-${session}`),
      ...(problem ? [`(${problem.message})`] : []),
      ...(done ? [] : ['…']),
    ].join(' '),
  );
}

export function byKey(rows: readonly SessionRow[]): SessionRow[] {
  return rows.toSorted((a, b) => (a.session < b.session ? -1 : 1));
}

export function rowsOf(stored: readonly SessionSummary[]): SessionRow[] {
  return byKey(
    stored.map((summary) => toSessionRow(summary, { workspace: HERE, openReviews: new Map() })),
  );
}
