import type { SessionKey } from '../../service/planStore';
import type { Disposable, Log } from '../../service/ports';
import type { FileStamp, SessionFiles } from './sessionFiles';

/** Of so many sessions, used last, the files are looked at also where the platform tells nothing. */
const MOST_WATCHED = 64;

interface Known {
  readonly key: SessionKey;
  /** The live file as listeners know it; undefined: there is none. */
  readonly stamp: FileStamp | undefined;
}

export interface ForeignChangesOptions {
  readonly files: SessionFiles;
  readonly log: Log;
  /** The key of a session that this store has not used yet; undefined when it cannot be read. */
  readonly keyOf: (name: string) => Promise<SessionKey | undefined>;
  /** Runs when the store does nothing else with the session. */
  readonly queue: (key: SessionKey, job: () => Promise<void>) => Promise<void>;
  readonly tell: (session: SessionKey) => void;
}

/** Hears of sessions that other processes changed, and tells of each state once (FC.19). */
export class ForeignChanges {
  readonly #options: ForeignChangesOptions;
  /** By file name; oldest use first. */
  readonly #known = new Map<string, Known>();
  readonly #looking = new Set<string>();
  #watch: Disposable | undefined;

  constructor(options: ForeignChangesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#watch ??= this.#options.files.watch(
      (name) => void this.#look(name),
      () =>
        new Map([...this.#known].slice(-MOST_WATCHED).map(([name, { stamp }]) => [name, stamp])),
    );
  }

  stop(): void {
    this.#watch?.dispose();
    this.#watch = undefined;
  }

  /** This store uses the session; its listeners need not be told of what is there now. */
  used(name: string, key: SessionKey, stamp: FileStamp | undefined): void {
    this.#remember(name, { key, stamp: this.#known.get(name)?.stamp ?? stamp });
  }

  /** This store has told of this state itself. */
  told(name: string, key: SessionKey, stamp: FileStamp | undefined): void {
    this.#remember(name, { key, stamp });
  }

  #remember(name: string, known: Known): void {
    this.#known.delete(name);
    this.#known.set(name, known);
  }

  async #look(name: string): Promise<void> {
    if (this.#looking.has(name)) return;
    this.#looking.add(name);
    const { keyOf, queue, files, tell, log } = this.#options;
    try {
      const key = this.#known.get(name)?.key ?? (await keyOf(name));
      if (key === undefined) return;
      await queue(key, async () => {
        // From here on a further change asks for a further look.
        this.#looking.delete(name);
        const stamp = await files.stamp(name, 'live');
        const known = this.#known.get(name);
        if (known && known.stamp === stamp) return;
        this.told(name, key, stamp);
        tell(key);
      });
    } catch (error) {
      // Whoever reads the session meets the failure itself.
      log.warn(`A change of a session could not be looked at: ${String(error)}`);
    } finally {
      this.#looking.delete(name);
    }
  }
}
