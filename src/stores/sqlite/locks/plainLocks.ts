import { cancelledError } from '../../../domain/planError';
import type { CancelSignal } from '../../../service/ports';
import { busyError } from '../../sessionAccess';
import type { SessionLock } from '../sessionFiles';

const PATIENCE_MS = 5_000;
const PAUSE_MS = 50;

/** Of all stores of this process, by place. */
const held = new Map<string, Promise<void>>();

/** Among the stores of one process: a web extension host has nothing by which others could be kept out. */
export async function lockInProcess(place: string, signal: CancelSignal): Promise<SessionLock> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let holder = held.get(place); holder; holder = held.get(place)) {
    if (signal.cancelled) throw cancelledError();
    if (performance.now() > deadline) throw busyError(place);
    await Promise.race([holder, pause()]);
  }
  let letGo: () => void = () => undefined;
  const holding = new Promise<void>((resolve) => (letGo = resolve));
  held.set(place, holding);
  return {
    isHeld: () => Promise.resolve(held.get(place) === holding),
    release: () => {
      if (held.get(place) === holding) held.delete(place);
      letGo();
      return Promise.resolve();
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
