import type { Clock, Log, ProcessIdentity } from '../../service/ports';
import type { PlainFiles } from '../../stores/sqlite/plainFiles';
import { openPlainFolder } from '../../stores/sqlite/plainOpenFolder';
import { sqlJsFrom } from '../../stores/sqlite/sqlJsFrom';
import { composeHost, type ComposedHost } from '../composedHost';
import { sha256 } from './sha256';
import { digest } from './webDigest';

export interface WebHostOptions {
  /** Where plans are kept. */
  readonly files: PlainFiles;
  /** Reads sql-wasm.wasm. */
  readonly wasm: () => PromiseLike<Uint8Array>;
  readonly clock: Clock;
  readonly log: Log;
  readonly onListProgress: (progress: { readonly done: number; readonly total: number }) => void;
  readonly keepRevisions: () => number;
}

/** The host in a browser: plans are in files, whatever the setting says, since no server can be reached. */
export function createWebHost({ files, wasm, clock, log, ...more }: WebHostOptions): ComposedHost {
  const ids = { uuid: () => crypto.randomUUID() };
  const tools = { digest: sha256, uuid: ids.uuid };
  return composeHost({
    ...{ process: thisWindow(ids.uuid()), digest, ids, clock, log },
    openStore: () =>
      Promise.resolve(
        openPlainFolder(files, tools, { log, sqlJs: () => sqlJsFrom(wasm()), ...more }),
      ),
  });
}

/** A browser has no processes: of other windows only their leases tell. */
function thisWindow(owner: string): ProcessIdentity {
  return {
    ...{ owner, process_id: 0, host: 'web' },
    isAlive: (other) => (other.owner === owner ? true : undefined),
  };
}
