import { writeSync } from 'node:fs';
import { PlanError } from '../../src/domain/planError';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { openSqliteFolder } from '../../src/stores/sqlite/nodeOpenFolder';
import { fakeLog } from './fakeLog';
import { withFreeRoom } from './grownSession';

/** A process of its own that does everything to one session, over and over, until it is killed. */
async function maintainForever(folder: string, wasmFile: string, key: string): Promise<never> {
  const sqlJs = () => loadSqlJs(wasmFile);
  const { store, maintenance } = openSqliteFolder(folder, { sqlJs, log: fakeLog() });
  const steps = [
    () => withFreeRoom(store, key),
    () => maintenance.compact(key),
    async () => maintenance.restoreCopy(await maintenance.offerCopy(key)),
    () => maintenance.trash(key),
    async () => {
      for (const { id } of await maintenance.trashed()) await maintenance.untrash(id);
    },
  ];
  for (let turn = 0; ; turn++) {
    try {
      await steps[turn % steps.length]?.();
      writeSync(1, `${String(turn % steps.length)}\n`);
    } catch (error) {
      // Another one was first.
      if (!PlanError.is(error)) throw error;
    }
  }
}

const [folder = '', wasmFile = '', key = ''] = process.argv.slice(2);
void maintainForever(folder, wasmFile, key);
