import type { Disposable } from '../../service/ports';

/**
 * A tree of files as a web extension host has it: without locks, links, and a way to wait for the disk. Paths
 * are names with `/` between them, below the folder of the store. Failures are those of the platform, with
 * their `code`.
 */
export interface PlainFiles {
  /** Where the folder is, for a person. */
  readonly place: string;
  read(path: string): Promise<Uint8Array | undefined>;
  stat(path: string): Promise<PlainStat | undefined>;
  /** Makes the file, with the folders above it, or replaces it. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** What has the new name is replaced, and may be gone for a moment before. */
  rename(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** A file, or a folder with all that is in it; no-op when there is none. */
  remove(path: string): Promise<void>;
  /** Names in a folder; none when it is not there. */
  names(folder: string): Promise<readonly string[]>;
  /** Tells of files in the folder itself that may have changed, by name. */
  watch(listener: (name: string) => void): Disposable;
}

export interface PlainStat {
  readonly size: number;
  /** Another one means another content; on some platforms it is a count and no time. */
  readonly mtime: number;
}

/** What a store needs beside files. */
export interface PlainTools {
  /** SHA-256. */
  readonly digest: (bytes: Uint8Array) => Uint8Array;
  readonly uuid: () => string;
}
