import { PlanError } from '../../../domain/planError';
import { type Sentence, sentence } from '../../../domain/sentence';
import type { PlanStore, SessionKey } from '../../../service/planStore';
import { NEVER_CANCELLED } from '../../../service/ports';
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
} from '../../../service/storeMaintenance';
import { compactHeld } from './maintenanceCompact';
import { examineSession, type Examination } from './maintenanceExamination';
import { exportedFrom } from '../../exportedSession';
import { inspectionOf } from '../../inspectedSession';
import { verifyEach } from '../../verifiedSessions';
import type { MaintenanceFiles } from './maintenanceFiles';
import { offerCopy, restoreOffered } from './maintenanceRestore';
import {
  firstKept,
  holdSession,
  isStillLive,
  withHeld,
  type MaintenanceEngine,
} from './maintenanceReader';
import { schemaVersionOf } from './maintenanceRows';
import { trashedSessions, untrashEntry, sweepTrash } from './maintenanceTrash';
import { fileNameOf } from '../openSession';
import type { SessionFiles, SessionLock } from '../sessionFiles';
import { toStoreError } from '../storeFailure';
import { assertSessionKey } from '../../storeArguments';
import { WriteLocks } from '../locks/writeLocks';

export interface SqliteMaintenanceOptions extends MaintenanceEngine {
  /** So many of the latest revisions are kept by compacting; 0: all. */
  readonly keepRevisions: () => number;
  /** The store itself: what is moved to the trash goes through it, so that its listeners hear of it. */
  readonly store: PlanStore;
  readonly files: SessionFiles;
  readonly more: MaintenanceFiles;
}

/** How often a session that changes while it is looked at is looked at again. */
const LOOKS = 8;

/** What people do with session files (see ../SPEC.md); it reads with the code of the store and writes under its locks. */
export function createSqliteMaintenance(options: SqliteMaintenanceOptions): StoreMaintenance {
  return new SqliteMaintenance(options);
}

/** What each function works with. */
export interface MaintenanceSurroundings extends SqliteMaintenanceOptions {
  /** Runs the job while nobody else writes the session. */
  readonly locked: <T>(name: string, job: (lock: SessionLock) => Promise<T>) => Promise<T>;
}

class SqliteMaintenance implements StoreMaintenance {
  readonly store = 'sqlite';
  readonly #around: MaintenanceSurroundings;

  constructor(options: SqliteMaintenanceOptions) {
    const locks = new WriteLocks(options.files, options.log);
    this.#around = {
      ...options,
      locked: (name, job) => locks.with(name, NEVER_CANCELLED, job),
    };
  }

  get folder(): string {
    return this.#around.files.folder;
  }

  inspect(session: SessionKey): Promise<SessionInspection | undefined> {
    return this.#answer(sentence`The session could not be inspected`, session, async (name) => {
      const { files, more } = this.#around;
      const found = await this.#examine(name);
      if (!found) return undefined;
      const { held, examination } = found;
      const image = (held.live ?? held.lastGood)?.bytes;
      return {
        ...inspectionOf(this, session, examination),
        file: files.location(name, 'live'),
        ...(image && image.length >= 100 && { schema_version: schemaVersionOf(image) }),
        files: await more.filesOf(name),
      };
    });
  }

  async verify(options: VerifyOptions = {}): Promise<VerifySummary> {
    const { session } = options;
    const names = session === undefined ? await this.#names() : [await this.#nameOf(session)];
    return verifyEach(names, (name) => this.#verify(name), options);
  }

  compact(session: SessionKey): Promise<CompactOutcome> {
    return this.#answer(sentence`The plan storage could not be compacted`, session, (name) =>
      this.#around.locked(name, (lock) => compactHeld(this.#around, session, name, lock)),
    );
  }

  export(session: SessionKey): Promise<ExportedSession | undefined> {
    return this.#answer(sentence`The plan could not be exported`, session, async (name) => {
      const { files } = this.#around;
      for (let look = 1; ; look++) {
        const held = await holdSession(files, name);
        const first = await firstKept(files, this.#around, held);
        const exported = await withHeld(files, this.#around, held, async (reader) => {
          const loaded = await reader.load(session);
          return loaded && exportedFrom(reader, loaded, first);
        });
        const isWhole = !exported?.missing.length;
        if (isWhole || look === LOOKS || (await isStillLive(files, held))) return exported;
      }
    });
  }

  offerCopy(session: SessionKey): Promise<RestoreOffer> {
    return this.#answer(sentence`The last good copy could not be read`, session, (name) =>
      offerCopy(this.#around, session, name),
    );
  }

  restoreCopy(offer: RestoreOffer): Promise<string | undefined> {
    return this.#answer(sentence`The last good copy could not be restored`, offer.session, (name) =>
      this.#around.locked(name, (lock) => restoreOffered(this.#around, offer, name, lock)),
    );
  }

  trash(session: SessionKey): Promise<void> {
    return this.#around.store.remove(session);
  }

  trashed(): Promise<readonly TrashedSession[]> {
    return this.#failing(sentence`The trash could not be read`, () =>
      trashedSessions(this.#around),
    );
  }

  untrash(id: string): Promise<SessionKey> {
    return this.#failing(sentence`The plan could not be brought back`, () =>
      untrashEntry(this.#around, id),
    );
  }

  sweepTrash(now: number): Promise<number> {
    return this.#failing(sentence`The trash could not be emptied`, () =>
      sweepTrash(this.#around, now),
    );
  }

  async #verify(name: string): Promise<VerifiedSession | undefined> {
    const location = this.#around.files.location(name, 'live');
    let examination: Examination;
    try {
      const found = await this.#examine(name);
      // Gone since the folder was read.
      if (!found) return undefined;
      ({ examination } = found);
    } catch (error) {
      const failure = toStoreError(error, sentence`The session could not be read`, location);
      // Without SQLite nothing can be verified; a file that the disk does not give is damage of its own.
      if (!PlanError.is(failure) || PlanError.is(error)) throw failure;
      return { location, health: 'damaged', problems: [failure.sentence] };
    }
    const { session, loaded, health, problems } = examination;
    return {
      ...(session === undefined ? {} : { session }),
      ...(loaded && { title: loaded.record.title }),
      ...{ location, health, problems },
    };
  }

  /** A writer may take away what an older live file needs, so damage counts only while the file is in use. */
  async #examine(name: string) {
    const { files } = this.#around;
    for (let look = 1; ; look++) {
      const held = await holdSession(files, name);
      if (!held.live && !held.lastGood) return undefined;
      const examination = await examineSession(files, this.#around, held);
      const isSettled =
        examination.health !== 'damaged' || look === LOOKS || (await isStillLive(files, held));
      if (isSettled) return { held, examination };
    }
  }

  async #names(): Promise<string[]> {
    const list = () => this.#around.files.list();
    const entries = await this.#failing(sentence`The sessions could not be listed`, list);
    return entries.map(({ name }) => name);
  }

  #nameOf(session: SessionKey): Promise<string> {
    assertSessionKey(session);
    return fileNameOf(this.#around.files, session);
  }

  async #answer<T>(
    failure: Sentence,
    session: SessionKey,
    job: (name: string) => Promise<T>,
  ): Promise<T> {
    const name = await this.#nameOf(session);
    return this.#failing(failure, () => job(name), this.#around.files.location(name, 'live'));
  }

  async #failing<T>(failure: Sentence, job: () => Promise<T>, location = this.folder): Promise<T> {
    try {
      return await job();
    } catch (error) {
      throw toStoreError(error, failure, location);
    }
  }
}
