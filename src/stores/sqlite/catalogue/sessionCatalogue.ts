import type { SessionKey, SessionSummary, UnreadableSession } from '../../../service/planStore';
import type { Log } from '../../../service/ports';
import { closedError } from '../../sessionAccess';
import { NO_FILE, NO_MATTER, type CatalogueEntry, type SessionHeader } from './catalogueForm';
import { unhurried, type ProgressListener } from './catalogueProgress';
import type { FileEntry, SessionFiles } from '../sessionFiles';
import { readHeader, stampOfCopy } from '../sessionHeader';
import type { SqlJs } from '../sqlJs';
import { StoredCatalogue } from './storedCatalogue';

/** So many files are read at once, and between them whoever waits has a turn. */
const AT_ONCE = 4;
/** What was read is saved in such portions, so that a stop loses little. */
const PORTION = 500;
/** From so many on, another process may have read what is missing here. */
const WORTH_ASKING = 50;

export interface CatalogueOptions {
  /** Hears once of a file that cannot be read or saved. */
  readonly log?: Log | undefined;
  /** Told now and then while sessions have to be read, if that takes a while. */
  readonly onProgress?: ProgressListener | undefined;
}

interface Listed {
  readonly summaries: SessionSummary[];
  readonly unreadable: UnreadableSession[];
}

/**
 * What lists show of every session, remembered for as long as its files stay the same, in memory and in
 * a file for the next process. Never the truth: a header counts only under the stamps of now.
 */
export class SessionCatalogue {
  readonly #files: SessionFiles;
  readonly #engine: () => Promise<SqlJs>;
  readonly #options: CatalogueOptions;
  readonly #stored: StoredCatalogue;
  /** By name; some may be out of date. */
  #entries = new Map<string, CatalogueEntry>();
  /** By name. A key never has another name, so nothing here is ever out of date. */
  readonly #keys = new Map<string, SessionKey>();
  #running: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(files: SessionFiles, engine: () => Promise<SqlJs>, options: CatalogueOptions = {}) {
    this.#files = files;
    this.#engine = engine;
    this.#options = options;
    this.#stored = new StoredCatalogue(files, () => this.#entries, options.log);
  }

  /** One at a time. Rejects when it is closed with something still to read. */
  list(): Promise<Listed> {
    const list = this.#list();
    this.#running = list.catch(() => undefined);
    return list;
  }

  /** The key behind this name, if a list has had the session, which may be gone since. */
  keyOf(name: string): SessionKey | undefined {
    return this.#keys.get(name);
  }

  /** Stops a list that has to read, and saves what it has read. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#stored.close();
  }

  async #list(): Promise<Listed> {
    const found = await this.#files.list();
    if (!this.#stored.isRead && found.length > 0)
      this.#entries = (await this.#stored.read()) ?? this.#entries;
    const listed: Listed = { summaries: [], unreadable: [] };
    const missing: FileEntry[] = [];
    for (const file of found) {
      const known = this.#known(file);
      const header = known instanceof Promise ? await known : known;
      if (header) this.#add(listed, file.name, header);
      else missing.push(file);
    }
    await this.#readAll(missing, found.length, listed);
    this.#forgetAllBut(new Set(found.map(({ name }) => name)));
    this.#stored.saveSoon();
    return listed;
  }

  /** What is known of these very files; a promise only where the last good copy counts, as is rare. */
  #known(file: FileEntry): SessionHeader | undefined | Promise<SessionHeader | undefined> {
    const entry = this.#entries.get(file.name);
    if (entry?.live !== (file.live ?? NO_FILE)) return undefined;
    if (entry.lastGood === NO_MATTER) return entry;
    const copy = stampOfCopy(this.#files, file);
    return copy.then((stamp) => (stamp === entry.lastGood ? entry : undefined));
  }

  /** In small steps, saved on the way. */
  async #readAll(missing: FileEntry[], total: number, listed: Listed): Promise<void> {
    const { onProgress, log } = this.#options;
    const tell = onProgress && unhurried(onProgress, log);
    let left = missing;
    if (left.length > WORTH_ASKING) left = await this.#ask(left, listed);
    for (let unsaved = 0; left.length > 0;) {
      if (this.#closed) throw closedError();
      const some = left.splice(-AT_ONCE);
      await Promise.all(some.map((file) => this.#read(file, listed)));
      unsaved += some.length;
      if (unsaved >= PORTION) {
        unsaved = 0;
        left = await this.#ask(left, listed);
        await this.#stored.save();
      }
      tell?.({ done: total - left.length, total });
    }
  }

  /** Takes what another process has saved of them meanwhile; resolves to the others. */
  async #ask(missing: FileEntry[], listed: Listed): Promise<FileEntry[]> {
    const stored = await this.#stored.read();
    if (!stored) return missing;
    const left: FileEntry[] = [];
    for (const file of missing) {
      const entry = stored.get(file.name);
      if (entry) this.#entries.set(file.name, entry);
      const header = await this.#known(file);
      if (header) this.#add(listed, file.name, header);
      else left.push(file);
    }
    return left;
  }

  async #read(file: FileEntry, listed: Listed): Promise<void> {
    const read = await readHeader(this.#files, this.#engine, file);
    if (read?.entry) {
      this.#entries.set(file.name, read.entry);
      this.#stored.changed();
    }
    // Else it is gone since the folder was read.
    if (read) this.#add(listed, file.name, read.header);
  }

  #add(listed: Listed, name: string, header: SessionHeader): void {
    if ('summary' in header) {
      this.#keys.set(name, header.summary.key);
      listed.summaries.push(header.summary);
    } else {
      const { role, reason } = header.unreadable;
      listed.unreadable.push({ location: this.#files.location(name, role), reason });
    }
  }

  #forgetAllBut(names: ReadonlySet<string>): void {
    for (const name of this.#entries.keys()) {
      if (names.has(name)) continue;
      this.#entries.delete(name);
      this.#stored.changed();
    }
  }
}
