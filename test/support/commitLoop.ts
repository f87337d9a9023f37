import { writeSync } from 'node:fs';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog } from './fakeLog';
import { SMALL_LIMITS } from './sealedSession';
import { aPlanCommit } from './storeFixtures';

/** A process of its own that commits until it is killed and says each revision once it was acknowledged. */
async function commitForever(
  folder: string,
  wasmFile: string,
  key: string,
  seals: boolean,
): Promise<never> {
  const files = createNodeSessionFiles(folder);
  const store = createSqliteStore({
    files,
    sqlJs: () => loadSqlJs(wasmFile),
    log: fakeLog(),
    ...(seals && { sealing: SMALL_LIMITS }),
  });
  for (;;) {
    const revision = ((await store.load(key))?.generation ?? 0) + 1;
    const outcome = await store.append(key, revision - 1, aPlanCommit(key, revision));
    if (outcome.kind !== 'appended')
      throw new Error(`Revision ${String(revision)} met a conflict.`);
    writeSync(1, `${String(revision)}\n`);
  }
}

const [folder = '', wasmFile = '', key = '', seals = ''] = process.argv.slice(2);
void commitForever(folder, wasmFile, key, seals !== '');
