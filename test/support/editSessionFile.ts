import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { examineFile, sealImage } from '../../src/stores/sqlite/fileImage';
import { APPLICATION_ID } from '../../src/stores/sqlite/sqliteSchema';
import { sharedSqlJs } from './sqliteFolder';

export function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return Promise.resolve(createHash('sha256').update(bytes).digest());
}

/** A hand edit by somebody who also puts the checksum right: only the content can give it away. */
export async function editSessionFile(path: string, sql: string): Promise<void> {
  const examined = await examineFile(readFileSync(path), APPLICATION_ID, sha256);
  if (examined.kind !== 'whole') throw new Error(`${path} is ${examined.kind}.`);
  const database = new (await sharedSqlJs()).Database(examined.image);
  database.exec(sql);
  writeFileSync(path, Buffer.concat(await sealImage(database.export(), sha256)));
  database.close();
}

/** What the file answers to a query, as SQLite sees it. */
export async function querySessionFile(path: string, sql: string): Promise<unknown[][]> {
  const database = new (await sharedSqlJs()).Database(readFileSync(path));
  const results = database.exec(sql) as { values: unknown[][] }[];
  database.close();
  return results[0]?.values ?? [];
}
