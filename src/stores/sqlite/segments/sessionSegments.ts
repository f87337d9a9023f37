import type { PlanEvent } from '../../../domain/planEvent';
import { sentence } from '../../../domain/sentence';
import type { EventPage, RecordedCall, StoreProblem } from '../../../service/planStore';
import type { Log } from '../../../service/ports';
import type { OpenSession } from '../openSession';
import { SEALING_LIMITS } from './sealing';
import { SegmentFiles } from './segmentFiles';
import type { SegmentIndex } from './segmentIndex';
import { SegmentIndexes } from './segmentIndexes';
import { SegmentSealing } from './segmentSealing';
import type { SessionDatabase } from '../sessionDatabase';
import type { SessionFiles, SessionLock } from '../sessionFiles';
import type { Slot } from '../sessionSlots';
import type { SqlJs } from '../sqlJs';
import { unreadableError } from '../storeFailure';

export interface SegmentSurroundings {
  readonly files: SessionFiles;
  readonly engine: () => Promise<SqlJs>;
  readonly log: Log;
}

/** Sessions across their live files and the history behind them: written once, then only read (../SPEC.md). */
export class SessionSegments {
  readonly #segments: SegmentFiles;
  readonly #indexes: SegmentIndexes;
  readonly #sealing: SegmentSealing;

  constructor({ files, engine, log }: SegmentSurroundings, limits = SEALING_LIMITS) {
    const segments = (this.#segments = new SegmentFiles(files, engine, log));
    const indexes = (this.#indexes = new SegmentIndexes(files, segments));
    this.#sealing = new SegmentSealing({ files, engine, log, segments, indexes, limits });
  }

  /**
   * Runs a read of the open session. While segments are read another process may merge them and go on, so
   * one that is gone counts only if the live file is still the same; `refresh` looks and reads it if not.
   */
  async reading<T>(
    slot: Slot,
    refresh: () => Promise<void>,
    read: (slot: Slot) => Promise<T>,
  ): Promise<T> {
    const { refusals } = this.#segments;
    const stamp = slot.open?.liveStamp;
    const [answer] = await Promise.allSettled([read(slot)]);
    if (refusals !== this.#segments.refusals) await refresh();
    if (slot.open?.liveStamp !== stamp) return read(slot);
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  problemsOf(name: string, { history }: SessionDatabase): StoreProblem[] {
    return this.#segments.problemsOf(name, history.segments);
  }

  /** For a writer that holds the lock, before its commit. */
  seal(name: string, open: OpenSession, lock: SessionLock): Promise<void> {
    return this.#sealing.seal(name, open, lock);
  }

  async events(
    name: string,
    database: SessionDatabase,
    after: number,
    limit: number,
  ): Promise<EventPage> {
    const { version } = database.read();
    if (after > version) return { kind: 'reset' };
    const events: PlanEvent[] = [];
    for (let cursor = after; events.length < limit && cursor < version;) {
      const wanted = limit - events.length;
      const segment = database.history.segments.find(
        ({ first, last }) => first <= cursor + 1 && cursor < last,
      );
      if (!segment) {
        const page = database.events(cursor, wanted);
        if (page.kind === 'reset') return page;
        events.push(...page.events);
        break;
      }
      const page = await this.#segments.use(name, segment, (sealed) =>
        sealed.events(cursor, Math.min(wanted, segment.last - cursor)),
      );
      if (!page || page.length === 0) return { kind: 'reset' };
      const whole = page.every((event, at) => event.sequence === cursor + at + 1);
      if (!whole) return { kind: 'reset' };
      events.push(...page);
      cursor += page.length;
    }
    return { kind: 'events', events };
  }

  /**
   * Rejects with `store_unavailable` when the answer is there and cannot be read: it is never taken for a
   * call that was not made.
   */
  async call(
    name: string,
    database: SessionDatabase,
    callId: string,
  ): Promise<RecordedCall | undefined> {
    const live = this.#readable(name, undefined, () => database.call(callId));
    if (live || database.history.segments.length === 0) return live;
    const parts = (await this.#indexes.of(name, database)).partsWithCall(callId);
    if (parts.size === 0) return undefined;
    for (const segment of database.history.segments.toReversed()) {
      if (!parts.has(segment.part)) continue;
      const found = await this.#segments.use(name, segment, (sealed) => ({
        call: this.#readable(name, segment.part, () => sealed.call(callId)),
      }));
      if (!found) throw this.#damaged(name, segment.part);
      if (found.call) return found.call;
    }
    return undefined;
  }

  /** The live file's own answers, and for the other ids those of the newest segment that has one. */
  async removedSteps(
    name: string,
    database: SessionDatabase,
    ids: readonly string[],
  ): Promise<Map<string, number>> {
    const removed = database.removedSteps(ids);
    // Who may not write takes no id.
    if (database.newer || database.history.segments.length === 0) return removed;
    const index = await this.#indexes.of(name, database);
    for (const id of ids) {
      if (removed.has(id)) continue;
      const revision = await this.#removedStep(name, database, index, id);
      if (revision !== undefined) removed.set(id, revision);
    }
    return removed;
  }

  async #removedStep(
    name: string,
    database: SessionDatabase,
    index: SegmentIndex,
    id: string,
  ): Promise<number | undefined> {
    for (const segment of database.history.segments.toReversed()) {
      if (!index.mayHaveStep(segment.part, id)) continue;
      const found = await this.#segments.use(name, segment, (sealed) => ({
        at: sealed.removedStep(id),
      }));
      // What cannot be read stays taken, as in the live file.
      if (!found) return database.currentRevision;
      if (found.at !== undefined) return database.revisionOrCurrent(found.at);
    }
    return undefined;
  }

  #readable<T>(name: string, part: string | undefined, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      throw this.#damaged(name, part, cause);
    }
  }

  #damaged(name: string, part: string | undefined, cause?: unknown): Error {
    const location = this.#segments.location(name, part);
    return unreadableError(sentence`the answer of this call is damaged`, location, cause);
  }
}
