import { inBackground } from '../service/backgroundTimer';
import type { Clock, Disposable, Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';

/** Not at the start of a window, when everything else wants the disk. */
const EVERY_MS = 60 * 60_000;

/**
 * Looks once an hour whether the trash is due; the store itself lets one process do it once a day. A store
 * that nobody used is not opened for it, and no process is kept alive.
 */
export function sweepTrashHourly(
  maintenance: () => Promise<StoreMaintenance | undefined>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Disposable {
  const sweep = async () => {
    try {
      const opened = await maintenance();
      const destroyed = (await opened?.sweepTrash(clock.now())) ?? 0;
      if (destroyed > 0)
        log.info(
          `${String(destroyed)} plans that were deleted over 30 days ago are gone for good.`,
        );
    } catch (error) {
      // They only cost room; the next hour tries again.
      log.warn(`The trash of the plans could not be looked at: ${String(error)}`);
    }
  };
  const timer = inBackground(setInterval(() => void sweep(), EVERY_MS));
  return {
    dispose: () => {
      clearInterval(timer);
    },
  };
}
