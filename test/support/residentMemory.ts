import { writeSync } from 'node:fs';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog } from './fakeLog';
import { aPlan, aPlanCommit, aStep } from './storeFixtures';

const CHANGES = 400;
const SESSIONS = 500;
const steps = Array.from({ length: 12 }, (_, at) =>
  aStep(`step-${String(at)}`, {
    description: 'Read the checkout test helpers and list what they share',
  }),
);

/** A process of its own that uses a store and says by how many bytes it grew, after each kind of use. */
async function grow(folder: string, wasmFile: string): Promise<void> {
  const start = process.memoryUsage.rss();
  const files = createNodeSessionFiles(folder);
  const store = createSqliteStore({ files, sqlJs: () => loadSqlJs(wasmFile), log: fakeLog() });
  const change = async (key: string, revision: number) => {
    const plan = aPlan(revision, steps);
    await store.append(key, revision - 1, aPlanCommit(key, revision, { plan }));
  };
  for (let revision = 1; revision <= CHANGES; revision++) await change('srv:one', revision);
  const changed = process.memoryUsage.rss() - start;
  for (let session = 0; session < SESSIONS; session++) {
    await change(`srv:${String(session)}`, 1);
    await store.load(`srv:${String(session)}`);
  }
  await store.list({}, { limit: 100 });
  const touched = process.memoryUsage.rss() - start;
  await store.close();
  writeSync(1, `${JSON.stringify({ changed, touched })}\n`);
}

const [folder = '', wasmFile = ''] = process.argv.slice(2);
void grow(folder, wasmFile);
