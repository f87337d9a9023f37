import { cursorOf } from '../../domain/planEvent';
import { MAX_LISTED_REVIEWS, MAX_LISTED_REVISIONS, toPlanView } from '../../protocol/planView';
import type { Answer, SnapshotMessage } from '../../protocol/webviewMessages';
import type { CommittedChange } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Disposable } from '../../service/ports';
import type { FeedPorts } from './feedPorts';
import { heardTurn } from './heardTurn';
import { Pace } from '../pace';
import { answerTo, type Question } from '../history/pastAnswers';
import { comparable, problemOf } from './readProblem';
import { type Heading, headingFields, headingOf } from './sessionHeading';
import { type CaughtUp, RevisionLog } from '../history/revisionLog';

/**
 * What the view of one session is told: a snapshot at a cursor, then what is committed after it,
 * and a reset before another session is shown. While paused nothing is sent and nothing is lost.
 */
export class PlanViewFeed implements Disposable {
  readonly #ports: FeedPorts;
  readonly #listener: Disposable;
  #session: SessionKey | undefined;
  /** The session that the view was told to follow; undefined when it has to be told (again). */
  #told: SessionKey | null | undefined;
  #revisions: RevisionLog | undefined;
  #heading: Heading | undefined;
  /** The cursor that the view was brought to; undefined until a snapshot was sent. */
  #sent: number | undefined;
  /** So many answers of people the view was told of. */
  #sentReviews = 0;
  #active = false;
  /** The next message must be a snapshot: something happened that no event can tell. */
  #stale = false;
  /** What a person should know of the stored data: as last sent, and as of the last commit. */
  #sentProblems = '';
  #heardProblems = '';
  /** The look that is on its way; what an abandoned one finds is dropped. */
  #looking: object | undefined;
  /** Between a commit and what is said of it. */
  readonly #pace: Pace;

  constructor(ports: FeedPorts) {
    this.#ports = ports;
    this.#pace = new Pace(ports.startTimer, () => {
      this.#tell();
    });
    this.#listener = ports.reader.onDidCommit((change) => {
      this.#committed(change);
    });
  }

  follow(session: SessionKey | undefined): void {
    if (session === this.#session) return;
    this.#session = session;
    this.#revisions = undefined;
    this.#told = undefined;
    if (this.#active) this.show();
  }

  /** What is stored may be other than what was read and heard. */
  recheck(): void {
    this.#stale = true;
    if (this.#active) this.#pace.ask();
  }

  /** Brings the view to the present, whatever it knows. */
  show(): void {
    this.#active = true;
    this.#forget();
    if (this.#told === undefined) this.#reset();
    void this.#look();
  }

  /** The view can receive nothing until it is shown again. */
  pause(): void {
    this.#active = false;
    this.#forget();
  }

  revision(session: SessionKey, revision: number): Promise<Answer> {
    return this.#answer(session, async (log) => {
      const found = await log.document(revision);
      return found && { kind: 'revision', session, ...found };
    });
  }

  /** The lines of the list of revisions before the one at this cursor. */
  page(session: SessionKey, before: string): Promise<Answer> {
    return this.#answer(session, async (log) => {
      return { kind: 'page', session, ...(await log.before(Number(before))) };
    });
  }

  dispose(): void {
    this.pause();
    this.#listener.dispose();
  }

  #answer(session: SessionKey, question: Question): Promise<Answer> {
    const log = session === this.#session ? this.#revisions : undefined;
    return answerTo(question, log, this.#ports.log);
  }

  #reset(): void {
    this.#told = this.#session ?? null;
    this.#ports.post({ kind: 'reset', session: this.#told });
  }

  #forget(): void {
    this.#looking = undefined;
    this.#sent = undefined;
    this.#pace.stop();
  }

  /** What the log and the view tell is no longer what is stored. */
  #startOver(): void {
    this.#revisions = undefined;
    this.#told = undefined;
    this.#stale = true;
    this.#looking = undefined;
  }

  /** Reads what is stored and sends it, unless another look was begun meanwhile. */
  async #look(): Promise<void> {
    const look = {};
    this.#looking = look;
    this.#stale = false;
    const log = this.#log();
    try {
      const problem = log ? undefined : this.#ports.storeProblem();
      // Whether there is a plan to be shown is not known then.
      if (problem !== undefined) throw problem as Error;
      const found = await log?.caughtUp();
      if (look !== this.#looking) return;
      this.#looking = undefined;
      const isOther = found !== 'rewound' && found && this.#revisions?.contradicts(found.log);
      if (found === 'rewound' || isOther) {
        this.#startOver();
        await this.#look();
      } else {
        this.#sendSnapshot(log, found);
      }
    } catch (error) {
      // Told to the person by the snapshot; what went wrong is for the log.
      this.#ports.log.error('The plan of the current chat could not be read.', error);
      if (look !== this.#looking) return;
      this.#looking = undefined;
      this.#stale = true;
      this.#postSnapshot({
        state: 'unavailable',
        problem: problemOf(error, this.#ports.inWords),
      });
    }
  }

  #sendSnapshot(before: RevisionLog | undefined, found: CaughtUp | undefined): void {
    const told = this.#revisions;
    if (told === before) {
      this.#revisions = found?.log;
      this.#heading = found?.snapshot;
    } else if (found && told && found.log.cursor >= told.cursor) {
      this.#revisions = found.log;
    }
    const snapshot = found?.snapshot;
    this.#sent = snapshot?.version ?? 0;
    this.#sentReviews = found?.log.reviews.length ?? 0;
    this.#sentProblems = comparable(snapshot?.problems ?? []);
    if (this.#told === undefined) this.#reset();
    if (!found || !snapshot) this.#postSnapshot({ state: 'none' });
    else {
      const { headers, reviews } = found.log;
      const view = toPlanView(snapshot, headers, reviews, this.#ports.inWords);
      this.#postSnapshot({ state: 'plan', view });
    }
    if (this.#stale) this.#pace.ask();
  }

  #postSnapshot(content: SnapshotMessage['content']): void {
    this.#ports.post({ kind: 'snapshot', session: this.#session ?? null, content });
  }

  #committed(change: CommittedChange): void {
    const { session, record, events, problems } = change;
    if (session !== this.#session) return;
    const turn = heardTurn(this.#heading?.turn, change);
    if (turn === undefined) this.#stale = true;
    this.#heading = headingOf(record, turn ?? null);
    this.#heardProblems = comparable(problems);
    const longer = this.#log()?.with(events);
    if (longer === 'rewound') this.#startOver();
    else if (longer === 'gap' || events.length === 0) this.#stale = true;
    else this.#revisions = longer;
    // Which of the two was first, the commit or what is being read, only another look can tell.
    if (this.#looking) this.#stale = true;
    if (this.#active) this.#pace.ask();
  }

  #log(): RevisionLog | undefined {
    if (this.#session === undefined) return undefined;
    return (this.#revisions ??= new RevisionLog(this.#session, this.#ports.reader));
  }

  #tell(): void {
    // What is read now is told at its end, and then whatever it missed.
    if (this.#looking) return;
    // Events tell of commits only, not of what became of the stored data.
    const eventsTell = !this.#stale && this.#heardProblems === this.#sentProblems;
    if (eventsTell) this.#sendEvent();
    else void this.#look();
  }

  #sendEvent(): void {
    const sent = this.#sent;
    const log = this.#revisions;
    const heading = this.#heading;
    if (sent === undefined || !log || !heading || log.cursor <= sent) return;
    const reviews = log.reviews.slice(0, log.reviews.length - this.#sentReviews);
    this.#sentReviews = log.reviews.length;
    const revisions = log.headers
      .filter((header) => Number(header.cursor) > sent)
      .slice(0, MAX_LISTED_REVISIONS);
    this.#sent = log.cursor;
    const { switched } = log;
    this.#ports.post({
      kind: 'event',
      session: this.#session ?? '',
      after: cursorOf(sent),
      cursor: cursorOf(log.cursor),
      ...headingFields(heading),
      ...(revisions.length > 0 && log.plan && { plan: log.plan }),
      revisions,
      reviews: reviews.slice(0, MAX_LISTED_REVIEWS),
      ...(switched &&
        switched.sequence > sent && {
          switched: { cursor: cursorOf(switched.sequence), active: switched.active },
        }),
    });
  }
}
