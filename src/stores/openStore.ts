import { PlanError } from '../domain/planError';
import type { PlanStore } from '../service/planStore';
import type { Log } from '../service/ports';
import { createMemoryStore } from './memoryStore';
import type { SqlJs } from './sqlite/sqlJs';
import { storeSettingsSchema, type StoreSettings } from './storeSettings';

export interface StoreRuntime {
  readonly log: Log;
  /** Loads sql.js; called at the first use of a sqlite store, not when it is opened. */
  readonly sqlJs: () => Promise<SqlJs>;
}

/** What can be done with stored data besides planning; a store offers what it has. */
export interface StoreMaintenance {
  /** The folder that holds the session files, to be shown to a person. */
  readonly folder?: string;
}

export interface OpenedStore {
  readonly store: PlanStore;
  readonly maintenance: StoreMaintenance;
}

/**
 * Rejects with `invalid_input` when the settings make no sense. Touches no disk and no network: a
 * store that cannot be reached says so at its first use.
 */
export async function openStore(
  settings: StoreSettings,
  runtime: StoreRuntime,
): Promise<OpenedStore> {
  const parsed = storeSettingsSchema.safeParse(settings);
  if (!parsed.success) {
    throw new PlanError('invalid_input', 'The settings of the plan store are not valid.', {
      cause: parsed.error,
    });
  }
  switch (parsed.data.kind) {
    case 'memory':
      return { store: createMemoryStore({ log: runtime.log }), maintenance: {} };
    case 'sqlite': {
      const { createSqliteStore } = await import('./sqlite/sqliteStore');
      const { createNodeSessionFiles } = await import('./sqlite/nodeSessionFiles');
      const files = createNodeSessionFiles(parsed.data.folder);
      const store = createSqliteStore({ files, sqlJs: runtime.sqlJs, log: runtime.log });
      return { store, maintenance: { folder: files.folder } };
    }
  }
}
