import type { Log } from '../../../service/ports';

/** How many of all sessions the catalogue knows by now. */
export interface CatalogueProgress {
  readonly done: number;
  readonly total: number;
}
export type ProgressListener = (progress: CatalogueProgress) => void;

const PAUSE_MS = 100;

/** Tells nothing of what is done in a moment; else now and then, and in the end. A listener that throws is logged. */
export function unhurried(listener: ProgressListener, log: Log | undefined): ProgressListener {
  let toldAt = performance.now();
  let hasTold = false;
  return (progress) => {
    const isDue = performance.now() - toldAt >= PAUSE_MS;
    if (!isDue && !(hasTold && progress.done === progress.total)) return;
    toldAt = performance.now();
    hasTold = true;
    try {
      listener(progress);
    } catch (error) {
      log?.error('A listener for the progress of the catalogue failed', error);
    }
  };
}
