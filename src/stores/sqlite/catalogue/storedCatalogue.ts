import { inBackground } from '../../../service/backgroundTimer';
import type { Log } from '../../../service/ports';
import { decodeCatalogue, encodeCatalogue, type CatalogueEntry } from './catalogueForm';
import type { FileStamp, SessionFiles } from '../sessionFiles';

/** What changes within this time is saved at once. */
const SOON_MS = 1_000;
/** Not more often, since a save writes all and only spares the next process the reading of a few files. */
const EVERY_MS = 30_000;

/** The file of the catalogue. Whatever fails with it is logged once and harms nobody: it is a cache. */
export class StoredCatalogue {
  readonly #files: SessionFiles;
  readonly #log: Log | undefined;
  readonly #entries: () => ReadonlyMap<string, CatalogueEntry>;
  /** The file as it was read or written last. */
  #seen: FileStamp | undefined;
  #isRead = false;
  #isUnsaved = false;
  #isClosed = false;
  #hasFailed = false;
  #savedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();

  /** `entries`: what a save writes. */
  constructor(
    files: SessionFiles,
    entries: () => ReadonlyMap<string, CatalogueEntry>,
    log: Log | undefined,
  ) {
    this.#files = files;
    this.#entries = entries;
    this.#log = log;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** What the file holds; undefined when that is nothing, or what was read or written last. */
  async read(): Promise<Map<string, CatalogueEntry> | undefined> {
    this.#isRead = true;
    try {
      const stamp = await this.#files.catalogue.stamp();
      if (stamp === this.#seen) return undefined;
      const file = await this.#files.catalogue.read();
      this.#seen = file?.stamp;
      if (!file) return undefined;
      return await decodeCatalogue(file.bytes, (bytes) => this.#files.digest(bytes));
    } catch (error) {
      this.#failed('read', error);
      return undefined;
    }
  }

  /** Something was added to the entries or went from them. */
  changed(): void {
    this.#isUnsaved = true;
  }

  saveSoon(): void {
    if (!this.#isUnsaved || this.#isClosed || this.#timer) return;
    const pause = Math.max(SOON_MS, this.#savedAt + EVERY_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.save();
    }, pause);
    inBackground(this.#timer);
  }

  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write());
    return this.#saving;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    return this.save();
  }

  async #write(): Promise<void> {
    if (!this.#isUnsaved) return;
    this.#isUnsaved = false;
    this.#savedAt = performance.now();
    try {
      const bytes = await encodeCatalogue(this.#entries(), (part) => this.#files.digest(part));
      this.#seen = await this.#files.catalogue.write(bytes);
    } catch (error) {
      this.#isUnsaved = true;
      this.#failed('saved', error);
    }
  }

  #failed(what: string, error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#log?.warn(
      `The catalogue of sessions could not be ${what}; the first list after a start takes longer: ${String(error)}`,
    );
  }
}
