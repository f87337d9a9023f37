import type { CancelSignal, Disposable } from '../../service/ports';

/** The file in use, or the one before it that was known to be good. */
export type FileRole = 'live' | 'lastGood';

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly stamp: FileStamp;
}

/** Identity of a file's content: another stamp may mean other content, the same stamp means the same. */
export type FileStamp = string;

export interface FileEntry {
  readonly name: string;
  readonly live?: FileStamp;
  /** The live file is so new that another content might get the same stamp. */
  readonly young?: boolean;
  readonly hasLastGood?: boolean;
}

/** One more file beside those of the sessions: a cache, lost without harm. */
export interface CatalogueFile {
  stamp(): Promise<FileStamp | undefined>;
  read(): Promise<StoredFile | undefined>;
  /** Whole or not at all; undefined when there is no folder for it. */
  write(bytes: Uint8Array): Promise<FileStamp | undefined>;
}

/** Makes the parts of a file, in order; called while the platform makes the file for them. */
export type FileContent = () => Promise<readonly Uint8Array[]>;

export interface ReplaceOptions {
  /** Keep the live file as last good copy. Not set when the live file is missing or damaged. */
  readonly keepPrevious: boolean;
  /**
   * Called when all bytes are safe under another name and only the switch is left; a rejection gives
   * the replacement up. Checks of a lock or of another writer belong here.
   */
  readonly beforeSwitch: () => Promise<void>;
}

/** The right to write one session, across processes. */
export interface SessionLock {
  /** A holder that was not heard of for long may have been replaced. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * The files of one store, by name; every session has at most one live file. Nothing here knows what
 * is in them. Failures are those of the platform, with their `code`.
 */
export interface SessionFiles {
  /** Where all of them are, for a person. */
  readonly folder: string;
  /**
   * Waits until no other process, and no other store of this one, writes the session. Rejects with
   * `retry` after five seconds and with `cancelled`. The lock of a process that died is taken over.
   */
  lock(name: string, signal: CancelSignal): Promise<SessionLock>;
  /** Lets go of what this store keeps to be able to lock. */
  close(): Promise<void>;
  read(name: string, role: FileRole): Promise<StoredFile | undefined>;
  stamp(name: string, role: FileRole): Promise<FileStamp | undefined>;
  /**
   * Puts the content in the place of the live file, whole or not at all, and resolves once a power cut
   * cannot undo it. After a rejection either content may be live: read to know.
   */
  replace(name: string, content: FileContent, options: ReplaceOptions): Promise<FileStamp>;
  /** Makes a switch that happened safe against a power cut, if `replace` failed after it. */
  settle(): Promise<void>;
  /** A further file of the session, beside the live one: written once, safe against a power cut, whole or not at all. */
  writePart(name: string, part: string, content: readonly Uint8Array[]): Promise<void>;
  readPart(name: string, part: string): Promise<Uint8Array | undefined>;
  /** Their names, and those of all else that is kept beside the live file. */
  parts(name: string): Promise<readonly string[]>;
  /** No-op when there is none. */
  removePart(name: string, part: string): Promise<void>;
  /** Every session that has a file, with the stamp of each live one; blocks nobody for long. */
  list(): Promise<readonly FileEntry[]>;
  readonly catalogue: CatalogueFile;
  /**
   * Tells of live files that may have changed, whoever changed them: at once where the platform tells, and
   * within a second for those whose stamp differs from the `polled` one. May tell of what is known.
   */
  watch(
    listener: (name: string) => void,
    polled: () => ReadonlyMap<string, FileStamp | undefined>,
  ): Disposable;
  /**
   * Renames the live file so that it is out of use but stays; resolves to where it is, or to undefined
   * when there is none any more. The same content always gets the same place, so several that meet the
   * same damage keep one copy.
   */
  moveAside(name: string): Promise<string | undefined>;
  /** Moves all that belongs to the session into the trash; false when there was nothing. */
  trash(name: string): Promise<boolean>;
  /** SHA-256. */
  digest(bytes: Uint8Array): Promise<Uint8Array>;
  /** Where the file is, for a person. */
  location(name: string, role: FileRole): string;
}
