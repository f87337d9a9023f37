import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { cancelledError, PlanError } from '../../domain/planError';
import type { CancelSignal } from '../../service/ports';
import { ifPresent, makeFolder, type FileSystemOptions } from './nodeFileSystem';
import { LockHolders, ownHolder, SILENCE_MS } from './nodeLockHolders';
import { MACHINE } from './nodeProcesses';
import type { SessionLock } from './sessionFiles';
import { codeOf } from './storeFailure';

/** How long a writer waits for another one before its caller hears `retry`. */
const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 8;
const HEARTBEAT_MS = 2_000;
/** Until then nobody can have taken our lock for a dead one's. */
const SURELY_HELD_MS = SILENCE_MS / 2;
/** A dead taker of a dead holder's lock is rare; so many in a row are a broken disk. */
const TICKETS = 4;
/** Answers of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

export interface LockOptions extends FileSystemOptions {
  readonly patienceMs?: number;
}

/**
 * Locks of one process in a folder: a lock is a second name (hard link) of a file that says who holds it,
 * so it is there whole or not at all. The lock of a dead process is taken away by whoever gets the ticket
 * for it, a name made of the dead one's token that can be won once; a living holder is never robbed.
 */
export class FileLocks {
  readonly #folder: string;
  readonly #options: LockOptions;
  readonly #holders: LockHolders;
  readonly #own = ownHolder(randomBytes(6).toString('hex'));
  readonly #ownFile: string;
  #made: Promise<void> | undefined;
  #held = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(folder: string, options: LockOptions = {}) {
    this.#folder = folder;
    this.#options = options;
    this.#ownFile = join(folder, `${MACHINE}-${String(process.pid)}-${this.#own.token}.owner`);
    this.#holders = new LockHolders(options);
  }

  /**
   * Waits for the lock, up to the patience; rejects with `retry` when it is over and with `cancelled`.
   * One name at a time: who asks again before it was let go has it already.
   */
  async acquire(name: string, signal: CancelSignal): Promise<SessionLock> {
    const path = join(this.#folder, `${name}.lock`);
    const deadline = performance.now() + (this.#options.patienceMs ?? PATIENCE_MS);
    for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      if ((await this.#claim(path)) || (await this.#isOurs(path))) return this.#heldLock(path);
      if (signal.cancelled) throw cancelledError();
      if (await this.#takeAwayFromDead(path)) continue;
      if (performance.now() > deadline) throw patienceOver(path);
      // Uneven pauses, so that those who wait do not come at the same time again and again.
      await wait(pause * (0.5 + Math.random()));
    }
  }

  /** The file that says who we are goes; locks that are held still stand. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    const made = this.#made;
    this.#made = undefined;
    if (!made) return;
    try {
      await made;
      await ifPresent(this.#fs.unlink(this.#ownFile));
    } catch (error) {
      // It names a process that has ended, so the next sweep finds it.
      if (codeOf(error) === undefined) throw error;
    }
  }

  get #fs(): NonNullable<FileSystemOptions['fileSystem']> {
    return this.#options.fileSystem ?? fs;
  }

  /** True when the name is ours now; false when another one has it. */
  async #claim(path: string): Promise<boolean> {
    // Twice: the folder, or our file in it, may have been taken away since.
    for (let again = true; ; again = false) {
      this.#made ??= this.#makeOwnFile();
      try {
        await this.#made;
        await this.#fs.link(this.#ownFile, path);
        return true;
      } catch (error) {
        const code = codeOf(error) ?? '';
        if (code === 'EEXIST') return false;
        if (NO_LINKS.includes(code)) return this.#createLock(path);
        this.#made = undefined;
        if (code !== 'ENOENT' || !again) throw error;
      }
    }
  }

  /** Left from a call that failed after it had its effect. */
  async #isOurs(path: string): Promise<boolean> {
    return (await this.#holders.of(path))?.token === this.#own.token;
  }

  /** Without links the lock may be seen half-written; then it counts as held until it is old. */
  async #createLock(path: string): Promise<boolean> {
    try {
      await this.#write(path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
  }

  async #makeOwnFile(): Promise<void> {
    await makeFolder(this.#folder, this.#options);
    try {
      await this.#write(this.#ownFile);
    } catch (error) {
      // Still there from before: its name is ours alone.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }

  async #write(path: string): Promise<void> {
    const handle = await this.#fs.open(path, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(this.#own));
    } finally {
      await handle.close();
    }
  }

  #heldLock(path: string): SessionLock {
    this.#beat(1);
    const [since, sinceDate] = [performance.now(), Date.now()];
    const isHeld = async () => {
      // Two clocks, because one of them stands still while a machine sleeps.
      const held = Math.max(performance.now() - since, Date.now() - sinceDate);
      return held < SURELY_HELD_MS || (await this.#isOurs(path));
    };
    return {
      isHeld,
      release: async () => {
        if (await isHeld()) await ifPresent(this.#fs.unlink(path));
        this.#beat(-1);
      },
    };
  }

  /** While something is held for long, other machines see by the time of our file that we live. */
  #beat(change: number): void {
    this.#held += change;
    if (this.#held === 0) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
      return;
    }
    this.#heartbeat ??= setInterval(() => {
      const now = new Date();
      // A beat that is missed is made up for by the next one.
      void this.#fs.utimes(this.#ownFile, now, now).catch(() => undefined);
    }, HEARTBEAT_MS).unref();
  }

  /** True when it is worth trying again at once. */
  async #takeAwayFromDead(path: string): Promise<boolean> {
    const holder = await this.#holders.of(path);
    if (!holder) return true;
    if (!(await this.#holders.isDead(path, holder))) return false;
    let ticket = `${path}.${holder.token}`;
    const dead: string[] = [];
    for (let tries = 0; tries < TICKETS; tries++) {
      if (await this.#claim(ticket)) {
        // Only now it is sure that nobody else takes it away: is it still the dead one's?
        const now = await this.#holders.of(path);
        if (now?.token === holder.token) await ifPresent(this.#fs.unlink(path));
        for (const name of [...dead, ticket]) await ifPresent(this.#fs.unlink(name));
        return true;
      }
      const taker = await this.#holders.of(ticket);
      if (!taker) return true;
      if (!(await this.#holders.isDead(ticket, taker))) return false;
      dead.push(ticket);
      ticket = `${ticket}.${taker.token}`;
    }
    return false;
  }
}

function patienceOver(path: string): PlanError {
  return new PlanError(
    'retry',
    'Another program keeps writing this session; nothing was changed by this call.',
    { details: { location: path } },
  );
}
