import { setTimeout as wait } from 'node:timers/promises';
import { PlanError } from '../../src/domain/planError';
import { openSqliteFolder } from '../../src/stores/sqlite/nodeOpenFolder';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { chaosPlace, say } from './chaosPlace';
import { fakeLog } from './fakeLog';

// A process of its own that does what people do with stores: compacts and verifies, over and over.
const { folder, wasmFile, sessions } = chaosPlace();
const engine = { sqlJs: () => loadSqlJs(wasmFile), log: fakeLog() };
const { store, maintenance } = openSqliteFolder(folder, engine);
const versions: Record<string, number> = {};
let looks = 0;
void lookForever();

async function lookForever(): Promise<never> {
  for (;;) {
    let problem: string | undefined;
    for (const session of sessions) {
      try {
        await look(session);
      } catch (error) {
        // Where everybody writes, some come too late; and a session may not be there yet.
        if (!PlanError.is(error, 'retry') && !PlanError.is(error, 'session_not_found'))
          problem = `Whoever compacts ${session}: ${String(error)}`;
      }
    }
    say({ looks, versions, ...(problem !== undefined && { problem }) });
    await wait(300);
  }
}

async function look(session: string): Promise<void> {
  await maintenance.compact(session);
  const { damaged, newer } = await maintenance.verify({ session });
  if (damaged + newer > 0) throw new Error('it is damaged');
  versions[session] = (await store.load(session))?.version ?? 0;
  looks++;
}
