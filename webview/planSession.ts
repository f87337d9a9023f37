import type { PlanView, RevisionHeader, ShownProblem } from '../src/protocol/planView';
import type {
  EventMessage,
  SessionMessage,
  SnapshotMessage,
} from '../src/protocol/webviewMessages';
import { withSharedSteps } from './sharedSteps';

/** What the view holds of the followed session. */
export interface HeldSession {
  /** Null while no chat is followed; undefined before the first message. */
  readonly session: string | null | undefined;
  readonly content: 'loading' | 'none' | PlanView;
  /** The store could not be read; what is held may be out of date. */
  readonly problem?: ShownProblem;
}

const NOTHING: HeldSession = { session: undefined, content: 'loading' };

/**
 * Keeps the picture of one session true however messages arrive: late, twice or out of order. A
 * snapshot counts at its cursor, an event only where it continues what is held, another session's
 * messages not at all, and a lower revision never replaces a higher one. Only a reset forgets.
 */
export class PlanSession {
  readonly #askForSnapshot: () => void;
  #held: HeldSession = NOTHING;
  /** The highest cursor that any message of this session spoke of. */
  #heard = 0;
  #asked = false;
  /** Up to here a failing store was asked; it is asked again for something newer, or by the person. */
  #gaveUpAt = 0;

  constructor(askForSnapshot: () => void) {
    this.#askForSnapshot = askForSnapshot;
  }

  get held(): HeldSession {
    return this.#held;
  }

  receive(message: SessionMessage): void {
    if (message.kind === 'reset') this.#reset(message.session);
    else if (this.#held.session === undefined || message.session === this.#held.session) {
      if (message.kind === 'snapshot') this.#snapshot(message);
      else this.#event(message);
      this.#catchUp();
    }
  }

  #reset(session: string | null): void {
    this.#held = { session, content: 'loading' };
    this.#heard = 0;
    this.#asked = false;
    this.#gaveUpAt = 0;
  }

  #snapshot({ session, content }: SnapshotMessage): void {
    this.#asked = false;
    if (content.state === 'unavailable') {
      this.#gaveUpAt = this.#heard;
      this.#held = { session, content: this.#held.content, problem: content.problem };
      return;
    }
    const cursor = content.state === 'plan' ? Number(content.view.cursor) : 0;
    const revision = content.state === 'plan' ? (content.view.plan?.revision ?? 0) : 0;
    this.#heard = Math.max(this.#heard, cursor);
    if (cursor < cursorOf(this.#held) || revision < revisionOf(this.#held)) return;
    this.#held = {
      session,
      content: content.state === 'plan' ? this.#shared(content.view) : 'none',
    };
  }

  #event(message: EventMessage): void {
    const cursor = Number(message.cursor);
    this.#heard = Math.max(this.#heard, cursor);
    const { content } = this.#held;
    const position = cursorOf(this.#held);
    const continues = Number(message.after) <= position && position < cursor;
    // Before the first snapshot nothing can be continued; the snapshot shows whether it has this.
    if (content === 'loading' || !continues) return;
    const known = content === 'none' ? emptyView(message) : content;
    const newer = message.plan && message.plan.revision > (known.plan?.revision ?? 0);
    this.#held = {
      ...this.#held,
      content: this.#shared({
        ...known,
        title: message.title,
        coworker: message.coworker,
        updated: message.updated,
        pinned: message.pinned,
        planMode: message.planMode,
        approved: message.approved,
        activity: message.activity,
        cursor: message.cursor,
        plan: newer ? (message.plan ?? known.plan) : known.plan,
        revisions: withNewer(known.revisions, message.revisions),
        reviews: [...message.reviews, ...known.reviews],
      }),
    };
  }

  /** What did not change stays the same object, and is not drawn again. */
  #shared(view: PlanView): PlanView {
    const { content } = this.#held;
    const before = typeof content === 'string' ? null : content.plan;
    const { plan } = view;
    return { ...view, plan: plan && plan !== before ? withSharedSteps(plan, before) : plan };
  }

  #catchUp(): void {
    if (this.#asked || this.#held.content === 'loading') return;
    if (this.#heard <= Math.max(cursorOf(this.#held), this.#gaveUpAt)) return;
    this.#asked = true;
    this.#askForSnapshot();
  }
}

function cursorOf({ content }: HeldSession): number {
  return typeof content === 'string' ? 0 : Number(content.cursor);
}

function revisionOf({ content }: HeldSession): number {
  return typeof content === 'string' ? 0 : (content.plan?.revision ?? 0);
}

function withNewer(held: RevisionHeader[], newer: RevisionHeader[]): RevisionHeader[] {
  const highest = held[0]?.revision ?? 0;
  return [...newer.filter((header) => header.revision > highest), ...held];
}

function emptyView({ session, title, coworker, updated, activity }: EventMessage): PlanView {
  return {
    ...{ session, title, coworker, updated, activity, cursor: '0', plan: null },
    ...{ pinned: false, planMode: null, approved: null, readOnly: false },
    ...{ revisions: [], reviews: [], problems: [] },
  };
}
