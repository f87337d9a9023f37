import { openSteps, type PlanDocument } from '../../domain/plan';
import { digest } from '../../host/digest';
import type { StartTimer } from '../../protocol/messageChannel';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Clock, Disposable, Log } from '../../service/ports';
import { EventHistory } from '../history/eventHistory';
import type { Reviews } from '../panel/sessionsFeed';
import type { Settings } from '../settings/settings';

/** So much later, in milliseconds, a window looks at what another process wrote, which is to tell of it first. */
const LATER = 2_000;
/** What was written longer ago is no news, in milliseconds. */
const NEWS = 60_000;

export type News =
  | { readonly kind: 'completed'; readonly session: SessionKey; readonly plan: PlanDocument }
  | { readonly kind: 'review'; readonly session: SessionKey; readonly revision: number };

export interface NewsPorts {
  readonly reader: PlanReader;
  readonly reviews: Reviews;
  /** Lets one window of all do what is named. */
  readonly claims: { claim(name: string): Promise<boolean> };
  readonly workspace: () => string | undefined;
  readonly when: () => Settings['notifications'];
  /** The person has this window in front. */
  readonly isFocused: () => boolean;
  readonly tell: (news: News) => void;
  readonly startTimer: StartTimer;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Tells once when a plan is completed or a person is asked about one. Of what this window's agents do it
 * tells itself; of what other programs do in this workspace, whichever window is first.
 */
export class PlanNews implements Disposable {
  readonly #ports: NewsPorts;
  readonly #listeners: readonly Disposable[];
  /** Looks that are due, with what takes them back. */
  readonly #due = new Map<SessionKey, () => void>();
  /** Questions of which was told. */
  readonly #asked = new Set<SessionKey>();

  constructor(ports: NewsPorts) {
    this.#ports = ports;
    const { reader, reviews } = ports;
    this.#listeners = [
      reader.onDidCommit(({ session, before, record: { plan }, events }) => {
        const isOther = events.some(({ type }) => type === 'session_adopted');
        if (!isOther && isCompleted(before, plan)) void this.#completed(session, plan);
      }),
      reader.onDidChangeElsewhere((session) => {
        this.#lookLater(session);
      }),
      reviews.onDidChangeReviews((session) => {
        this.#reviewed(session);
      }),
    ];
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    for (const takeBack of this.#due.values()) takeBack();
    this.#due.clear();
  }

  #reviewed(session: SessionKey): void {
    const revision = this.#ports.reviews.openReviews.get(session);
    if (revision === undefined) this.#asked.delete(session);
    else if (!this.#asked.has(session)) {
      this.#asked.add(session);
      this.#tell({ kind: 'review', session, revision });
    }
  }

  #lookLater(session: SessionKey): void {
    this.#due.get(session)?.();
    const look = () => {
      this.#due.delete(session);
      this.#look(session).catch((error: unknown) => {
        // The panel says of the plan itself what is wrong.
        this.#ports.log.warn(`What another program wrote could not be read: ${String(error)}`);
      });
    };
    this.#due.set(session, this.#ports.startTimer(LATER, look));
  }

  async #look(session: SessionKey): Promise<void> {
    const { reader, workspace, clock } = this.#ports;
    const snapshot = await reader.snapshot(session);
    const plan = snapshot?.plan;
    if (!snapshot || !plan || openSteps(plan) > 0) return;
    if (clock.now() - Date.parse(snapshot.updated) > NEWS) return;
    if ((await reader.summary(session))?.workspace !== workspace()) return;
    const history = new EventHistory(session, reader);
    const before = await history.revision(plan.revision - 1, snapshot.version);
    if (isCompleted(before?.plan ?? null, plan)) await this.#completed(session, plan);
  }

  async #completed(session: SessionKey, plan: PlanDocument): Promise<void> {
    const thing = JSON.stringify([session, plan.revision, plan.call_id]);
    const name = digest(thing);
    // Also where nothing is told: the person has seen it here.
    if (await this.#ports.claims.claim(name)) this.#tell({ kind: 'completed', session, plan });
  }

  #tell(news: News): void {
    const { when, isFocused, tell } = this.#ports;
    const isWanted = when() === 'always' || (when() === 'whenNotFocused' && !isFocused());
    if (isWanted) tell(news);
  }
}

/** The last open step was completed or cancelled; a plan that is cleared, or was never worked on, is none. */
function isCompleted(before: PlanDocument | null, plan: PlanDocument | null): plan is PlanDocument {
  if (!before || !plan || openSteps(before) === 0 || openSteps(plan) > 0) return false;
  return plan.steps.some(({ status }) => status === 'completed');
}
