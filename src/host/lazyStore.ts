import type { OpenedStore } from '../stores/openStore';
import { closedError } from '../stores/sessionAccess';

export interface LazyStore {
  /** Opens the store the first time; a failed opening is tried again by the next call. */
  readonly get: () => Promise<OpenedStore>;
  /** The store if somebody has opened it. */
  readonly opened: () => Promise<OpenedStore> | undefined;
  /** The next call of `get` opens anew; resolves to what closes the one before. */
  readonly leave: () => () => Promise<void>;
  /** Closes the store if it was opened; later calls of `get` reject with `store_unavailable`. */
  readonly close: () => Promise<void>;
}

export function lazyStore(open: () => Promise<OpenedStore>): LazyStore {
  let opened: Promise<OpenedStore> | undefined;
  let closed = false;
  const leave = () => {
    const left = opened;
    opened = undefined;
    // A store that never opened has nothing to close; whoever asked for it heard of the failure.
    return async () => (await left?.catch(() => undefined))?.close();
  };
  return {
    get: () => {
      if (closed) return Promise.reject(closedError());
      if (opened) return opened;
      const opening = open().catch((error: unknown) => {
        if (opened === opening) opened = undefined;
        throw error;
      });
      return (opened = opening);
    },
    opened: () => (closed ? undefined : opened),
    leave,
    close: async () => {
      closed = true;
      await leave()();
    },
  };
}
