import { writeSync } from 'node:fs';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog } from './fakeLog';
import { aPlanCommit } from './storeFixtures';

/** A process of its own that commits until it is killed and says each revision once it was acknowledged. */
async function commitForever(folder: string, wasmFile: string, key: string): Promise<never> {
  const files = createNodeSessionFiles(folder);
  const store = createSqliteStore({ files, sqlJs: () => loadSqlJs(wasmFile), log: fakeLog() });
  for (;;) {
    const revision = ((await store.load(key))?.generation ?? 0) + 1;
    const outcome = await store.append(key, revision - 1, aPlanCommit(key, revision));
    if (outcome.kind !== 'appended')
      throw new Error(`Revision ${String(revision)} met a conflict.`);
    writeSync(1, `${String(revision)}\n`);
  }
}

const [folder = '', wasmFile = '', key = ''] = process.argv.slice(2);
void commitForever(folder, wasmFile, key);
