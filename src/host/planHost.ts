import { randomUUID } from 'node:crypto';
import { PlanService } from '../service/planService';
import type { PlanStore } from '../service/planStore';
import type { Clock, Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import { openStore } from '../stores/openStore';
import { loadSqlJs } from '../stores/sqlite/nodeSqlJs';
import type { StoreSettings } from '../stores/storeSettings';
import { digest } from './digest';
import { thisProcess } from './thisProcess';
import { lazyStore } from './lazyStore';
import { sweepTrashHourly } from './trashSweeper';

export interface PlanHostOptions {
  readonly store: StoreSettings;
  /** Path of sql-wasm.wasm. */
  readonly wasmFile: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Told now and then while a list has to read many sessions, e.g. after its cache was lost. */
  readonly onListProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  /** So many of the latest revisions are kept when a plan is compacted; 0 or absent: all. Asked each time. */
  readonly keepRevisions?: () => number;
}

export interface PlanHost {
  readonly service: PlanService;
  /** The store behind the service, for loops that are given one; opens it like any first use. */
  readonly store: () => Promise<PlanStore>;
  /** What people do with the store beside planning; opens it like any first use. */
  readonly maintenance: () => Promise<StoreMaintenance>;
  /** Ends in order: commands in flight, then the store. */
  dispose(): Promise<void>;
}

/** Composes store and service the same way for every root; nothing is opened before its first use. */
export function createPlanHost(options: PlanHostOptions): PlanHost {
  const { store, wasmFile, clock, log, onListProgress, keepRevisions } = options;
  const sqlJs = () => loadSqlJs(wasmFile);
  const lazy = lazyStore(() => openStore(store, { log, sqlJs, onListProgress, keepRevisions }));
  const service = new PlanService({
    store: async () => (await lazy.get()).store,
    clock,
    digest,
    ids: { uuid: randomUUID },
    process: thisProcess(),
    log,
  });
  const opened = async () => (await lazy.opened())?.maintenance;
  const sweeper = sweepTrashHourly(opened, { clock, log });
  return {
    service,
    store: async () => (await lazy.get()).store,
    maintenance: async () => (await lazy.get()).maintenance,
    dispose: async () => {
      sweeper.dispose();
      await service.dispose();
      await lazy.close();
    },
  };
}
