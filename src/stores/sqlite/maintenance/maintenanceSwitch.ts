import { PlanError } from '../../../domain/planError';
import { changedError } from '../../sessionAccess';
import { sealImage } from '../fileImage';
import { holdSession, isStillLive, type HeldSession } from './maintenanceReader';
import type { FileStamp, SessionFiles, SessionLock } from '../sessionFiles';

/** A file of a session as it would be read, with an image that is not on the disk yet. */
export async function heldWith(
  files: SessionFiles,
  held: HeldSession,
  image: Uint8Array,
): Promise<HeldSession> {
  const bytes = joined(await sealImage(image, (part) => files.digest(part)));
  return { ...held, live: { bytes, stamp: 'new' } };
}

export interface SwitchOptions {
  readonly keepPrevious: boolean;
  /** With everything written and nothing changed yet. */
  readonly beforeSwitch?: () => Promise<void>;
}

/**
 * Puts the new live file in the place of the one that was held. A rejection leaves the disk as it was,
 * except with `details.outcome` = `unknown`.
 */
export async function switchLive(
  files: SessionFiles,
  held: HeldSession,
  next: HeldSession,
  lock: SessionLock,
  { keepPrevious, beforeSwitch }: SwitchOptions,
): Promise<void> {
  const bytes = next.live?.bytes ?? new Uint8Array();
  try {
    await files.replace(held.name, () => Promise.resolve([bytes]), {
      keepPrevious,
      beforeSwitch: async () => {
        if (!(await lock.isHeld()) || !(await isStillLive(files, held))) throw changedError();
        await beforeSwitch?.();
      },
    });
  } catch (error) {
    if (PlanError.is(error)) throw error;
    await settled(files, held.name, bytes, error);
  }
}

/** Before the switch nothing changed, and after it only a power cut could undo it. */
async function settled(
  files: SessionFiles,
  name: string,
  bytes: Uint8Array,
  failure: unknown,
): Promise<FileStamp | undefined> {
  try {
    const { live } = await holdSession(files, name);
    if (!live || !isEqual(live.bytes, bytes)) throw failure;
    await files.settle();
    return live.stamp;
  } catch (cause) {
    if (cause === failure) throw failure;
    throw new PlanError(
      'store_unavailable',
      'It is not known whether this was done: the disk failed in the middle. The plan itself is whole, before or after it.',
      {
        details: { retry: true, outcome: 'unknown', location: files.location(name, 'live') },
        cause,
      },
    );
  }
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
