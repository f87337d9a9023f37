import type { Log } from '../../../service/ports';
import type { OpenSession } from '../openSession';
import { isLarge, type Segment, type SealingLimits } from './sealing';
import { joinedRows, type SealedRows } from './segmentDatabase';
import type { SegmentFiles } from './segmentFiles';
import type { SegmentIndex } from './segmentIndex';
import type { SegmentIndexes } from './segmentIndexes';
import { sweepSegments } from './segmentSweep';
import type { SessionDatabase } from '../sessionDatabase';
import type { SessionFiles, SessionLock } from '../sessionFiles';
import type { SqlJs } from '../sqlJs';
import { codeOf } from '../../../service/platformError';

interface Surroundings {
  readonly files: SessionFiles;
  readonly engine: () => Promise<SqlJs>;
  readonly log: Log;
  readonly segments: SegmentFiles;
  readonly indexes: SegmentIndexes;
  readonly limits: SealingLimits;
}

/** Moves what is due out of live files, so that a commit costs the same however long the history is (../SPEC.md). */
export class SegmentSealing {
  readonly #around: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#around = surroundings;
  }

  /**
   * For a writer that holds the lock, before its commit. It counts with the commit; when it fails, the
   * commit is only a larger one. Nothing is done for a state that is out of date: it does not name what was
   * sealed since, and would take that away.
   */
  async seal(name: string, open: OpenSession, lock: SessionLock): Promise<void> {
    const { database } = open;
    const { segments, indexes, limits, log } = this.#around;
    try {
      const { version } = database.read();
      const due = database.history.due({ version, bytes: database.bytes }, limits);
      if (!due || !(await this.#isStored(name, open, lock))) return;
      await sweepSegments(this.#around, name, database.history);
      const index = await indexes.of(name, database);
      const segment = await segments.write(name, due.rows, due);
      await this.#add(name, index, segment);
      database.history.sealed(due.rows, segment);
      await this.#mergeSmall(name, database, index);
      await indexes.write(name, index, database);
    } catch (error) {
      const message = 'Older events of a session stay in its live file for now';
      if (codeOf(error) === undefined) log.error(`${message}.`, error);
      else log.warn(`${message}: ${String(error)}`);
    }
  }

  async #isStored(name: string, { liveStamp }: OpenSession, lock: SessionLock): Promise<boolean> {
    return (await lock.isHeld()) && (await this.#around.files.stamp(name, 'live')) === liveStamp;
  }

  async #mergeSmall(name: string, database: SessionDatabase, index: SegmentIndex): Promise<void> {
    const { segments, limits } = this.#around;
    const { history } = database;
    const lastLarge = history.segments.findLastIndex((segment) => isLarge(segment, limits));
    const small = history.segments.slice(lastLarge + 1);
    if (small.length < limits.mergedAt) return;
    const parts: Segment[] = [];
    const rows: SealedRows[] = [];
    for (const segment of small.toReversed()) {
      const sealed = await segments.use(name, segment, (open) => open.rows());
      // What is damaged stays by itself, so that it takes nothing else along.
      if (!sealed || (parts[0] && parts[0].first !== segment.last + 1)) break;
      parts.unshift(segment);
      rows.unshift(sealed);
    }
    const [first, last] = [parts[0]?.first, parts.at(-1)?.last];
    if (first === undefined || last === undefined || parts.length < limits.mergedAt) return;
    const merged = await segments.write(name, joinedRows(rows), { first, last });
    await this.#add(name, index, merged);
    history.merged(parts, merged);
  }

  /** Read back from the disk: what is taken out of the live file must be there. */
  async #add(name: string, index: SegmentIndex, segment: Segment): Promise<void> {
    const ids = await this.#around.segments.use(name, segment, (sealed) => sealed.ids());
    if (!ids) throw new Error(`The part ${segment.part} did not come back as it was written.`);
    index.add(segment.part, ids);
  }
}
