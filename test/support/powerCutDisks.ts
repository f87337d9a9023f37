import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DiskImage, DiskStep, FileNumber } from './recordedFileSystem';
import { seededRandom } from './seededRandom';

/** What a disk holds after the power came back. */
export interface Disk {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
  /** The same for disks that hold the same. */
  readonly mark: string;
}

type NameStep = Extract<DiskStep, { kind: 'folder' | 'name' | 'unlink' }>;

/** With so many name changes on their way, every choice of them is tried; with more, the likely ones and some at random. */
const ALL_CHOICES = 6;
const RANDOM_CHOICES = 24;

/**
 * Every disk that may be there when the power goes after these steps: what was synced is there; of the
 * changes of names that no sync of their folder covers any may be there or not, in whatever order the
 * disk made them; of a file that was not synced since it was written the old content, nothing, half or
 * all. Names below `ignored` folders are left out.
 */
export function possibleDisks(
  before: DiskImage,
  steps: readonly DiskStep[],
  ignored: readonly string[] = [],
): Disk[] {
  const { folders, names, contents, dirty, pending } = durableState(before, steps);
  const kept = pending.filter((step) => !ignored.includes(folderOf(step)));
  const disks = new Map<string, Disk>();
  for (const chosen of choicesOf(kept)) {
    const [someFolders, someNames] = [new Set(folders), new Map(names)];
    for (const step of chosen) apply(step, someFolders, someNames);
    for (const torn of TORN) {
      const files = new Map<string, Buffer>();
      for (const [path, file] of someNames) {
        const folder = dirname(path);
        if (ignored.includes(folder) || (folder !== '.' && !someFolders.has(folder))) continue;
        const written = dirty.get(file);
        const durable = contents.get(file) ?? Buffer.alloc(0);
        files.set(path, written === undefined ? durable : torn(durable, written));
      }
      const disk = toDisk([...someFolders], files);
      disks.set(disk.mark, disk);
    }
  }
  return [...disks.values()];
}

/** Makes the disk a folder of this machine again. */
export function writeDisk(root: string, { folders, files }: Disk): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root, { recursive: true });
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (const [path, content] of files) writeFileSync(join(root, path), content);
}

const TORN: readonly ((durable: Buffer, written: Buffer) => Buffer)[] = [
  (_, written) => written,
  (durable) => durable,
  (_, written) => written.subarray(0, written.length / 2),
  (_, written) => Buffer.alloc(written.length),
];

function durableState(before: DiskImage, steps: readonly DiskStep[]) {
  const folders = new Set(before.folders);
  const names = new Map(before.names);
  const contents = new Map(before.contents);
  const dirty = new Map<FileNumber, Buffer>();
  let pending: NameStep[] = [];
  for (const step of steps) {
    switch (step.kind) {
      case 'folder':
      case 'name':
      case 'unlink':
        pending.push(step);
        break;
      case 'content':
        dirty.set(step.file, step.content);
        break;
      case 'sync': {
        const content = dirty.get(step.file);
        if (content) contents.set(step.file, content);
        dirty.delete(step.file);
        break;
      }
      case 'syncFolder': {
        const covers = (change: NameStep) => foldersOf(change).includes(step.folder || '.');
        for (const change of pending.filter(covers)) apply(change, folders, names);
        pending = pending.filter((change) => !covers(change));
        break;
      }
      case 'acknowledged':
        break;
    }
  }
  return { folders, names, contents, dirty, pending };
}

function apply(step: NameStep, folders: Set<string>, names: Map<string, FileNumber>): void {
  if (step.kind === 'folder') folders.add(step.to);
  if (step.kind !== 'folder' && step.from !== undefined) names.delete(step.from);
  if (step.kind === 'name') names.set(step.to, step.file);
}

/** Both halves of a rename from one folder to another come together. */
function foldersOf(step: NameStep): string[] {
  const paths = step.kind === 'unlink' ? [step.from] : [step.to];
  if (step.kind === 'name' && step.from !== undefined) paths.push(step.from);
  return paths.map((path) => dirname(path));
}

function folderOf(step: NameStep): string {
  return foldersOf(step)[0] ?? '.';
}

function* choicesOf(steps: readonly NameStep[]): Generator<readonly NameStep[]> {
  const count = steps.length;
  if (count <= ALL_CHOICES) {
    for (let bits = 0; bits < 2 ** count; bits++)
      yield steps.filter((_, at) => (bits & (1 << at)) !== 0);
    return;
  }
  for (let length = 0; length <= count; length++) yield steps.slice(0, length);
  for (let missing = 0; missing < count; missing++) yield steps.filter((_, at) => at !== missing);
  const random = seededRandom(count);
  for (let choice = 0; choice < RANDOM_CHOICES; choice++) yield steps.filter(() => random() < 0.5);
}

function toDisk(folders: readonly string[], files: ReadonlyMap<string, Buffer>): Disk {
  const hash = createHash('sha256');
  for (const folder of [...folders].sort()) hash.update(`${folder}\n`);
  for (const [path, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path} ${String(content.length)}\n`).update(content);
  return { folders, files, mark: hash.digest('hex') };
}
