import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { examineFile, sealImage } from '../../src/stores/sqlite/fileImage';
import { APPLICATION_ID } from '../../src/stores/sqlite/sqliteSchema';
import { sha256 } from './editSessionFile';
import { SqliteFolder } from './sqliteFolder';
import { aPlanCommit } from './storeFixtures';

const TEMPLATE = manyKey(0);
const WORKSPACE = workspaceOf(0);
const UPDATED = updatedAt(0);
/** Older than anything that a store calls new. */
const WRITTEN = new Date('2029-01-01T00:00:00.000Z');

export function manyKey(index: number): string {
  return `many:${String(index).padStart(6, '0')}`;
}

/** One of a hundred. */
export function workspaceOf(index: number): string {
  return `file:///w/${String(index % 100).padStart(2, '0')}`;
}

/** The higher the index, the newer. */
export function updatedAt(index: number): string {
  return new Date(Date.UTC(2030, 0, 1) + index * 1_000).toISOString();
}

/**
 * Whole session files at revision 2, written long ago, with last good copies: one is made by a store, and the others are
 * that one with another key, time and workspace.
 */
export async function writeManySessions(folder: SqliteFolder, count: number): Promise<void> {
  const pattern = await template();
  const store = folder.open();
  await store.append('many:folder', 0, aPlanCommit('many:folder', 1));
  await store.remove('many:folder');
  for (let index = 0; index < count; index++) {
    const image = Buffer.from(pattern);
    put(image, TEMPLATE, manyKey(index));
    put(image, WORKSPACE, workspaceOf(index));
    put(image, UPDATED, updatedAt(index));
    const file = Buffer.concat(await sealImage(image, sha256));
    for (const path of [folder.file(manyKey(index)), `${folder.file(manyKey(index))}.last-good`]) {
      writeFileSync(path, file);
      utimesSync(path, WRITTEN, WRITTEN);
    }
  }
}

async function template(): Promise<Uint8Array> {
  const folder = new SqliteFolder();
  const store = folder.open();
  for (const revision of [1, 2]) {
    const more = { workspace: WORKSPACE, updated: UPDATED };
    await store.append(TEMPLATE, revision - 1, aPlanCommit(TEMPLATE, revision, more));
  }
  const examined = await examineFile(readFileSync(folder.file(TEMPLATE)), APPLICATION_ID, sha256);
  await folder.dispose();
  if (examined.kind !== 'whole') throw new Error(`The template is ${examined.kind}.`);
  return examined.image;
}

function put(image: Buffer, old: string, text: string): void {
  for (let at = image.indexOf(old); at >= 0; at = image.indexOf(old, at + old.length)) {
    image.write(text, at);
  }
}
