import type { PlanEvent } from '../../domain/planEvent';
import type { EventPage, RecordedCall } from '../../service/planStore';
import type { Log } from '../../service/ports';
import { examineFile, hex, sealImage } from './fileImage';
import type { Segment } from './sealing';
import {
  makeSegmentImage,
  SEGMENT_APPLICATION_ID,
  SegmentDatabase,
  type SealedRows,
} from './segmentDatabase';
import { SegmentIndex } from './segmentIndex';
import type { SessionDatabase } from './sessionDatabase';
import type { SessionFiles } from './sessionFiles';
import type { SqlJs } from './sqlJs';
import { codeOf, unreadableError } from './storeFailure';

const INDEX_PART = 'ids';
const LIVE = '';
/** So many small segments in a row become one. */
const MERGED_AT = 16;
const SMALL_SEGMENT = 512;
/** Indexes of the sessions used last. */
const MOST_INDEXES = 8;

/** The history of sessions behind their live files: written once, then only read (../SPEC.md). */
export class SessionSegments {
  readonly #files: SessionFiles;
  readonly #engine: () => Promise<SqlJs>;
  readonly #log: Log;
  /** By session file; oldest use first. */
  readonly #indexes = new Map<string, SegmentIndex>();

  constructor(files: SessionFiles, engine: () => Promise<SqlJs>, log: Log) {
    this.#files = files;
    this.#engine = engine;
    this.#log = log;
  }

  /**
   * Moves what is due out of the live file, so that a commit costs the same however long the history is.
   * It counts with the commit that follows; when it fails, that commit is only a larger one.
   */
  async seal(name: string, database: SessionDatabase): Promise<void> {
    try {
      const due = database.history.due();
      if (!due) return;
      for (const part of database.history.retired()) await this.#files.removePart(name, part);
      database.history.forgetRetired();
      const index = await this.#indexOf(name, database);
      const segment = await this.#write(name, due.rows, due.first, due.last, index);
      database.history.sealed(due.rows, segment);
      await this.#mergeSmall(name, database, index);
      index.keep(new Set(database.history.segments.map(({ part }) => part)));
      const bytes = new TextEncoder().encode(index.stringify());
      await this.#files.writePart(name, INDEX_PART, [bytes]);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      this.#log.warn(`Older events of a session stay in its live file for now: ${String(error)}`);
    }
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
      const page = await this.#with(name, segment, (sealed) => sealed.events(cursor, wanted));
      const expected = Math.min(wanted, segment.last - cursor);
      const whole =
        page?.length === expected && page.every((event, at) => event.sequence === cursor + at + 1);
      if (!page || !whole) return { kind: 'reset' };
      events.push(...page);
      cursor += expected;
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
    const live = this.#readable(name, LIVE, () => database.call(callId));
    if (live || database.history.segments.length === 0) return live;
    const index = await this.#indexOf(name, database);
    for (const segment of database.history.segments.toReversed()) {
      if (!index.mayHaveCall(segment.part, callId)) continue;
      const found = await this.#with(name, segment, (sealed) => ({
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
    if (database.history.segments.length === 0 || removed.size === ids.length) return removed;
    const index = await this.#indexOf(name, database);
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
      const found = await this.#with(name, segment, (sealed) => ({ at: sealed.removedStep(id) }));
      // What cannot be read stays taken, as in the live file.
      if (!found) return database.currentRevision;
      if (found.at !== undefined) return database.revisionOrCurrent(found.at);
    }
    return undefined;
  }

  async #mergeSmall(name: string, database: SessionDatabase, index: SegmentIndex): Promise<void> {
    const { segments } = database.history;
    const large = segments.findLastIndex(({ first, last }) => last - first + 1 >= SMALL_SEGMENT);
    const small = segments.slice(large + 1);
    const [first] = small;
    const last = small.at(-1);
    if (!first || !last || small.length < MERGED_AT) return;
    const rows: { [Table in keyof SealedRows]: SealedRows[Table][number][] } = {
      events: [],
      calls: [],
      removedSteps: [],
    };
    for (const segment of small) {
      const sealed = await this.#with(name, segment, (open) => open.rows());
      // What is damaged stays by itself, so that it takes nothing else along.
      if (!sealed) return;
      rows.events.push(...sealed.events);
      rows.calls.push(...sealed.calls);
      rows.removedSteps.push(...sealed.removedSteps);
    }
    database.history.merged(small, await this.#write(name, rows, first.first, last.last, index));
  }

  async #write(
    name: string,
    rows: SealedRows,
    first: number,
    last: number,
    index: SegmentIndex,
  ): Promise<Segment> {
    const sqlJs = await this.#engine();
    const image = makeSegmentImage(sqlJs, rows);
    const content = await sealImage(image, (bytes) => this.#files.digest(bytes));
    const sha256 = hex(await this.#files.digest(image));
    // The name tells the content, so that writing it again changes nothing.
    const part = `seg-${String(first)}-${String(last)}-${sha256.slice(0, 12)}`;
    await this.#files.writePart(name, part, content);
    const sealed = SegmentDatabase.open(sqlJs, image);
    index.add(part, sealed.ids());
    sealed.close();
    return { first, last, part, sha256 };
  }

  /** The stored index, with what it lacks made again; a segment that cannot be read has no ids in it. */
  async #indexOf(name: string, database: SessionDatabase): Promise<SegmentIndex> {
    const index = this.#indexes.get(name) ?? (await this.#storedIndex(name));
    for (const segment of database.history.segments) {
      if (index.has(segment.part)) continue;
      const ids = await this.#with(name, segment, (sealed) => sealed.ids());
      index.add(segment.part, ids ?? { calls: [], steps: [] });
    }
    this.#indexes.delete(name);
    this.#indexes.set(name, index);
    const [oldest] = this.#indexes.keys();
    if (oldest !== undefined && this.#indexes.size > MOST_INDEXES) this.#indexes.delete(oldest);
    return index;
  }

  async #storedIndex(name: string): Promise<SegmentIndex> {
    const bytes = await this.#files.readPart(name, INDEX_PART);
    return bytes ? SegmentIndex.parse(new TextDecoder().decode(bytes)) : new SegmentIndex();
  }

  /** Undefined when the segment is missing or damaged. */
  async #with<T>(
    name: string,
    segment: Segment,
    use: (sealed: SegmentDatabase) => T,
  ): Promise<T | undefined> {
    const file = await this.#files.readPart(name, segment.part);
    const digest = (bytes: Uint8Array) => this.#files.digest(bytes);
    const examined = file && (await examineFile(file, SEGMENT_APPLICATION_ID, digest));
    const isOurs =
      examined?.kind === 'whole' && hex(await digest(examined.image)) === segment.sha256;
    if (!isOurs) {
      this.#log.warn(`A part of a session's history cannot be read: ${segment.part} of ${name}.`);
      return undefined;
    }
    const sealed = SegmentDatabase.open(await this.#engine(), examined.image);
    try {
      return use(sealed);
    } finally {
      sealed.close();
    }
  }

  #readable<T>(name: string, part: string, read: () => T): T {
    try {
      return read();
    } catch (cause) {
      throw this.#damaged(name, part, cause);
    }
  }

  #damaged(name: string, part: string, cause?: unknown): Error {
    const live = this.#files.location(name, 'live');
    const location = part === LIVE ? live : `${live}.${part}`;
    return unreadableError('the answer of this call is damaged', location, cause);
  }
}
