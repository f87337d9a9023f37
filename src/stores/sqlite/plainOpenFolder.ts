import type { OpenedStore, StoreRuntime } from '../openStore';
import { createSqliteMaintenance } from './maintenance/maintenance';
import type { PlainFiles, PlainTools } from './plainFiles';
import { PlainMaintenanceFiles } from './maintenance/plainMaintenanceFiles';
import { PlainSessionFiles } from './plainSessionFiles';
import { sqlEngine } from './sqlEngine';
import { createSqliteStore } from './sqliteStore';

/** The store over files that a web extension host gives, and what is done with them beside it. */
export function openPlainFolder(
  plain: PlainFiles,
  tools: PlainTools,
  { log, sqlJs, onListProgress, keepRevisions = () => 0 }: StoreRuntime,
): OpenedStore {
  const files = new PlainSessionFiles(plain, tools);
  // One SQLite for both: each takes megabytes.
  const engine = { log, sqlJs: sqlEngine(sqlJs) };
  const store = createSqliteStore({ files, ...engine, onListProgress });
  const more = new PlainMaintenanceFiles(plain, tools);
  const maintenance = createSqliteMaintenance({ store, files, more, keepRevisions, ...engine });
  return { store, maintenance, close: () => store.close() };
}
