import { sealedContent, sealImage } from '../fileImage';
import type { SegmentFiles } from './segmentFiles';
import { SegmentIndex } from './segmentIndex';
import type { SessionDatabase } from '../sessionDatabase';
import type { SessionFiles } from '../sessionFiles';

const INDEX_PART = 'ids';
/** Indexes of the sessions used last. */
const MOST_INDEXES = 8;

type WithHistory = Pick<SessionDatabase, 'history'>;

/** The indexes of sessions, in memory and beside their files. */
export class SegmentIndexes {
  readonly #files: SessionFiles;
  readonly #segments: SegmentFiles;
  /** By session file; oldest use first. */
  readonly #indexes = new Map<string, SegmentIndex>();

  constructor(files: SessionFiles, segments: SegmentFiles) {
    this.#files = files;
    this.#segments = segments;
  }

  /**
   * The index of all segments that the live file names. What is stored is completed from the segments; one
   * that cannot be read and is not in it is looked at again each time, since somebody may bring it back.
   */
  async of(name: string, { history }: WithHistory): Promise<SegmentIndex> {
    const index = this.#indexes.get(name) ?? (await this.#stored(name));
    for (const segment of history.segments) {
      if (index.has(segment.part)) continue;
      const ids = await this.#segments.use(name, segment, (sealed) => sealed.ids());
      if (ids) index.add(segment.part, ids);
    }
    this.#indexes.delete(name);
    this.#indexes.set(name, index);
    const [oldest] = this.#indexes.keys();
    if (oldest !== undefined && this.#indexes.size > MOST_INDEXES) this.#indexes.delete(oldest);
    return index;
  }

  /** Makes the index durable, without parts that are named no more. */
  async write(name: string, index: SegmentIndex, { history }: WithHistory): Promise<void> {
    index.keep(new Set(history.segments.map(({ part }) => part)));
    const content = new TextEncoder().encode(index.stringify());
    const parts = await sealImage(content, (bytes) => this.#files.digest(bytes));
    await this.#files.writePart(name, INDEX_PART, parts);
  }

  async #stored(name: string): Promise<SegmentIndex> {
    const file = await this.#files.readPart(name, INDEX_PART);
    const content = file && (await sealedContent(file, (bytes) => this.#files.digest(bytes)));
    return content ? SegmentIndex.parse(new TextDecoder().decode(content)) : new SegmentIndex();
  }
}
