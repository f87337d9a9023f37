import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Disposable } from '../../service/ports';
import { ifPresent } from './nodeFileSystem';
import type { FileStamp } from './sessionFiles';

/** What the platform does not tell is found by looking, so often. */
const POLL_MS = 1_000;
const LIVE_FILE = /^([0-9a-f]{32})\.sqlite$/;

export interface FolderWatchOptions {
  readonly folder: string;
  readonly stamp: (name: string) => Promise<FileStamp | undefined>;
  /** The names that are looked at, with the stamps that are known. */
  readonly polled: () => ReadonlyMap<string, FileStamp | undefined>;
  readonly onChange: (name: string) => void;
}

/**
 * Tells of live files that may have changed: at once where the platform does, and within a second for
 * those that are polled. The folder need not exist yet, and may go and come. It keeps no process alive.
 */
export function watchFolder(options: FolderWatchOptions): Disposable {
  const watcher = new FolderWatcher(options);
  const timer = setInterval(() => void watcher.poll(), POLL_MS).unref();
  void watcher.poll();
  return {
    dispose: () => {
      clearInterval(timer);
      watcher.dispose();
    },
  };
}

class FolderWatcher {
  readonly #options: FolderWatchOptions;
  #watched: { readonly watcher: FSWatcher; readonly ino: bigint } | undefined;
  #polling = false;
  #disposed = false;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
  }

  async poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    const { polled, stamp, onChange } = this.#options;
    try {
      await this.#listen();
      for (const [name, known] of polled()) {
        if ((await stamp(name)) !== known) onChange(name);
      }
    } catch {
      // A folder that cannot be read is told of by whoever reads a session in it.
      this.#quiet();
    } finally {
      this.#polling = false;
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#quiet();
  }

  /** A folder that was taken away and made again is another one, and the platform tells of the old one. */
  async #listen(): Promise<void> {
    const { folder, onChange } = this.#options;
    const stats = await ifPresent(stat(folder, { bigint: true }));
    if (this.#watched && this.#watched.ino === stats?.ino) return;
    this.#quiet();
    if (!stats || this.#disposed) return;
    const watcher = watch(folder, { persistent: false }, (_event, file) => {
      const name = LIVE_FILE.exec(file ?? '')?.[1];
      if (name !== undefined) onChange(name);
    });
    watcher.on('error', () => {
      this.#quiet();
    });
    this.#watched = { watcher, ino: stats.ino };
  }

  #quiet(): void {
    this.#watched?.watcher.close();
    this.#watched = undefined;
  }
}
