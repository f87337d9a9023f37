import { PlanError } from '../../domain/planError';
import type { SessionSummary, UnreadableSession } from '../../service/planStore';
import { summaryOf } from '../sessionListing';
import { openSession } from './openSession';
import type { FileEntry, SessionFiles } from './sessionFiles';
import type { SqlJs } from './sqlJs';

type Headers = Map<string, { readonly stamps: string; readonly header: Header }>;
type Header = { readonly summary: SessionSummary } | { readonly unreadable: UnreadableSession };

/** What lists show of every session, remembered for as long as its files stay the same. */
export class SessionCatalogue {
  readonly #files: SessionFiles;
  readonly #engine: () => Promise<SqlJs>;
  #headers: Headers = new Map();

  constructor(files: SessionFiles, engine: () => Promise<SqlJs>) {
    this.#files = files;
    this.#engine = engine;
  }

  async list(): Promise<{ summaries: SessionSummary[]; unreadable: UnreadableSession[] }> {
    const summaries: SessionSummary[] = [];
    const unreadable: UnreadableSession[] = [];
    const headers: Headers = new Map();
    for (const entry of await this.#files.list()) {
      const stamps = `${entry.live ?? ''} ${entry.lastGood ?? ''}`;
      const known = this.#headers.get(entry.name);
      const header = known?.stamps === stamps ? known.header : await this.#read(entry);
      // Gone since the folder was read.
      if (!header) continue;
      headers.set(entry.name, { stamps, header });
      if ('summary' in header) summaries.push(header.summary);
      else unreadable.push(header.unreadable);
    }
    this.#headers = headers;
    return { summaries, unreadable };
  }

  async #read({ name, live }: FileEntry): Promise<Header | undefined> {
    const location = this.#files.location(name, live === undefined ? 'lastGood' : 'live');
    // Without SQLite there is no list at all, instead of one that calls every file unreadable.
    await this.#engine();
    try {
      const open = await openSession(this.#files, this.#engine, name);
      if (!open) return undefined;
      const summary = summaryOf(open.database.read().record);
      open.database.close();
      return { summary };
    } catch (error) {
      // Listed as unreadable instead: one bad file never hides the others.
      const reason = PlanError.is(error) ? error.message : String(error);
      return { unreadable: { location, reason } };
    }
  }
}
