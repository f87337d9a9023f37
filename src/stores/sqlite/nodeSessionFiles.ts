import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { PlanError } from '../../domain/planError';
import type { CancelSignal, Disposable } from '../../service/ports';
import { nodeCatalogueFile } from './catalogue/nodeCatalogueFile';
import { keepFewDamagedCopies } from './nodeDamagedCopies';
import { unlessPlatformFails } from './locks/nodeDeadLocks';
import { FileLocks, type LockOptions } from './locks/nodeFileLock';
import { ifPresent, renameFile, syncFolder, type FileSystemOptions } from './nodeFileSystem';
import { listFolder } from './catalogue/nodeFolderListing';
import { watchFolder } from './nodeFolderWatch';
import { quickFileSystem } from './nodeQuickFiles';
import { readFileAt, readIfFile } from './nodeReading';
import { replaceFile, stampOf, writeFileDurably } from './nodeReplaceFile';
import { sweepTemporaryFiles } from './nodeTemporaryFiles';
import { trashFiles } from './maintenance/nodeTrash';
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
import { codeOf } from '../../service/platformError';

const EXTENSION = '.sqlite';
const LAST_GOOD = '.last-good';
const LOCKS = 'locks';

/** Session files in a folder of this machine; the folder is made by the first write. */
export function createNodeSessionFiles(folder: string, options: LockOptions = {}): SessionFiles {
  if (folder.trim() === '' || folder.includes(':memory:')) {
    throw new PlanError(
      'invalid_input',
      'SQLite keeps one file per session and needs the path of a folder. For plans that need not outlive the process choose the store "memory".',
    );
  }
  return new NodeSessionFiles(resolve(folder), { fileSystem: quickFileSystem(), ...options });
}

class NodeSessionFiles implements SessionFiles {
  readonly folder: string;
  readonly catalogue: CatalogueFile;
  readonly #options: FileSystemOptions;
  readonly #fs: NonNullable<FileSystemOptions['fileSystem']>;
  readonly #locks: FileLocks;
  #swept = false;

  constructor(folder: string, options: LockOptions) {
    this.folder = folder;
    this.catalogue = nodeCatalogueFile(folder, options);
    this.#options = options;
    this.#fs = options.fileSystem ?? fs;
    this.#locks = new FileLocks(join(folder, LOCKS), options);
  }

  location(name: string, role: FileRole): string {
    return join(this.folder, name + EXTENSION + (role === 'live' ? '' : LAST_GOOD));
  }

  lock(name: string, signal: CancelSignal): Promise<SessionLock> {
    return this.#locks.acquire(name, signal);
  }

  close(): Promise<void> {
    return this.#locks.close();
  }

  async read(name: string, role: FileRole): Promise<StoredFile | undefined> {
    const file = await readFileAt(this.location(name, role), this.#options);
    return file && { stamp: stampOf(file.stats), bytes: file.bytes };
  }

  async stamp(name: string, role: FileRole): Promise<FileStamp | undefined> {
    const stats = await ifPresent(this.#fs.stat(this.location(name, role), { bigint: true }));
    return stats && stampOf(stats);
  }

  async replace(name: string, content: FileContent, options: ReplaceOptions): Promise<FileStamp> {
    await this.#sweepOnce();
    const [live, lastGood] = [this.location(name, 'live'), this.location(name, 'lastGood')];
    return replaceFile(live, lastGood, content, { ...this.#options, ...options });
  }

  watch(
    listener: (name: string) => void,
    polled: () => ReadonlyMap<string, FileStamp | undefined>,
  ): Disposable {
    return watchFolder({
      folder: this.folder,
      stamp: (name) => this.stamp(name, 'live'),
      polled,
      onChange: listener,
    });
  }

  async writePart(name: string, part: string, content: readonly Uint8Array[]): Promise<void> {
    await writeFileDurably(this.#partFile(name, part), content, this.#options);
  }

  readPart(name: string, part: string): Promise<Uint8Array | undefined> {
    return readIfFile(this.#partFile(name, part), this.#options);
  }

  async parts(name: string): Promise<readonly string[]> {
    const start = `${name}${EXTENSION}.`;
    return ((await ifPresent(this.#fs.readdir(this.folder))) ?? [])
      .filter((file) => file.startsWith(start) && !file.endsWith('.tmp'))
      .map((file) => file.slice(start.length));
  }

  async removePart(name: string, part: string): Promise<void> {
    await ifPresent(this.#fs.unlink(this.#partFile(name, part)));
  }

  #partFile(name: string, part: string): string {
    return `${this.location(name, 'live')}.${part}`;
  }

  settle(): Promise<void> {
    return syncFolder(this.#options, this.folder);
  }

  list(): Promise<readonly FileEntry[]> {
    return listFolder(this.folder, this.#options);
  }

  async moveAside(name: string): Promise<string | undefined> {
    const live = this.location(name, 'live');
    const file = await this.read(name, 'live');
    if (!file) return undefined;
    const mark = Buffer.from(await this.digest(file.bytes)).toString('hex', 0, 6);
    const aside = `${live}.damaged-${mark}`;
    // An older copy under this name has the same content, so nothing is lost by taking its place.
    await renameFile(this.#options, live, aside);
    // Before another file takes the place of the live one: no power cut may leave this one without a name.
    await unlessPlatformFails(syncFolder(this.#options, this.folder));
    await unlessPlatformFails(this.#keepFewCopies(name, basename(aside)));
    return aside;
  }

  async #keepFewCopies(name: string, fresh: string): Promise<void> {
    const beside = (await this.parts(name)).map((part) => `${name}${EXTENSION}.${part}`);
    await keepFewDamagedCopies(this.folder, beside, this.#options, fresh);
  }

  trash(name: string): Promise<boolean> {
    return trashFiles(this.folder, name, this.#options);
  }

  digest(bytes: Uint8Array): Promise<Uint8Array> {
    return Promise.resolve(createHash('sha256').update(bytes).digest());
  }

  async #sweepOnce(): Promise<void> {
    if (this.#swept) return;
    this.#swept = true;
    try {
      await ifPresent(sweepTemporaryFiles(this.folder, this.#options));
    } catch (error) {
      // Leftovers cost room, not plans; only a bug is worth a failed write.
      if (codeOf(error) === undefined) throw error;
    }
  }
}
