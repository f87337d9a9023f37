import type { ProgressListener } from './catalogue/catalogueProgress';
import { createSqliteMaintenance } from './maintenance/maintenance';
import type { MaintenanceEngine } from './maintenance/maintenanceReader';
import { createNodeMaintenanceFiles } from './maintenance/nodeMaintenanceFiles';
import { createNodeSessionFiles } from './nodeSessionFiles';
import type { LockOptions } from './locks/nodeFileLock';
import { sqlEngine } from './sqlEngine';
import { createSqliteStore } from './sqliteStore';

interface FolderOptions {
  readonly onListProgress?: ProgressListener | undefined;
  readonly keepRevisions?: (() => number) | undefined;
}

/** The store in a folder of this machine, and what is done with its files beside it. */
export function openSqliteFolder(
  folder: string,
  { log, sqlJs, onListProgress, keepRevisions = () => 0 }: MaintenanceEngine & FolderOptions,
  options: LockOptions = {},
) {
  const files = createNodeSessionFiles(folder, options);
  // One SQLite for both: each takes megabytes.
  const engine = { log, sqlJs: sqlEngine(sqlJs) };
  const store = createSqliteStore({ files, ...engine, onListProgress });
  const more = createNodeMaintenanceFiles(files.folder, options);
  return {
    store,
    maintenance: createSqliteMaintenance({ store, files, more, keepRevisions, ...engine }),
  };
}
