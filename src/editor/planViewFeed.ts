import { PlanError } from '../domain/planError';
import { cursorOf } from '../domain/planEvent';
import type { StartTimer } from '../protocol/messageChannel';
import { MAX_LISTED_REVISIONS, toPlanView, type ViewProblem } from '../protocol/planView';
import type { BodyOf, RevisionAnswer, SnapshotMessage, ToView } from '../protocol/webviewMessages';
import type { CommittedChange, PlanReader, SessionSnapshot } from '../service/planReader';
import type { SessionKey } from '../service/planStore';
import type { Disposable, Log } from '../service/ports';
import { RevisionLog } from './revisionLog';

/** Commits within so many milliseconds reach the view as one message (FC.34). */
const COALESCE = 40;

export interface FeedPorts {
  readonly reader: PlanReader;
  readonly post: (message: BodyOf<ToView>) => void;
  readonly startTimer: StartTimer;
  readonly log: Log;
  /** Said to the person where a failure carries no sentence of its own. */
  readonly unreadableText: () => string;
}

type Heading = Pick<SessionSnapshot, 'title' | 'coworker' | 'updated'>;

/**
 * What the view of one session is told: a snapshot at a cursor, then what is committed after it,
 * and a reset before another session is shown. While paused nothing is sent and nothing is lost.
 */
export class PlanViewFeed implements Disposable {
  readonly #ports: FeedPorts;
  readonly #listener: Disposable;
  #session: SessionKey | undefined;
  /** The session that the view was last told to follow; undefined before the first time. */
  #told: SessionKey | null | undefined;
  #revisions: RevisionLog | undefined;
  #heading: Heading | undefined;
  /** The cursor that the view was brought to; undefined until a snapshot was sent. */
  #sent: number | undefined;
  #active = false;
  /** The next message must be a snapshot: something happened that no event can tell. */
  #stale = false;
  /** Counts the snapshots that were begun: only the newest one may be sent. */
  #attempt = 0;
  #stopTimer: (() => void) | undefined;

  constructor(ports: FeedPorts) {
    this.#ports = ports;
    this.#listener = ports.reader.onDidCommit((change) => {
      this.#committed(change);
    });
  }

  follow(session: SessionKey | undefined): void {
    if (session === this.#session) return;
    this.#session = session;
    this.#revisions = undefined;
    if (this.#active) this.show();
  }

  /** Brings the view to the present, whatever it knows. */
  show(): void {
    this.#active = true;
    this.#forget();
    if (this.#told !== (this.#session ?? null)) this.#reset();
    void this.#sendSnapshot();
  }

  /** The view can receive nothing until it is shown again. */
  pause(): void {
    this.#active = false;
    this.#forget();
  }

  async revision(session: SessionKey, revision: number): Promise<RevisionAnswer> {
    if (session !== this.#session || !this.#revisions) return { ok: false, error: 'not_found' };
    try {
      const found = await this.#revisions.document(revision);
      if (!found) return { ok: false, error: 'not_found' };
      return { ok: true, value: { session, ...found } };
    } catch (error) {
      // Told to the person by the answer; what went wrong is for the log.
      this.#ports.log.error(`Revision ${String(revision)} could not be read.`, error);
      return { ok: false, error: 'unavailable' };
    }
  }

  dispose(): void {
    this.pause();
    this.#listener.dispose();
  }

  #reset(): void {
    this.#told = this.#session ?? null;
    this.#ports.post({ kind: 'reset', session: this.#told });
  }

  #forget(): void {
    this.#attempt += 1;
    this.#sent = undefined;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  async #sendSnapshot(): Promise<void> {
    const attempt = ++this.#attempt;
    this.#stale = false;
    const content = await this.#readContent();
    if (attempt !== this.#attempt) return;
    if (content.state === 'unavailable') {
      this.#stale = true;
    } else {
      const cursor = content.state === 'plan' ? Number(content.view.cursor) : 0;
      // The stored session went back, e.g. to its last good copy: the view has to let go of the rest.
      if (cursor < (this.#sent ?? 0)) this.#reset();
      this.#sent = cursor;
    }
    this.#ports.post({ kind: 'snapshot', session: this.#session ?? null, content });
    if (this.#sent !== undefined && this.#sent < (this.#revisions?.cursor ?? 0)) this.#soon();
  }

  async #readContent(): Promise<SnapshotMessage['content']> {
    const session = this.#session;
    if (session === undefined) return { state: 'none' };
    let revisions = (this.#revisions ??= new RevisionLog(session, this.#ports.reader));
    const known = revisions.cursor;
    try {
      const snapshot = await this.#ports.reader.snapshot(session);
      if ((snapshot?.version ?? 0) < known) {
        revisions = new RevisionLog(session, this.#ports.reader);
        if (session === this.#session) this.#revisions = revisions;
      }
      if (!snapshot) return { state: 'none' };
      await revisions.readTo(snapshot.version, snapshot.plan);
      if (session === this.#session && revisions.cursor <= snapshot.version)
        this.#heading = snapshot;
      return { state: 'plan', view: toPlanView(snapshot, revisions.headers) };
    } catch (error) {
      // Told to the person by the snapshot; what went wrong is for the log.
      this.#ports.log.error('The plan of the current chat could not be read.', error);
      return { state: 'unavailable', problem: this.#problemOf(error) };
    }
  }

  #problemOf(error: unknown): ViewProblem {
    const kind = PlanError.is(error, 'newer_version') ? 'newer_version' : 'unreadable';
    return { kind, message: PlanError.is(error) ? error.message : this.#ports.unreadableText() };
  }

  #committed({ session, record, events }: CommittedChange): void {
    if (session !== this.#session) return;
    this.#revisions ??= new RevisionLog(session, this.#ports.reader);
    this.#heading = record;
    if (!this.#revisions.extend(events) || events.length === 0) this.#stale = true;
    if (this.#active) this.#soon();
  }

  #soon(): void {
    this.#stopTimer ??= this.#ports.startTimer(COALESCE, () => {
      this.#stopTimer = undefined;
      if (this.#stale) void this.#sendSnapshot();
      else this.#sendEvent();
    });
  }

  #sendEvent(): void {
    const sent = this.#sent;
    const log = this.#revisions;
    const heading = this.#heading;
    // Without a snapshot yet, the one on its way looks for what came after it.
    if (sent === undefined || !log || !heading || log.cursor <= sent) return;
    const revisions = log.headers
      .filter((header) => Number(header.cursor) > sent)
      .slice(0, MAX_LISTED_REVISIONS);
    this.#sent = log.cursor;
    this.#ports.post({
      kind: 'event',
      session: this.#session ?? '',
      after: cursorOf(sent),
      cursor: cursorOf(log.cursor),
      title: heading.title,
      coworker: heading.coworker,
      updated: heading.updated,
      ...(revisions.length > 0 && log.plan && { plan: log.plan }),
      revisions,
    });
  }
}
