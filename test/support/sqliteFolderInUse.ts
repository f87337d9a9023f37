import type { PlanStore } from '../../src/service/planStore';
import { hookedFileSystem, type Hooks } from './hookedFileSystem';
import { SqliteFolder } from './sqliteFolder';
import { aPlanCommit, appendPlans } from './storeFixtures';

/** A folder whose session has two revisions, and a store that has it open, as in the middle of a chat. */
export interface SqliteFolderInUse {
  readonly folder: SqliteFolder;
  readonly store: PlanStore;
  /** Around every file system call of that store. */
  readonly hooks: Hooks;
}

export async function openSqliteFolderInUse(session: string): Promise<SqliteFolderInUse> {
  const folder = new SqliteFolder();
  const hooks: Hooks = {};
  await appendPlans(folder.open(), session, 1, 2);
  const store = folder.open({ fileSystem: hookedFileSystem(hooks), platform: 'linux' });
  await store.load(session);
  // The first write of a store also sweeps; that is not part of what is tested here.
  await store.append('srv:warm', 0, aPlanCommit('srv:warm', 1));
  return { folder, store, hooks };
}
