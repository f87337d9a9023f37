import type { PlanDocument } from '../../domain/plan';
import type { PlanEvent } from '../../domain/planEvent';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';

const PAGE = 200;

/**
 * So many reads of one look may meet events that are lost before it ends: a few damaged ones are
 * stepped over, and a history of which nothing is kept does not cost a read for each event.
 */
const MAX_FAILED_READS = 32;

export interface KeptRevision {
  readonly at: string;
  readonly plan: PlanDocument;
}

/** The stored events of one session, read from the newest back; what cannot be read is left out. */
export class EventHistory {
  readonly #session: SessionKey;
  readonly #reader: PlanReader;

  constructor(session: SessionKey, reader: PlanReader) {
    this.#session = session;
    this.#reader = reader;
  }

  /** The newest events after one sequence and up to another, enough of them for so many revisions. */
  async back(after: number, upTo: number, revisions: number): Promise<PlanEvent[]> {
    const pages: PlanEvent[][] = [];
    const failed = { reads: 0 };
    let wanted = revisions;
    for (let end = upTo; end > after && wanted > 0; end -= PAGE) {
      const page = await this.#between(Math.max(after, end - PAGE), end, failed);
      pages.unshift(page);
      wanted -= page.filter((event) => event.type === 'plan_updated').length;
    }
    return pages.flat();
  }

  /**
   * The document of one revision, which is no later than this sequence; undefined when it is not kept.
   * Revisions rise with the sequence, so each read halves what is left to look through; the first one
   * finds it where every event is a revision.
   */
  async revision(revision: number, upTo: number): Promise<KeptRevision | undefined> {
    const failed = { reads: 0 };
    let [after, end] = [0, upTo];
    for (let top = end; after < end; top = Math.ceil((after + end + PAGE) / 2)) {
      let from = Math.min(top, end);
      let found: KeptRevision[] = [];
      const to = from;
      while (found.length === 0 && from > after) {
        const page = await this.#between(Math.max(after, from - PAGE), from, failed);
        from = Math.max(after, from - PAGE);
        found = revisionsAmong(page);
      }
      const [first, last] = [found[0], found.at(-1)];
      if (first && first.plan.revision > revision) end = from;
      else if (!last || last.plan.revision < revision) after = to;
      else return found.find(({ plan }) => plan.revision === revision);
    }
    return undefined;
  }

  /** A part that cannot be read is halved, the newer half first, until only what is lost is left out. */
  async #between(after: number, upTo: number, failed: { reads: number }): Promise<PlanEvent[]> {
    if (failed.reads >= MAX_FAILED_READS) return [];
    const page = await this.#reader.events(this.#session, after, upTo - after);
    if (page.kind === 'events') return [...page.events];
    failed.reads += 1;
    if (upTo - after === 1) return [];
    const middle = Math.floor((after + upTo) / 2);
    const newer = await this.#between(middle, upTo, failed);
    return [...(await this.#between(after, middle, failed)), ...newer];
  }
}

function revisionsAmong(events: readonly PlanEvent[]): KeptRevision[] {
  return events.flatMap((event) =>
    event.type === 'plan_updated' ? [{ at: event.at, plan: event.data.plan }] : [],
  );
}
