import { PlanError } from '../../domain/planError';
import type { CancelSignal, Log } from '../../service/ports';
import { cancelledError } from '../sessionAccess';
import { sealImage } from './fileImage';
import type { OpenSession } from './openSession';
import type { FileStamp, SessionFiles } from './sessionFiles';
import { toStoreError } from './storeFailure';

/** Another process put its own file in place since ours was read; nothing was written. */
export class ReplacedMeanwhile extends Error {}

/**
 * Makes what the database holds durable and resolves to the session as it now stands. A rejection
 * leaves the disk as it was, except with `details.outcome` = `unknown`.
 */
export async function replaceSession(
  files: SessionFiles,
  name: string,
  open: OpenSession,
  signal: CancelSignal,
  log: Log,
): Promise<OpenSession> {
  const bytes = await sealImage(open.database.export(), (part) => files.digest(part));
  const liveStamp = await replaced(files, name, bytes, open, signal, log);
  return { database: open.database, liveStamp, source: 'live', problems: [] };
}

async function replaced(
  files: SessionFiles,
  name: string,
  bytes: Uint8Array,
  open: OpenSession,
  signal: CancelSignal,
  log: Log,
): Promise<FileStamp> {
  try {
    return await files.replace(name, bytes, {
      keepPrevious: open.source === 'live',
      beforeSwitch: async () => {
        if ((await files.stamp(name, 'live')) !== open.liveStamp) throw new ReplacedMeanwhile();
        if (signal.cancelled) throw cancelledError();
        if (open.source !== 'lastGood' || open.liveStamp === undefined) return;
        const aside = await files.moveAside(name);
        log.warn(`A damaged session file was moved to ${aside}; its last good copy is in use.`);
      },
    });
  } catch (error) {
    if (error instanceof ReplacedMeanwhile || PlanError.is(error)) throw error;
    return reconciled(files, name, bytes, error);
  }
}

/** Reads what became of a replacement that failed: before the switch nothing changed, after it only the durability is open. */
async function reconciled(
  files: SessionFiles,
  name: string,
  bytes: Uint8Array,
  failure: unknown,
): Promise<FileStamp> {
  const location = files.location(name, 'live');
  try {
    const live = await files.read(name, 'live');
    if (live && sameBytes(live.bytes, bytes)) {
      await files.settle();
      return live.stamp;
    }
  } catch (cause) {
    throw new PlanError(
      'store_unavailable',
      'It is not known whether the plan was saved: the disk failed in the middle. Read the plan before changing it again.',
      { details: { retry: true, outcome: 'unknown', location }, cause },
    );
  }
  throw toStoreError(failure, 'The plan could not be saved', location);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
