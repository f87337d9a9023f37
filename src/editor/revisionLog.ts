import type { PlanDocument } from '../domain/plan';
import type { PlanEvent } from '../domain/planEvent';
import { type RevisionHeader, toRevisionHeaders } from '../protocol/planView';
import type { PlanReader } from '../service/planReader';
import type { SessionKey } from '../service/planStore';

const PAGE = 200;

/**
 * The revisions of one session as lines, read once and extended by what is committed later, so that
 * showing the view again costs one short read and not the whole history.
 */
export class RevisionLog {
  readonly #session: SessionKey;
  readonly #reader: PlanReader;
  /** Sequence of the last event that is in; 0 before any. */
  #cursor = 0;
  #headers: readonly RevisionHeader[] = [];
  #plan: PlanDocument | null = null;

  constructor(session: SessionKey, reader: PlanReader) {
    this.#session = session;
    this.#reader = reader;
  }

  get cursor(): number {
    return this.#cursor;
  }

  /** Newest first. */
  get headers(): readonly RevisionHeader[] {
    return this.#headers;
  }

  /** The plan at the cursor. */
  get plan(): PlanDocument | null {
    return this.#plan;
  }

  /** Takes events in order; false when one is missing before them. Known ones are skipped. */
  extend(events: readonly PlanEvent[]): boolean {
    const fresh = events.filter((event) => event.sequence > this.#cursor);
    const first = fresh[0];
    if (!first) return true;
    if (first.sequence !== this.#cursor + 1) return false;
    this.#headers = [...toRevisionHeaders(fresh, this.#plan), ...this.#headers];
    for (const event of fresh) {
      this.#cursor = event.sequence;
      if (event.type === 'plan_updated') this.#plan = event.data.plan;
    }
    return true;
  }

  /** Reads on until `version`, at which `plan` stood, is in. What the store no longer keeps is left out. */
  async readTo(version: number, plan: PlanDocument | null): Promise<void> {
    while (this.#cursor < version) {
      const before = this.#cursor;
      const page = await this.#reader.events(this.#session, before, PAGE);
      // A commit that was told meanwhile may have moved the log; what it took is skipped.
      const read = page.kind === 'events' && this.extend(page.events);
      if (!read || this.#cursor === before) this.#startAt(version, plan);
    }
  }

  /** The document of one revision, or undefined when it is not kept. */
  async document(revision: number): Promise<{ at: string; plan: PlanDocument } | undefined> {
    const header = this.#headers.find((line) => line.revision === revision);
    if (!header) return undefined;
    const page = await this.#reader.events(this.#session, Number(header.cursor) - 1, 1);
    const event = page.kind === 'events' ? page.events[0] : undefined;
    if (event?.type !== 'plan_updated' || event.data.plan.revision !== revision) return undefined;
    return { at: event.at, plan: event.data.plan };
  }

  #startAt(cursor: number, plan: PlanDocument | null): void {
    this.#cursor = cursor;
    this.#plan = plan;
    this.#headers = [];
  }
}
