import { join } from 'node:path';
import type { PlanStore } from '../../src/service/planStore';
import type { FileSystem } from '../../src/stores/sqlite/nodeFileSystem';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog } from './fakeLog';
import { sharedSqlJs } from './sqliteFolder';

/** Stores over disks of a test's own, all of them closed before the disks go. */
export class StoresOnDisk {
  readonly #stores: PlanStore[] = [];

  /** Over the folder `plans` of a disk that is mounted at `root`. */
  open(root: string, fileSystem?: FileSystem): PlanStore {
    const files = createNodeSessionFiles(join(root, 'plans'), fileSystem ? { fileSystem } : {});
    const store = createSqliteStore({ files, sqlJs: sharedSqlJs, log: fakeLog() });
    this.#stores.push(store);
    return store;
  }

  async closeAll(): Promise<void> {
    for (const store of this.#stores.splice(0)) await store.close();
  }
}
