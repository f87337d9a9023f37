import type { OpenedStore } from '../stores/openStore';
import { closedError } from '../stores/sessionAccess';

export interface LazyStore {
  /** Opens the store the first time; a failed opening is tried again by the next call. */
  readonly get: () => Promise<OpenedStore>;
  /** The store if somebody has opened it. */
  readonly opened: () => Promise<OpenedStore> | undefined;
  /** Closes the store if it was opened; later calls of `get` reject with `store_unavailable`. */
  readonly close: () => Promise<void>;
}

export function lazyStore(open: () => Promise<OpenedStore>): LazyStore {
  let opened: Promise<OpenedStore> | undefined;
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
    opened: () => (closed ? undefined : opened),
    close: async () => {
      closed = true;
      // A store that never opened has nothing to close; whoever asked for it heard of the failure.
      const found = await opened?.catch(() => undefined);
      await found?.store.close();
    },
  };
}
