import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import type { InspectedFile } from '../../../service/storeMaintenance';
import { DAY_MS } from '../../trashRules';
import type { MaintenanceFiles, TrashEntry } from './maintenanceFiles';
import { copyFileTo } from '../nodeFileCopy';
import { ifPresent, renameFile, syncFolder, type FileSystemOptions } from '../nodeFileSystem';
import { createNodeSessionFiles } from '../nodeSessionFiles';
import { sessionFileNames, TRASH } from './nodeTrash';
import type { SessionFiles } from '../sessionFiles';

const EXTENSION = '.sqlite';
const LAST_GOOD = `${EXTENSION}.last-good`;
const SWEPT = '.swept';
const GONE = '.gone';
/** More than this is no session but something that somebody put there. */
const ENTRY = /^([0-9a-f]{32})-[0-9a-f-]{36}$/;

export function createNodeMaintenanceFiles(
  folder: string,
  options: FileSystemOptions = {},
): MaintenanceFiles {
  return new NodeMaintenanceFiles(folder, options);
}

class NodeMaintenanceFiles implements MaintenanceFiles {
  readonly #folder: string;
  readonly #trash: string;
  readonly #options: FileSystemOptions;
  readonly #fs: NonNullable<FileSystemOptions['fileSystem']>;

  constructor(folder: string, options: FileSystemOptions) {
    this.#folder = folder;
    this.#trash = join(folder, TRASH);
    this.#options = options;
    this.#fs = options.fileSystem ?? fs;
  }

  async filesOf(name: string): Promise<readonly InspectedFile[]> {
    const found = await this.#namesOf(this.#folder, name);
    const files: InspectedFile[] = [];
    for (const file of found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
      const stats = await ifPresent(this.#fs.stat(join(this.#folder, file)));
      if (stats) files.push({ name: file, bytes: stats.size });
    }
    return files;
  }

  async keepAside(name: string, mark: string): Promise<string | undefined> {
    const live = join(this.#folder, name + EXTENSION);
    if (!(await ifPresent(this.#fs.stat(live)))) return undefined;
    const aside = `${live}.${mark}`;
    await copyFileTo(live, aside, this.#options);
    await syncFolder(this.#options, this.#folder);
    return aside;
  }

  async trashEntries(): Promise<readonly TrashEntry[]> {
    const entries: TrashEntry[] = [];
    for (const id of (await ifPresent(this.#fs.readdir(this.#trash))) ?? []) {
      const name = ENTRY.exec(id)?.[1];
      if (name === undefined) continue;
      const stats = await ifPresent(this.#fs.stat(join(this.#trash, id)));
      const files = stats && (await this.#namesOf(join(this.#trash, id), name));
      if (!files) continue;
      // The later of the two: copying the whole store elsewhere must not make entries look old.
      const trashed = Math.max(stats.mtimeMs, stats.ctimeMs);
      entries.push({ id, name, trashed, hasLive: files.includes(name + EXTENSION) });
    }
    return entries.sort((a, b) => b.trashed - a.trashed);
  }

  trashedFiles({ id }: TrashEntry): SessionFiles {
    return createNodeSessionFiles(join(this.#trash, id), this.#options);
  }

  async untrash({ id, name }: TrashEntry): Promise<void> {
    const entry = join(this.#trash, id);
    const files = await this.#namesOf(entry, name);
    // The live file makes the session, so all that it needs is there before, and its copy comes after.
    const order = (file: string) => [name + EXTENSION, name + LAST_GOOD].indexOf(file);
    for (const file of files.sort((a, b) => order(a) - order(b))) {
      if (order(file) >= 0) await syncFolder(this.#options, this.#folder);
      await copyFileTo(join(entry, file), join(this.#folder, file), this.#options);
    }
    await syncFolder(this.#options, this.#folder);
    await this.#destroy(id);
  }

  async destroyTrashed({ id }: TrashEntry): Promise<void> {
    await this.#destroy(id);
  }

  async isSweepDue(now: number): Promise<boolean> {
    if (!(await ifPresent(this.#fs.stat(this.#trash)))) return false;
    const last = await ifPresent(this.#fs.stat(join(this.#trash, SWEPT)));
    // Also one in the future: the clock was wrong then, or is now.
    return !last || Math.abs(now - last.mtimeMs) >= DAY_MS;
  }

  async beginSweep(now: number): Promise<boolean> {
    if (!(await this.isSweepDue(now))) return false;
    const marker = join(this.#trash, SWEPT);
    // Anew: to open what is there for writing may wait for ever, if it is a pipe.
    await ifPresent(this.#fs.unlink(marker));
    await (await this.#fs.open(marker, 'wx', 0o600)).close();
    await this.#fs.utimes(marker, new Date(now), new Date(now));
    for (const id of await this.#fs.readdir(this.#trash))
      if (id.endsWith(GONE)) await this.#empty(id);
    return true;
  }

  async #destroy(id: string): Promise<void> {
    // One rename, so that nobody takes half an entry for a session.
    await ifPresent(renameFile(this.#options, join(this.#trash, id), join(this.#trash, id + GONE)));
    await syncFolder(this.#options, this.#trash);
    await this.#empty(id + GONE);
  }

  async #empty(id: string): Promise<void> {
    const gone = join(this.#trash, id);
    for (const file of (await ifPresent(this.#fs.readdir(gone))) ?? [])
      await ifPresent(this.#fs.unlink(join(gone, file)));
    await ifPresent(this.#fs.rmdir(gone));
  }

  #namesOf(folder: string, name: string): Promise<string[]> {
    return sessionFileNames(folder, name, this.#options);
  }
}
