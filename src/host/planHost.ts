import { randomUUID } from 'node:crypto';
import { PlanService } from '../service/planService';
import type { Clock, Log } from '../service/ports';
import { openStore } from '../stores/openStore';
import { loadSqlJs } from '../stores/sqlite/nodeSqlJs';
import type { StoreSettings } from '../stores/storeSettings';
import { digest } from './digest';
import { thisProcess } from './thisProcess';
import { lazyStore } from './lazyStore';

export interface PlanHostOptions {
  readonly store: StoreSettings;
  /** Path of sql-wasm.wasm. */
  readonly wasmFile: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PlanHost {
  readonly service: PlanService;
  /** Ends in order: commands in flight, then the store. */
  dispose(): Promise<void>;
}

/** Composes store and service the same way for every root; nothing is opened before its first use. */
export function createPlanHost({ store, wasmFile, clock, log }: PlanHostOptions): PlanHost {
  const lazy = lazyStore(() => openStore(store, { log, sqlJs: () => loadSqlJs(wasmFile) }));
  const service = new PlanService({
    store: lazy.get,
    clock,
    digest,
    ids: { uuid: randomUUID },
    process: thisProcess(),
    log,
  });
  return {
    service,
    dispose: async () => {
      await service.dispose();
      await lazy.close();
    },
  };
}
