import { codeOf } from '../../service/platformError';
import type { CancelSignal, Disposable } from '../../service/ports';
import { hex } from './fileImage';
import type { PlainFiles, PlainTools } from './plainFiles';
import { listPlainFolder, type SeenFile } from './catalogue/plainListing';
import { lockInProcess } from './locks/plainLocks';
import { keepFewPlainCopies, trashPlainFiles } from './maintenance/plainTrash';
import { LAST_GOOD, LIVE, PlainNames } from './plainNames';
import type {
  CatalogueFile,
  FileContent,
  FileEntry,
  FileRole,
  FileStamp,
  ReplaceOptions,
  SessionFiles,
  SessionLock,
  StoredFile,
} from './sessionFiles';

const LIVE_FILE = /^([0-9a-f]{32})\.sqlite$/;
/** A file ends with its SHA-256. */
const DIGEST_BYTES = 32;

/**
 * Session files over a tree of files that knows neither locks nor links nor syncs. What stands for them: stamps
 * are made of the content, and the last good copy is put in its place before the live file is replaced.
 */
export class PlainSessionFiles implements SessionFiles {
  readonly #files: PlainFiles;
  readonly #tools: PlainTools;
  readonly #names: PlainNames;
  /** As `list` saw them. */
  readonly #seen = new Map<string, SeenFile>();
  /** None: times that are counts would make an old one look like a new one. */
  readonly catalogue: CatalogueFile = {
    stamp: () => Promise.resolve(undefined),
    read: () => Promise.resolve(undefined),
    write: () => Promise.resolve(undefined),
  };
  #swept = false;

  /** `folder`: below the one of the store. */
  constructor(files: PlainFiles, tools: PlainTools, folder = '') {
    this.#files = files;
    this.#tools = tools;
    this.#names = new PlainNames(folder, tools);
  }

  get folder(): string {
    return this.#placeOf(this.#names.folder);
  }

  location(name: string, role: FileRole): string {
    return this.#placeOf(this.#pathOf(name, role));
  }

  lock(name: string, signal: CancelSignal): Promise<SessionLock> {
    return lockInProcess(this.location(name, 'live'), signal);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async read(name: string, role: FileRole): Promise<StoredFile | undefined> {
    const bytes = await this.#files.read(this.#pathOf(name, role));
    if (!bytes) return undefined;
    const stamp = stampOf(bytes);
    if (role === 'live' && this.#seen.get(name)?.stamp !== stamp) this.#seen.delete(name);
    return { bytes, stamp };
  }

  async stamp(name: string, role: FileRole): Promise<FileStamp | undefined> {
    return (await this.read(name, role))?.stamp;
  }

  async replace(
    name: string,
    content: FileContent,
    { keepPrevious, beforeSwitch }: ReplaceOptions,
  ): Promise<FileStamp> {
    await this.#sweepOnce();
    const live = this.#pathOf(name, 'live');
    const [fresh, previous] = [this.#names.temporary(live), this.#names.temporary(live)];
    try {
      const bytes = joined(await content());
      await this.#write(fresh, bytes);
      const kept = keepPrevious ? await settled(this.#files.copy(live, previous)) : undefined;
      await beforeSwitch();
      // Not before: a live file that is gone cannot be kept, and then its being gone is what counts.
      if (kept) throw kept.reason;
      // First: while the live file is replaced there may be none, and then this copy is the session.
      if (keepPrevious) await this.#files.rename(previous, this.#pathOf(name, 'lastGood'));
      this.#seen.delete(name);
      await this.#files.rename(fresh, live);
      return stampOf(bytes);
    } catch (error) {
      // The failure that led here is the one to tell; the next sweep finds the files.
      await settled(this.#files.remove(fresh));
      await settled(this.#files.remove(previous));
      throw error;
    }
  }

  /** There is nothing by which to wait for the disk. */
  settle(): Promise<void> {
    return Promise.resolve();
  }

  async writePart(name: string, part: string, content: readonly Uint8Array[]): Promise<void> {
    const path = this.#names.part(name, part);
    const fresh = this.#names.temporary(path);
    try {
      await this.#write(fresh, joined(content));
      await this.#files.rename(fresh, path);
    } catch (error) {
      await settled(this.#files.remove(fresh));
      throw error;
    }
  }

  async readPart(name: string, part: string): Promise<Uint8Array | undefined> {
    try {
      return await this.#files.read(this.#names.part(name, part));
    } catch (error) {
      if (codeOf(error) === 'EISDIR') return undefined;
      throw error;
    }
  }

  async parts(name: string): Promise<readonly string[]> {
    const start = `${name}${LIVE}.`;
    return this.#names
      .ofSession(name, await this.#files.names(this.#names.folder))
      .filter((file) => file.startsWith(start))
      .map((file) => file.slice(start.length));
  }

  removePart(name: string, part: string): Promise<void> {
    return this.#files.remove(this.#names.part(name, part));
  }

  list(): Promise<readonly FileEntry[]> {
    return listPlainFolder(this.#files, this.#names, this.#seen, stampOf);
  }

  watch(listener: (name: string) => void): Disposable {
    return this.#files.watch((file) => {
      const name = LIVE_FILE.exec(file)?.[1];
      if (name !== undefined) listener(name);
    });
  }

  async moveAside(name: string): Promise<string | undefined> {
    const bytes = await this.#files.read(this.#pathOf(name, 'live'));
    if (!bytes) return undefined;
    const mark = hex(this.#tools.digest(bytes)).slice(0, 12);
    const aside = this.#names.part(name, `damaged-${mark}`);
    this.#seen.delete(name);
    await this.#files.rename(this.#pathOf(name, 'live'), aside);
    // Too many of them cost room, not plans.
    await settled(keepFewPlainCopies(this.#files, this.#names, name, aside));
    return this.#placeOf(aside);
  }

  trash(name: string): Promise<boolean> {
    this.#seen.delete(name);
    return trashPlainFiles(this.#files, this.#names, name);
  }

  digest(bytes: Uint8Array): Promise<Uint8Array> {
    return Promise.resolve(this.#tools.digest(bytes));
  }

  async #write(path: string, bytes: Uint8Array): Promise<void> {
    await this.#files.write(path, bytes);
    if ((await this.#files.stat(path))?.size === bytes.length) return;
    throw Object.assign(new Error('The file is shorter than what was written.'), { code: 'EIO' });
  }

  /** What writers that were cut off left behind. */
  async #sweepOnce(): Promise<void> {
    if (this.#swept) return;
    this.#swept = true;
    // Leftovers cost room, not plans.
    await settled(this.#sweep());
  }

  async #sweep(): Promise<void> {
    const left = await this.#files.names(this.#names.folder);
    for (const file of left.filter((name) => this.#names.isAbandoned(name)))
      await this.#files.remove(this.#names.at(file));
  }

  #pathOf(name: string, role: FileRole): string {
    return this.#names.at(name + (role === 'live' ? LIVE : LAST_GOOD));
  }

  #placeOf(path: string): string {
    return path === '' ? this.#files.place : `${this.#files.place}/${path}`;
  }
}

/** The same content, whenever it was written: it ends with its own checksum. */
function stampOf(bytes: Uint8Array): FileStamp {
  return `${String(bytes.length)}:${hex(bytes.subarray(-DIGEST_BYTES))}`;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Undefined when it went well, else why it did not. */
async function settled(work: Promise<unknown>): Promise<{ readonly reason: unknown } | undefined> {
  try {
    await work;
    return undefined;
  } catch (reason) {
    return { reason };
  }
}
