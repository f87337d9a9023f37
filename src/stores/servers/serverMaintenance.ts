import { revisionOf } from '../../domain/plan';
import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { PlanStore, SessionKey } from '../../service/planStore';
import type {
  CompactOutcome,
  ExportedSession,
  RestoreOffer,
  SessionInspection,
  StoreMaintenance,
  TrashedSession,
  VerifiedSession,
  VerifyOptions,
  VerifySummary,
} from '../../service/storeMaintenance';
import { eventsFrom, exportedFrom } from '../exportedSession';
import { inspectionOf, toState } from '../inspectedSession';
import { changedError, noSessionError, readOnlyError, schemaProblem } from '../sessionAccess';
import { assertSessionKey } from '../storeArguments';
import { examinationOf, readSession, type ExaminedSession } from '../storedLog';
import { MOST_LISTED } from '../trashRules';
import { verifyEach } from '../verifiedSessions';
import { rebuiltRecord } from './rebuiltRecord';
import type { ServerCare, StoredEntry, StoredRows } from './serverSessions';

export interface ServerMaintenanceOptions {
  readonly store: PlanStore;
  readonly care: ServerCare;
  /** So many of the latest revisions are kept by compacting; 0: all. Asked each time. */
  readonly keepRevisions: () => number;
}

/** How often a session that changes while it is looked at is looked at again. */
const LOOKS = 8;
const PAGE = 500;

/** What people do with sessions on a server; it reads with the store itself. */
export class ServerMaintenance implements StoreMaintenance {
  readonly folder = undefined;
  readonly #store: PlanStore;
  readonly #care: ServerCare;
  readonly #keepRevisions: () => number;

  constructor({ store, care, keepRevisions }: ServerMaintenanceOptions) {
    this.#store = store;
    this.#care = care;
    this.#keepRevisions = keepRevisions;
  }

  get store(): string {
    return this.#care.kind;
  }

  async inspect(session: SessionKey): Promise<SessionInspection | undefined> {
    assertSessionKey(session);
    const found = await this.#examine(session);
    if (!found) return undefined;
    const { rows, examination } = found;
    return {
      ...inspectionOf(this, session, examination),
      ...{ schema_version: rows.schema, files: rows.parts },
    };
  }

  async verify(options: VerifyOptions = {}): Promise<VerifySummary> {
    const { session } = options;
    if (session === undefined)
      return verifyEach(await this.#care.entries(), (entry) => this.#verify(entry), options);
    assertSessionKey(session);
    const entry = { session, location: this.#care.locationOf(session) };
    return verifyEach([entry], () => this.#verify(entry), options);
  }

  /** The server gives room back by itself; only what a person no longer wants to keep is dropped. */
  async compact(session: SessionKey): Promise<CompactOutcome> {
    const loaded = await this.#store.load(session);
    const rows = await this.#care.rowsOf(session);
    if (!loaded || !rows) throw noSessionError(session);
    const [newer] = loaded.problems;
    if (loaded.readOnly && newer) throw readOnlyError(newer);
    const { generation, record, version } = loaded;
    const first = await this.#firstToKeep(session, rows.first, version, record);
    if (first > rows.first) await this.#care.dropEvents(session, first, generation);
    const after = first > rows.first ? await this.#care.rowsOf(session) : rows;
    return { bytesBefore: bytesOf(rows), bytesAfter: bytesOf(after ?? rows) };
  }

  async export(session: SessionKey): Promise<ExportedSession | undefined> {
    for (let look = 1; ; look++) {
      const loaded = await this.#store.load(session);
      const rows = await this.#care.rowsOf(session);
      if (!loaded || !rows) return undefined;
      const exported = await exportedFrom(this.#store, loaded, rows.first);
      const isSettled = exported.missing.length === 0 || look === LOOKS;
      if (isSettled || !(await this.#hasChanged(session, rows))) return exported;
    }
  }

  /** The copy is what the history gives. */
  async offerCopy(session: SessionKey): Promise<RestoreOffer> {
    const { now, copy, token } = await this.#restorable(session);
    return { session, now: now && toState(now), copy: toState(copy), token };
  }

  async restoreCopy({ session, token }: RestoreOffer): Promise<string | undefined> {
    const found = await this.#restorable(session);
    if (found.token !== token) throw changedError();
    const aside = await this.#care.replaceRecord(found.copy, found.generation);
    if (aside === undefined) throw changedError();
    return aside;
  }

  trash(session: SessionKey): Promise<void> {
    return this.#store.remove(session);
  }

  trashed(): Promise<readonly TrashedSession[]> {
    return this.#care.trashed(MOST_LISTED);
  }

  untrash(id: string): Promise<SessionKey> {
    return this.#care.untrash(id);
  }

  sweepTrash(now: number): Promise<number> {
    return this.#care.sweepTrash(now);
  }

  async #verify({ session, location }: StoredEntry): Promise<VerifiedSession | undefined> {
    if (session === undefined)
      return { location, health: 'damaged', problems: [sentence`Its key cannot be read.`] };
    const found = await this.#examine(session);
    if (!found) return undefined;
    const { loaded, health, problems } = found.examination;
    const title = loaded?.record.title;
    return { session, ...(title !== undefined && { title }), location, health, problems };
  }

  /** Commits go on meanwhile, so damage counts only while nothing has changed. */
  async #examine(
    session: SessionKey,
  ): Promise<{ rows: StoredRows; examination: ExaminedSession } | undefined> {
    for (let look = 1; ; look++) {
      const rows = await this.#care.rowsOf(session);
      if (!rows) return undefined;
      const read = await readSession(this.#store, session, rows.first);
      const examination = examinationOf(read, rows.problems);
      const isSettled = examination.health !== 'damaged' || look === LOOKS;
      if (isSettled || !(await this.#hasChanged(session, rows))) return { rows, examination };
    }
  }

  async #hasChanged(session: SessionKey, { generation, first }: StoredRows): Promise<boolean> {
    const now = await this.#care.rowsOf(session);
    return now?.generation !== generation || now.first !== first;
  }

  /** All events that lead to a revision that is kept. What a person approved last is kept, too. */
  async #firstToKeep(
    session: SessionKey,
    first: number,
    version: number,
    { plan, approved = Infinity }: ExportedSession['record'],
  ): Promise<number> {
    const bound = this.#keepRevisions();
    const oldest = bound === 0 ? 0 : Math.min(revisionOf(plan) - bound + 1, approved);
    let kept = first;
    for (let after = first - 1; after < version && oldest > 1; after += PAGE) {
      const page = await this.#store.events(session, after, Math.min(PAGE, version - after));
      // Nothing is dropped behind what cannot be read.
      if (page.kind === 'reset') return kept;
      for (const event of page.events) {
        if (event.type !== 'plan_updated') continue;
        if (event.data.plan.revision >= oldest) return kept;
        kept = event.sequence + 1;
      }
    }
    return first;
  }

  async #restorable(session: SessionKey) {
    assertSessionKey(session);
    const rows = await this.#care.rowsOf(session);
    if (!rows) throw noSessionError(session);
    if (rows.isNewer) throw readOnlyError(schemaProblem(this.#care.name));
    const now = await this.#store.load(session).catch(asUnreadable);
    const [newer] = now?.problems ?? [];
    if (newer) throw readOnlyError(newer);
    const { events } = await eventsFrom(this.#store, session, rows.first, rows.version);
    const copy = rebuiltRecord(session, events, now?.record);
    const token = JSON.stringify([rows.generation, now?.record ?? null]);
    return { now: now?.record, copy, token, generation: rows.generation };
  }
}

/** What is there now cannot be read, which is what restoring is for. */
function asUnreadable(error: unknown): undefined {
  if (!PlanError.is(error) || error.details['location'] === undefined) throw error;
  return undefined;
}

function bytesOf({ parts }: StoredRows): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
