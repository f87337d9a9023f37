import type { PlanStore } from '../service/planStore';
import { closedError } from '../stores/sessionAccess';

export interface LazyStore {
  /** Opens the store the first time; a failed opening is tried again by the next call. */
  readonly get: () => Promise<PlanStore>;
  /** Closes the store if it was opened; later calls of `get` reject with `store_unavailable`. */
  readonly close: () => Promise<void>;
}

export function lazyStore(open: () => Promise<PlanStore>): LazyStore {
  let opened: Promise<PlanStore> | undefined;
  let closed = false;
  return {
    get: () => {
      if (closed) return Promise.reject(closedError());
      opened ??= open().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: async () => {
      closed = true;
      // A store that never opened has nothing to close; whoever asked for it heard of the failure.
      const store = await opened?.catch(() => undefined);
      await store?.close();
    },
  };
}
