import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../service/ports';

/** What was claimed is kept for so long, in milliseconds. */
const KEPT = 24 * 60 * 60_000;

/**
 * Things that one process of this machine does and no other: whoever asks first gets the claim, for a day,
 * however many ask at once and whoever ends meanwhile.
 */
export class ClaimFolder {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;

  constructor(folder: string, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
  }

  /** The name is one of a file. */
  async claim(name: string): Promise<boolean> {
    try {
      await mkdir(this.#folder, { recursive: true });
      // The file system lets one alone make it.
      await (await open(join(this.#folder, name), 'wx')).close();
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' && syscall === 'open') return false;
      this.#log.warn(`Nothing can be claimed in ${this.#folder}: ${String(error)}`);
      // Done twice is better than never.
      return true;
    }
    await this.#forgetOld();
    return true;
  }

  async #forgetOld(): Promise<void> {
    try {
      for (const name of await readdir(this.#folder)) {
        const file = join(this.#folder, name);
        if (this.#clock.now() - (await stat(file)).mtimeMs > KEPT) await rm(file);
      }
    } catch {
      // Another process was first, or the next one will be able to.
    }
  }
}
