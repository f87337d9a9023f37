import { cancelledError, PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { CancelSignal, Log } from '../../service/ports';
import { sealImage } from './fileImage';
import type { OpenSession } from './openSession';
import type { RestoredSessions } from './maintenance/restoredSessions';
import type { FileStamp, SessionFiles, SessionLock } from './sessionFiles';
import { toStoreError } from './storeFailure';

/** Another process put its own file in place since ours was read; nothing was written. */
export class ReplacedMeanwhile extends Error {}

interface Surroundings {
  readonly files: SessionFiles;
  readonly restored: RestoredSessions;
  readonly log: Log;
}

/**
 * Makes what the database holds durable and resolves to the session as it now stands. A rejection
 * leaves the disk as it was, except with `details.outcome` = `unknown`.
 */
export async function replaceSession(
  surroundings: Surroundings,
  name: string,
  open: OpenSession,
  { lock, signal }: { readonly lock: SessionLock; readonly signal: CancelSignal },
): Promise<OpenSession> {
  const { files, restored } = surroundings;
  let parts: readonly Uint8Array[] = [];
  let liveStamp: FileStamp;
  try {
    const content = async () =>
      (parts = await sealImage(open.database.export(), (part) => files.digest(part)));
    liveStamp = await files.replace(name, content, {
      keepPrevious: open.source === 'live',
      beforeSwitch: async () => {
        const isOurs =
          (await lock.isHeld()) && (await files.stamp(name, 'live')) === open.liveStamp;
        if (!isOurs) throw new ReplacedMeanwhile();
        if (signal.cancelled) throw cancelledError();
        if (open.source === 'lastGood' && open.liveStamp !== undefined)
          await moveAside(surroundings, name);
      },
    });
  } catch (error) {
    if (error instanceof ReplacedMeanwhile || PlanError.is(error)) throw error;
    liveStamp = await reconciled(surroundings, name, parts, error);
  }
  open.database.written();
  if (open.source === 'lastGood') restored.wasMissing(name, files.location(name, 'live'));
  return { database: open.database, liveStamp, source: 'live', problems: [] };
}

async function moveAside({ files, restored, log }: Surroundings, name: string): Promise<void> {
  const aside = await files.moveAside(name);
  if (aside === undefined) return;
  // Now, and not after the switch: if that fails, this is where the damaged file is all the same.
  restored.wasMovedAside(name, aside);
  log.warn(`A damaged session file was moved to ${aside}; its last good copy is in use.`);
}

/** Reads what became of a replacement that failed: before the switch nothing changed, after it only the durability is open. */
async function reconciled(
  { files, log }: Surroundings,
  name: string,
  parts: readonly Uint8Array[],
  failure: unknown,
): Promise<FileStamp> {
  const location = files.location(name, 'live');
  try {
    const live = await files.read(name, 'live');
    if (live && isMadeOf(live.bytes, parts)) {
      await files.settle();
      log.warn(
        `A plan was saved, but a step after it failed: ${String(failure)}. The state before it may be missing from ${files.location(name, 'lastGood')}.`,
      );
      return live.stamp;
    }
  } catch (cause) {
    throw new PlanError(
      'store_unavailable',
      'It is not known whether the plan was saved: the disk failed in the middle. Read the plan before changing it again.',
      { details: { retry: true, outcome: 'unknown', location }, cause },
    );
  }
  throw toStoreError(failure, sentence`The plan could not be saved`, location);
}

function isMadeOf(bytes: Uint8Array, parts: readonly Uint8Array[]): boolean {
  let at = 0;
  for (const part of parts) {
    if (!part.every((byte, offset) => bytes[at + offset] === byte)) return false;
    at += part.length;
  }
  return at > 0 && at === bytes.length;
}
