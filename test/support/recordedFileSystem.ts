import * as fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileSystem } from '../../src/stores/sqlite/nodeFileSystem';

/** A file by itself, whatever its names are; numbered in the order in which they came to be. */
export type FileNumber = number;

/** What happened to the disk, in order. Paths are relative to the root. */
export type DiskStep =
  | { readonly kind: 'folder'; readonly to: string }
  /** A new name for a file, in the place of whatever had it, and what it was called before, if it was renamed. */
  | {
      readonly kind: 'name';
      readonly to: string;
      readonly from?: string;
      readonly file: FileNumber;
    }
  | { readonly kind: 'unlink'; readonly from: string }
  /** What the file holds from now on. */
  | { readonly kind: 'content'; readonly file: FileNumber; readonly content: Buffer }
  | { readonly kind: 'sync'; readonly file: FileNumber }
  | { readonly kind: 'syncFolder'; readonly folder: string }
  /** Not of the disk: so much was acknowledged by now. */
  | { readonly kind: 'acknowledged'; readonly count: number };

/** The disk as it was when recording began; all of it is durable. */
export interface DiskImage {
  readonly folders: readonly string[];
  readonly names: ReadonlyMap<string, FileNumber>;
  readonly contents: ReadonlyMap<FileNumber, Buffer>;
}

/** The real file system under a root, and everything that a power cut could tear apart there. */
export class RecordedFileSystem {
  readonly before: DiskImage;
  readonly steps: DiskStep[] = [];
  readonly #root: string;
  readonly #names: Map<string, FileNumber>;
  readonly #contents: Map<FileNumber, Buffer>;
  #files = 0;

  constructor(root: string) {
    this.#root = root;
    const [folders, names, contents] = [
      [] as string[],
      new Map<string, FileNumber>(),
      new Map<FileNumber, Buffer>(),
    ];
    const numbers = new Map<bigint, FileNumber>();
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const stats = statSync(join(root, path), { bigint: true });
      if (stats.isDirectory()) {
        folders.push(path);
        continue;
      }
      const file = numbers.get(stats.ino) ?? ++this.#files;
      numbers.set(stats.ino, file);
      names.set(path, file);
      contents.set(file, readFileSync(join(root, path)));
    }
    this.before = { folders, names, contents };
    this.#names = new Map(names);
    this.#contents = new Map(contents);
  }

  acknowledged(count: number): void {
    this.steps.push({ kind: 'acknowledged', count });
  }

  readonly fileSystem: FileSystem = {
    ...fs,
    open: async (path, flags, mode) => {
      const handle = await fs.open(path, flags, mode);
      const to = this.#relative(path);
      if ((await handle.stat()).isDirectory()) return this.#folder(handle, to);
      const reads = flags === 'r' || typeof flags === 'number';
      if (!reads && !this.#names.has(to)) this.#name(to, ++this.#files);
      return this.#file(handle, this.#names.get(to) ?? 0);
    },
    link: async (from, to) => {
      await fs.link(from, to);
      this.#name(this.#relative(to), this.#names.get(this.#relative(from)) ?? 0);
    },
    rename: async (from, to) => {
      await fs.rename(from, to);
      const [before, after] = [this.#relative(from), this.#relative(to)];
      const file = this.#names.get(before) ?? 0;
      // Two names of one file: such a rename does nothing.
      if (this.#names.get(after) === file) return;
      this.#names.delete(before);
      this.#names.set(after, file);
      this.steps.push({ kind: 'name', to: after, from: before, file });
    },
    unlink: async (path) => {
      await fs.unlink(path);
      this.#names.delete(this.#relative(path));
      this.steps.push({ kind: 'unlink', from: this.#relative(path) });
    },
    mkdir: (async (path: string, options: { recursive: true }) => {
      const first = await fs.mkdir(path, options);
      if (first === undefined) return undefined;
      const made: string[] = [];
      for (let at = path; at.length >= first.length; at = dirname(at)) made.unshift(at);
      for (const folder of made) this.steps.push({ kind: 'folder', to: this.#relative(folder) });
      return first;
    }) as FileSystem['mkdir'],
  };

  #folder(handle: FileHandle, folder: string): FileHandle {
    return withMembers(handle, {
      sync: async () => {
        await handle.sync();
        this.steps.push({ kind: 'syncFolder', folder });
      },
    });
  }

  #file(handle: FileHandle, file: FileNumber): FileHandle {
    return withMembers(handle, {
      writev: async (parts: Uint8Array[]) => {
        const written = await handle.writev(parts);
        const added = Buffer.concat(parts).subarray(0, written.bytesWritten);
        this.#holds(file, Buffer.concat([this.#contents.get(file) ?? Buffer.alloc(0), added]));
        return written;
      },
      writeFile: async (text: string | Uint8Array) => {
        await handle.writeFile(text);
        this.#holds(file, Buffer.from(text));
      },
      sync: async () => {
        await handle.sync();
        this.steps.push({ kind: 'sync', file });
      },
    });
  }

  #name(to: string, file: FileNumber): void {
    this.#names.set(to, file);
    this.steps.push({ kind: 'name', to, file });
  }

  #holds(file: FileNumber, content: Buffer): void {
    this.#contents.set(file, content);
    this.steps.push({ kind: 'content', file, content });
  }

  #relative(path: unknown): string {
    return relative(this.#root, String(path));
  }
}

/** The handle with some members of our own; everything else that writes is not recorded and so fails. */
function withMembers(handle: FileHandle, members: Partial<Record<string, unknown>>): FileHandle {
  return new Proxy(handle, {
    get(target, key) {
      if (typeof key === 'string' && key in members) return members[key];
      if (['write', 'appendFile', 'truncate', 'datasync'].includes(String(key)))
        throw new Error(`${String(key)} is not recorded.`);
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
