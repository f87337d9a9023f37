import type { Sentence } from '../../domain/sentence';
import { KeyedQueue } from '../../service/keyedQueue';
import type { SessionKey } from '../../service/planStore';
import { closedError } from '../sessionAccess';
import { assertSessionKey } from '../storeArguments';
import { DatabaseCache } from './databaseCache';
import { fileNameOf, openSession, type OpenSession } from './openSession';
import type { FileStamp, SessionFiles } from './sessionFiles';
import type { SqlJs } from './sqlJs';
import { codeOf } from '../../service/platformError';
import { isUnread, toStoreError } from './storeFailure';

/** What a job of the queue works on; after a failure it is closed and the next job reads the disk. */
export interface Slot {
  readonly name: string;
  open: OpenSession | undefined;
}

/** The sessions that a store has open, one job at a time for each: between SQL commit and file nobody may look. */
export class SessionSlots {
  readonly #files: SessionFiles;
  readonly #engine: () => Promise<SqlJs>;
  readonly #queue = new KeyedQueue();
  readonly #databases = new DatabaseCache();
  /** Most calls are for the session of the call before. */
  #named = { session: '', name: '' };
  #closed = false;

  constructor(files: SessionFiles, engine: () => Promise<SqlJs>) {
    this.#files = files;
    this.#engine = engine;
  }

  use<T>(session: SessionKey, failure: Sentence, job: (slot: Slot) => Promise<T>): Promise<T> {
    return this.run(session, failure, async () => {
      assertSessionKey(session);
      const name = await this.#nameOf(session);
      const slot: Slot = { name, open: this.#databases.take(name) };
      try {
        const result = await job(slot);
        if (slot.open?.unread) this.drop(slot);
        if (slot.open) this.#databases.giveBack(name, slot.open);
        return result;
      } catch (error) {
        slot.open?.database.close();
        throw toStoreError(error, failure, this.#files.location(name, 'live'));
      }
    });
  }

  /** A job of the queue that opens nothing. */
  run<T>(key: string, failure: Sentence, job: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    return this.#queue.run(key, async () => {
      try {
        return await job();
      } catch (error) {
        throw toStoreError(error, failure, this.#files.folder);
      }
    });
  }

  async #nameOf(session: SessionKey): Promise<string> {
    if (this.#named.session === session) return this.#named.name;
    const name = await fileNameOf(this.#files, session);
    this.#named = { session, name };
    return name;
  }

  /** What is open may be out of date: everything that is told of a session starts here. */
  async refresh(slot: Slot): Promise<void> {
    if (slot.open) {
      if ((await this.#stamp(slot.name)) === slot.open.liveStamp) return;
      this.drop(slot);
    }
    slot.open = await openSession(this.#files, this.#engine, slot.name);
  }

  /** A disk that does not even give that is one for those who read the file. */
  async #stamp(name: string): Promise<FileStamp | undefined> {
    try {
      return await this.#files.stamp(name, 'live');
    } catch (error) {
      if (!isUnread(error)) throw error;
      return codeOf(error);
    }
  }

  drop(slot: Slot): void {
    slot.open?.database.close();
    slot.open = undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue.idle();
    this.#databases.closeAll();
  }
}
