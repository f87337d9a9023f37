import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** File systems of our own, for those who may mount some: what a disk really does. */
export class MountedDisks {
  readonly #root = mkdtempSync(join(tmpdir(), 'session-plans-disks-'));
  readonly #mounted: string[] = [];
  #count = 0;

  /** A disk in memory that is so large, or undefined where this process may not mount one. */
  inMemory(options: string): string | undefined {
    return this.#mount(['-t', 'tmpfs', '-o', options, 'tmpfs']);
  }

  /** Changes the size of one, or how many files it may have. */
  remount(folder: string, options: string): void {
    execFileSync('mount', ['-o', `remount,${options}`, folder], { stdio: 'pipe' });
  }

  /** Once nobody has a file of it open any more that has lost its name. */
  async makeReadOnly(folder: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        this.remount(folder, 'ro');
        return;
      } catch (error) {
        if (tries === 50) throw error;
        await wait(100);
      }
    }
  }

  /** A file with an empty ext4 in it. */
  makeImage(megabytes: number): string | undefined {
    const image = join(this.#root, 'image');
    try {
      writeFileSync(image, '');
      truncateSync(image, megabytes * 2 ** 20);
      execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'pipe' });
      return image;
    } catch {
      // No such program here.
      return undefined;
    }
  }

  mountImage(image: string): string | undefined {
    return this.#mount(['-o', 'loop', image]);
  }

  /** The disk as it is at this moment, as if the power had gone: without what only memory has. */
  copyImage(image: string): string {
    const copy = `${image}.${String(++this.#count)}`;
    copyFileSync(image, copy);
    return copy;
  }

  unmount(folder: string): void {
    execFileSync('umount', [folder], { stdio: 'pipe' });
    this.#mounted.splice(this.#mounted.indexOf(folder), 1);
  }

  dispose(): void {
    for (const folder of [...this.#mounted]) this.unmount(folder);
    rmSync(this.#root, { recursive: true, force: true });
  }

  #mount(args: readonly string[]): string | undefined {
    const folder = join(this.#root, `disk-${String(++this.#count)}`);
    mkdirSync(folder);
    try {
      execFileSync('mount', [...args, folder], { stdio: 'pipe' });
    } catch {
      // Not allowed, or not on this platform: the caller has another way.
      return undefined;
    }
    this.#mounted.push(folder);
    return folder;
  }
}
