import { PlanError } from '../domain/planError';
import type { PlanStore } from '../service/planStore';
import type { Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import { createMemoryMaintenance } from './memoryMaintenance';
import { createMemoryStore } from './memoryStore';
import type { ProgressListener } from './sqlite/catalogue/catalogueProgress';
import type { SqlJs } from './sqlite/sqlJs';
import { storeSettingsSchema, type StoreSettings } from './storeSettings';

export interface StoreRuntime {
  readonly log: Log;
  /** Loads sql.js; called at the first use of a sqlite store, not when it is opened. */
  readonly sqlJs: () => Promise<SqlJs>;
  /** Told now and then while a list has to read many sessions. */
  readonly onListProgress?: ProgressListener | undefined;
  /** So many of the latest revisions of a plan are kept when it is compacted; 0: all. Asked each time. */
  readonly keepRevisions?: (() => number) | undefined;
}

export interface OpenedStore {
  readonly store: PlanStore;
  readonly maintenance: StoreMaintenance;
  /** Closes the store, and ends what it was opened over. */
  readonly close: () => Promise<void>;
}

/**
 * Rejects with `invalid_input` when the settings make no sense. Touches no disk and no network: a
 * store that cannot be reached says so at its first use.
 */
export async function openStore(
  settings: StoreSettings,
  { log, sqlJs, onListProgress, keepRevisions }: StoreRuntime,
): Promise<OpenedStore> {
  const parsed = storeSettingsSchema.safeParse(settings);
  if (!parsed.success) {
    throw new PlanError('invalid_input', 'The settings of the plan store are not valid.', {
      cause: parsed.error,
    });
  }
  switch (parsed.data.kind) {
    case 'memory': {
      const store = createMemoryStore({ log });
      return { store, maintenance: createMemoryMaintenance(store), close: () => store.close() };
    }
    case 'sqlite': {
      const { openSqliteFolder } = await import('./sqlite/nodeOpenFolder');
      const options = { log, sqlJs, onListProgress, keepRevisions };
      const opened = openSqliteFolder(parsed.data.folder, options);
      return { ...opened, close: () => opened.store.close() };
    }
  }
}
