import type { Turn } from '../domain/turn';
import { PlanService } from '../service/planService';
import type { PlanStore } from '../service/planStore';
import type { Clock, Digest, IdMaker, Log, ProcessIdentity } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import type { OpenedStore } from '../stores/openStore';
import { lazyStore } from './lazyStore';
import { StoreReach } from './storeReach';
import { sweepTrashHourly } from './trashSweeper';

/** What differs between the machines and browsers on which a host can be. */
export interface HostParts {
  /** Whatever is wanted now; a store that may come and go lets `reach` hear its answers. */
  readonly openStore: (reach: StoreReach) => Promise<OpenedStore>;
  readonly process: ProcessIdentity;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ComposedHost {
  readonly service: PlanService;
  /** The store behind the service, for loops that are given one; opens it like any first use. */
  readonly store: () => Promise<PlanStore>;
  /** What people do with the store beside planning; opens it like any first use. */
  readonly maintenance: () => Promise<StoreMaintenance>;
  /** Whether the store answers. */
  readonly reach: Pick<StoreReach, 'problem' | 'onDidChange'>;
  /** From now on with the store that the settings name now; resolves once the one before is closed. */
  readonly reopen: () => Promise<void>;
  /** Whether this process began the turn; one of before a restart is over. */
  readonly owns: (turn: Turn) => boolean;
  /** Ends in order: commands in flight, then the store. */
  dispose(): Promise<void>;
}

/** Composes store and service the same way everywhere; nothing is opened before its first use. */
export function composeHost({ openStore, process, ...ports }: HostParts): ComposedHost {
  const { clock, log } = ports;
  const lazy = lazyStore(() => openStore(reach));
  const open = () => reach.opening(lazy.get());
  const store = async () => (await open()).store;
  const reach: StoreReach = new StoreReach(async () => (await store()).list({}, { limit: 1 }), log);
  const service = new PlanService({ store, process, ...ports });
  const opened = async () => (await lazy.opened())?.maintenance;
  const sweeper = sweepTrashHourly(opened, { clock, log });
  return {
    ...{ service, store, reach },
    owns: ({ owner }) => owner === process.owner,
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
