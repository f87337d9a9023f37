import { randomUUID } from 'node:crypto';
import type { Turn } from '../domain/turn';
import { PlanService } from '../service/planService';
import type { PlanStore } from '../service/planStore';
import type { Clock, Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import type { OpenedStore } from '../stores/openStore';
import { loadSqlJs } from '../stores/sqlite/nodeSqlJs';
import { digest } from './digest';
import { isOnServer, openHostStore, type HostStoreSettings } from './hostStore';
import { lazyStore } from './lazyStore';
import { StoreReach } from './storeReach';
import { thisProcess } from './thisProcess';
import { sweepTrashHourly } from './trashSweeper';

export interface PlanHostOptions {
  /** Where plans are kept; a function is asked whenever the store is opened. */
  readonly store: HostStoreSettings | (() => Promise<HostStoreSettings>);
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
  /** Whether the store answers. */
  readonly reach: Pick<StoreReach, 'problem' | 'onDidChange'>;
  /** Whether this process began the turn; one of before a restart is over. */
  readonly owns: (turn: Turn) => boolean;
  /** From now on with the store that the settings name now; resolves once the one before is closed. */
  readonly reopen: () => Promise<void>;
  /** A store beside the own one, with the same surroundings; closed by the caller. */
  readonly openBeside: (settings: HostStoreSettings) => Promise<OpenedStore>;
  /** Ends in order: commands in flight, then the store. */
  dispose(): Promise<void>;
}

/** Composes store and service the same way for every root; nothing is opened before its first use. */
export function createPlanHost(options: PlanHostOptions): PlanHost {
  const { store: asked, wasmFile, clock, log, onListProgress, keepRevisions } = options;
  const ids = { uuid: randomUUID };
  const openAt = (settings: HostStoreSettings, onCut: () => void) =>
    openHostStore(settings, {
      onCut,
      ...{ log, digest, ids, onListProgress, keepRevisions: keepRevisions ?? (() => 0) },
      sqlJs: () => loadSqlJs(wasmFile),
    });
  const lazy = lazyStore(async () => {
    const { place } = reach;
    const settings = typeof asked === 'function' ? await asked() : asked;
    const opened = await openAt(settings, () => {
      reach.doubt();
    });
    return isOnServer(settings) ? { ...opened, store: reach.heard(opened.store, place) } : opened;
  });
  const open = () => reach.opening(lazy.get());
  const store = async () => (await open()).store;
  const reach: StoreReach = new StoreReach(async () => (await store()).list({}, { limit: 1 }), log);
  const identity = thisProcess();
  const service = new PlanService({
    ...{ store, clock, digest, ids, log },
    process: identity,
  });
  const opened = async () => (await lazy.opened())?.maintenance;
  const sweeper = sweepTrashHourly(opened, { clock, log });
  return {
    ...{ service, store, reach },
    owns: ({ owner }) => owner === identity.owner,
    openBeside: (settings) => openAt(settings, () => undefined),
    maintenance: async () => (await open()).maintenance,
    reopen: async () => {
      const close = lazy.leave();
      reach.renew();
      await service.idle();
      await close();
    },
    dispose: async () => {
      reach.dispose();
      sweeper.dispose();
      await service.dispose();
      await lazy.close();
    },
  };
}
