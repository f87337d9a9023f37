import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { PlanError } from '../../src/domain/planError';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { openSqliteFolder } from '../../src/stores/sqlite/nodeOpenFolder';
import { fakeLog } from './fakeLog';
import { errno, hookedFileSystem } from './hookedFileSystem';
import { aPlanCommit } from './storeFixtures';

// A process of its own: pipeTrial <folder> <wasm file> <session> [nolinks]. It does once whatever opens
// files in a folder, and writes a line after each: its name, and the code of a failure.
const [folder = '', wasmFile = '', session = '', links = ''] = process.argv.slice(2);
const noLinks = hookedFileSystem({
  before: ({ name }) => {
    if (name === 'link') throw errno('EPERM');
  },
});
const sqlJs = () => loadSqlJs(wasmFile);
const options = links === 'nolinks' ? { fileSystem: noLinks } : {};
// Short, since what is no lock counts as held until it was looked at for so long.
const locks = { silenceMs: 400, patienceMs: 4_000 };
const { store, maintenance } = openSqliteFolder(
  folder,
  { sqlJs, log: fakeLog() },
  { ...options, ...locks },
);
void tryAll();

async function tryAll(): Promise<void> {
  await say('list', () => store.list({}, { limit: 10 }));
  await say('load', () => store.load(session));
  await say('append', async () => {
    const generation = (await store.load(session))?.generation ?? 0;
    await store.append(session, generation, aPlanCommit(session, generation + 1));
  });
  await say('sweep', () => maintenance.sweepTrash(Date.now()));
  await say('trash', () => maintenance.trash(session));
  await say('untrash', async () => {
    for (const { id } of await maintenance.trashed()) await maintenance.untrash(id);
  });
  await say('close', async () => {
    await store.close();
    // What is let go aside.
    await wait(20);
  });
}

async function say(step: string, run: () => Promise<unknown>): Promise<void> {
  let outcome = 'ok';
  try {
    await run();
  } catch (error) {
    outcome = PlanError.is(error) ? error.code : String(error);
  }
  writeSync(1, `${step} ${outcome}\n`);
}
