import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent, makeFolder } from '../nodeFileSystem';
import { lockTimes, type LockHolder, type LockHolders, type LockOptions } from './nodeLockHolders';
import { thisProcess } from './nodeProcesses';
import { codeOf } from '../../../service/platformError';

/** Answers of file systems without hard links; Windows says EISDIR for a call that it does not know. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EISDIR'];

/**
 * Names in a folder that only one can have: each is a second name (hard link) of a file that says who
 * we are, so it is there whole or not at all.
 */
export class LockNames {
  readonly folder: string;
  readonly own: LockHolder;
  readonly #options: LockOptions;
  readonly #holders: LockHolders;
  readonly #ownFile: string;
  #made: Promise<void> | undefined;
  #touched = 0;

  constructor(folder: string, options: LockOptions, holders: LockHolders) {
    const { machine, pid, started } = options.self ?? thisProcess;
    this.folder = folder;
    this.own = { token: randomBytes(6).toString('hex'), machine, pid, started };
    this.#options = options;
    this.#holders = holders;
    this.#ownFile = join(folder, `${machine}-${String(pid)}-${this.own.token}.owner`);
  }

  /** True when the name is ours now; false when it was taken. */
  async claim(path: string): Promise<boolean> {
    // Twice: the folder, or our file in it, may have been taken away since.
    for (let again = true; ; again = false) {
      this.#made ??= this.#makeOwnFile();
      const made = this.#made;
      try {
        await made;
        await this.#freshen();
      } catch (error) {
        if (this.#made === made) this.#made = undefined;
        if (codeOf(error) !== 'ENOENT' || !again) throw error;
        continue;
      }
      try {
        await this.#fs.link(this.#ownFile, path);
        return true;
      } catch (error) {
        const code = codeOf(error) ?? '';
        if (code === 'EEXIST') return false;
        if (NO_LINKS.includes(code)) return this.#create(path);
        if (this.#made === made) this.#made = undefined;
        if (code !== 'ENOENT' || !again) throw error;
      }
    }
  }

  async isOurs(path: string): Promise<boolean> {
    return (await this.#holders.of(path))?.token === this.own.token;
  }

  async remove(path: string): Promise<void> {
    await ifPresent(this.#fs.unlink(path));
    this.#holders.forget(path);
  }

  /** Shows those who watch the name that its holder lives. */
  async touch(path: string): Promise<void> {
    const now = new Date();
    await ifPresent(this.#fs.utimes(path, now, now));
  }

  /** The file that says who we are goes; names that are ours stay so. */
  async close(): Promise<void> {
    const made = this.#made;
    this.#made = undefined;
    if (!made) return;
    try {
      await made;
      await this.remove(this.#ownFile);
    } catch (error) {
      // It names a process that will have ended, so a sweep finds it.
      if (codeOf(error) === undefined) throw error;
    }
  }

  get #fs(): NonNullable<LockOptions['fileSystem']> {
    return this.#options.fileSystem ?? fs;
  }

  async #makeOwnFile(): Promise<void> {
    await makeFolder(this.folder, this.#options);
    try {
      await this.#write(this.#ownFile);
    } catch (error) {
      // Still there from before: its name is ours alone, so what is half-written is a try that failed.
      if (codeOf(error) !== 'EEXIST') throw error;
      if (await this.isOurs(this.#ownFile)) return;
      await this.remove(this.#ownFile);
      await this.#write(this.#ownFile);
    }
    this.#touched = performance.now();
  }

  /** Two locks of ours, one after the other, must not look like one that is held in silence. */
  async #freshen(): Promise<void> {
    const now = performance.now();
    if (now - this.#touched < lockTimes(this.#options).heartbeatMs / 2) return;
    const date = new Date();
    try {
      await this.#fs.utimes(this.#ownFile, date, date);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // Gone, or of a file system that sets no times: a new one is as fresh.
      await this.remove(this.#ownFile);
      await this.#write(this.#ownFile);
    }
    this.#touched = now;
  }

  /** Without links the name may be seen half-written; then it counts as taken until it is old. */
  async #create(path: string): Promise<boolean> {
    try {
      await this.#write(path);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
    // Who was stopped in the middle may have lost it by now.
    return this.isOurs(path);
  }

  async #write(path: string): Promise<void> {
    const handle = await this.#fs.open(path, 'wx', 0o600);
    try {
      try {
        await handle.writeFile(JSON.stringify(this.own));
      } finally {
        await handle.close();
      }
    } catch (error) {
      // Else it would be in the way, and nobody could tell whose it is; if this fails too its age tells.
      await this.remove(path).catch(() => undefined);
      throw error;
    }
  }
}
