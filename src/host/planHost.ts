import { randomUUID } from 'node:crypto';
import type { Clock, Log } from '../service/ports';
import type { OpenedStore } from '../stores/openStore';
import { loadSqlJs } from '../stores/sqlite/nodeSqlJs';
import { composeHost, type ComposedHost } from './composedHost';
import { digest } from './digest';
import { isOnServer, openHostStore, type HostStoreSettings } from './hostStore';
import { thisProcess } from './thisProcess';

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

export interface PlanHost extends ComposedHost {
  /** A store beside the own one, with the same surroundings; closed by the caller. */
  readonly openBeside: (settings: HostStoreSettings) => Promise<OpenedStore>;
}

/** The host on a machine, the same for every root there. */
export function createPlanHost(options: PlanHostOptions): PlanHost {
  const { store: asked, wasmFile, clock, log, onListProgress, keepRevisions } = options;
  const ids = { uuid: randomUUID };
  const openAt = (settings: HostStoreSettings, onCut: () => void) =>
    openHostStore(settings, {
      onCut,
      ...{ log, digest, ids, onListProgress, keepRevisions: keepRevisions ?? (() => 0) },
      sqlJs: () => loadSqlJs(wasmFile),
    });
  const host = composeHost({
    ...{ process: thisProcess(), digest, ids, clock, log },
    openStore: async (reach) => {
      const { place } = reach;
      const settings = typeof asked === 'function' ? await asked() : asked;
      const opened = await openAt(settings, () => {
        reach.doubt();
      });
      return isOnServer(settings) ? { ...opened, store: reach.heard(opened.store, place) } : opened;
    },
  });
  return { ...host, openBeside: (settings) => openAt(settings, () => undefined) };
}
