import { sentence } from '../../../domain/sentence';
import type { StoreProblem } from '../../../service/planStore';
import type { Log } from '../../../service/ports';
import { examineFile, hex, sealImage } from '../fileImage';
import type { Segment } from './sealing';
import {
  makeSegmentImage,
  SEGMENT_APPLICATION_ID,
  SegmentDatabase,
  type SealedRows,
} from './segmentDatabase';
import type { SessionFiles } from '../sessionFiles';
import type { SqlJs } from '../sqlJs';

/** The files of sealed segments, and which of them were found damaged. */
export class SegmentFiles {
  readonly #files: SessionFiles;
  readonly #engine: () => Promise<SqlJs>;
  readonly #log: Log;
  /** Places of those that could not be read when they were last looked at. */
  readonly #damaged = new Set<string>();
  #refusals = 0;

  constructor(files: SessionFiles, engine: () => Promise<SqlJs>, log: Log) {
    this.#files = files;
    this.#engine = engine;
    this.#log = log;
  }

  /** How often a segment could not be read so far: whoever sees it grow may have looked at an old state. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Without a part: of the live file. */
  location(name: string, part?: string): string {
    const live = this.#files.location(name, 'live');
    return part === undefined ? live : `${live}.${part}`;
  }

  /** What a person should know of these segments; whoever met the damage. */
  problemsOf(name: string, segments: readonly Segment[]): StoreProblem[] {
    if (this.#damaged.size === 0) return [];
    return segments
      .map((segment) => ({ ...segment, location: this.location(name, segment.part) }))
      .filter(({ location }) => this.#damaged.has(location))
      .map(({ first, last, location }) => ({
        kind: 'bad_row',
        message: sentence`The part of the history from change ${first} to ${last} cannot be read: its file is missing or not as it was written. The plan itself and everything later are not affected.`,
        location,
      }));
  }

  /** Opens the segment for a moment; undefined when it is missing or damaged. */
  async use<T>(
    name: string,
    segment: Segment,
    use: (sealed: SegmentDatabase) => T,
  ): Promise<T | undefined> {
    const image = await this.#read(name, segment);
    const location = this.location(name, segment.part);
    if (!image) {
      this.#refusals++;
      if (!this.#damaged.has(location))
        this.#log.warn(`A part of a session's history cannot be read: ${location}.`);
      this.#damaged.add(location);
      return undefined;
    }
    this.#damaged.delete(location);
    const sealed = SegmentDatabase.open(await this.#engine(), image);
    try {
      return use(sealed);
    } finally {
      sealed.close();
    }
  }

  /** Writes a segment with these rows; its name tells its content, so that writing it again changes nothing. */
  async write(
    name: string,
    rows: SealedRows,
    { first, last }: Pick<Segment, 'first' | 'last'>,
  ): Promise<Segment> {
    const image = makeSegmentImage(await this.#engine(), rows);
    const digest = await this.#files.digest(image);
    const content = await sealImage(image, () => Promise.resolve(digest));
    const sha256 = hex(digest);
    const part = `seg-${String(first)}-${String(last)}-${sha256.slice(0, 12)}`;
    await this.#files.writePart(name, part, content);
    return { first, last, bytes: image.length, part, sha256 };
  }

  async #read(name: string, { part, sha256 }: Segment): Promise<Uint8Array | undefined> {
    const file = await this.#files.readPart(name, part);
    if (!file) return undefined;
    let digest: Uint8Array = new Uint8Array();
    const examined = await examineFile(
      file,
      SEGMENT_APPLICATION_ID,
      async (image) => (digest = await this.#files.digest(image)),
    );
    // Whole, but of another session or another time, is as bad as damaged.
    return examined.kind === 'whole' && hex(digest) === sha256 ? examined.image : undefined;
  }
}
