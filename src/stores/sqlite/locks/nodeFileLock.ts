import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cancelledError } from '../../../domain/planError';
import type { CancelSignal } from '../../../service/ports';
import { busyError } from '../../sessionAccess';
import { DeadLocks, unlessPlatformFails, type Alone } from './nodeDeadLocks';
import { LockHolders, lockTimes, type LockOptions } from './nodeLockHolders';
import { LockNames } from './nodeLockNames';
import type { SessionLock } from '../sessionFiles';
import { codeOf } from '../../../service/platformError';

export type { LockOptions } from './nodeLockHolders';

const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 8;
/** A lock that could not be let go holds others up as long as we live: it is tried again. */
const RETRY_MS = 500;
/** Windows says so of a name that somebody reads at the moment at which it goes. */
const HELD_BY_ANOTHER = ['EPERM', 'EACCES', 'EBUSY'];

/**
 * Locks of one process in a folder (see ../SPEC.md). A living holder is never robbed, that of a dead
 * process is taken over; a failing disk leaves no lock held that nobody here knows of.
 */
export class FileLocks {
  readonly #folder: string;
  readonly #options: LockOptions;
  readonly #names: LockNames;
  readonly #dead: DeadLocks;
  /** Locks that are asked for, held or being let go here: who else wants one of them waits. */
  readonly #busy = new Set<string>();
  readonly #held = new Set<string>();
  /** Names that could not be let go. */
  readonly #left = new Set<string>();
  #swept = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(folder: string, options: LockOptions = {}) {
    this.#folder = folder;
    this.#options = options;
    const holders = new LockHolders(options);
    this.#names = new LockNames(folder, options, holders);
    this.#dead = new DeadLocks(this.#names, holders, options, (name, lock) =>
      this.#letGo(name, lock),
    );
  }

  /** Waits for the lock, up to the patience; rejects with `retry` when it is over and with `cancelled`. */
  async acquire(name: string, signal: CancelSignal): Promise<SessionLock> {
    const lock = join(this.#folder, `${name}.lock`);
    const { patienceMs = PATIENCE_MS, pause: sleep = wait } = this.#options;
    const deadline = performance.now() + patienceMs;
    await this.#sweepOnce();
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      let refusal: Error | undefined;
      try {
        const held = await this.#attempt(lock);
        if (held) return held;
      } catch (error) {
        refusal = asHeldByAnother(error, this.#options);
      }
      if (signal.cancelled) throw cancelledError();
      if (performance.now() > deadline) throw refusal ?? busyError(lock);
      // Uneven pauses, so that those who wait do not come at the same time again and again.
      await sleep(pause * (0.5 + Math.random()));
    }
  }

  /** The file that says who we are goes; locks that are held still stand. */
  close(): Promise<void> {
    return this.#names.close();
  }

  async #attempt(lock: string): Promise<SessionLock | undefined> {
    if (this.#busy.has(lock)) return undefined;
    this.#busy.add(lock);
    let held: SessionLock | undefined;
    try {
      held = (await this.#take(lock)) ?? (await this.#takeLeft(lock));
      if (!held && (await this.#dead.takeAway(lock))) held = await this.#take(lock);
      return held;
    } catch (error) {
      await this.#letGo(lock, lock);
      throw error;
    } finally {
      if (!held) this.#busy.delete(lock);
    }
  }

  async #take(lock: string): Promise<SessionLock | undefined> {
    const since = now();
    return (await this.#names.claim(lock)) ? this.#heldLock(lock, since) : undefined;
  }

  /** Ours from a call that failed after it had its effect. */
  async #takeLeft(lock: string): Promise<SessionLock | undefined> {
    if (!(await this.#names.isOurs(lock))) return undefined;
    const since = now();
    await this.#names.touch(lock);
    // Others may have watched it in silence until now.
    return (await this.#names.isOurs(lock)) ? this.#heldLock(lock, since) : undefined;
  }

  #heldLock(lock: string, since: Moment): SessionLock {
    const { surelyHeldMs } = lockTimes(this.#options);
    let released: Promise<void> | undefined;
    this.#held.add(lock);
    this.#beat();
    const isStillOurs = async () =>
      elapsed(since) < surelyHeldMs || (await this.#names.isOurs(lock));
    const release = async () => {
      this.#held.delete(lock);
      this.#beat();
      try {
        if (await isStillOurs()) await this.#names.remove(lock);
      } catch (error) {
        this.#letGoLater(lock, lock);
        throw error;
      } finally {
        this.#busy.delete(lock);
      }
    };
    return {
      isHeld: async () => !released && (await isStillOurs()),
      release: () => (released ??= release()),
    };
  }

  /** While something is held for long, others see by its time that we live. */
  #beat(): void {
    if (this.#held.size === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
      return;
    }
    this.#heartbeat ??= setInterval(() => {
      // A beat that is missed is made up for by the next one.
      for (const lock of this.#held) void this.#names.touch(lock).catch(() => undefined);
    }, lockTimes(this.#options).heartbeatMs).unref();
  }

  async #letGo(name: string, lock: string): Promise<void> {
    try {
      if (await this.#names.isOurs(name)) await this.#names.remove(name);
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      this.#letGoLater(name, lock);
    }
  }

  /** Goes on after the store was closed, too: the process may live for days. */
  #letGoLater(name: string, lock: string): void {
    if (this.#left.has(name)) return;
    this.#left.add(name);
    void this.#letGoInTheEnd(name, lock);
  }

  async #letGoInTheEnd(name: string, lock: string): Promise<void> {
    const { pause = pauseAside } = this.#options;
    for (;;) {
      await pause(RETRY_MS);
      try {
        const done = await this.#alone(lock, async () => {
          if (await this.#names.isOurs(name)) await this.#names.remove(name);
          return true;
        });
        if (done) break;
      } catch {
        // The disk still fails; whoever waits for the lock hears of that from its own call.
      }
    }
    this.#left.delete(name);
  }

  readonly #alone: Alone = async (lock, job) => {
    if (this.#busy.has(lock)) return undefined;
    this.#busy.add(lock);
    try {
      return await job();
    } finally {
      this.#busy.delete(lock);
    }
  };

  async #sweepOnce(): Promise<void> {
    if (this.#swept) return;
    this.#swept = true;
    await unlessPlatformFails(this.#dead.sweep(this.#alone));
  }
}

function asHeldByAnother(error: unknown, { platform = process.platform }: LockOptions): Error {
  const code = codeOf(error);
  if (platform === 'win32' && error instanceof Error && HELD_BY_ANOTHER.includes(code ?? ''))
    return error;
  throw error;
}

interface Moment {
  readonly clock: number;
  readonly date: number;
}

function now(): Moment {
  return { clock: performance.now(), date: Date.now() };
}

/** By two clocks, because one of them stands still while a machine sleeps. */
function elapsed({ clock, date }: Moment): number {
  return Math.max(performance.now() - clock, Date.now() - date);
}

/** Keeps no process alive. */
function pauseAside(ms: number): Promise<unknown> {
  return wait(ms, undefined, { ref: false });
}
