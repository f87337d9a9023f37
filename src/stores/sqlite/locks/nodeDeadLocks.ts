import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { ifPresent } from '../nodeFileSystem';
import type { LockHolder, LockHolders, LockOptions } from './nodeLockHolders';
import type { LockNames } from './nodeLockNames';
import { thisProcess } from './nodeProcesses';
import { codeOf } from '../../../service/platformError';

/** A dead taker of a dead holder's lock is rare; so many in a row are a broken disk. */
const TICKETS = 8;
/** Names that a sweep looks at: what it leaves, the next one finds. */
const MOST_SWEPT = 256;
const DAY = 24 * 60 * 60_000;
const OWNER = /^([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.owner$/;
const LOCK = /^([^.]+\.lock)(?:\.([^.]+)(?:\.[^.]+)*)?$/;

/** Keeps others of this process away from a lock while the job runs; undefined when they are at it. */
export type Alone = <T>(lock: string, job: () => Promise<T>) => Promise<T | undefined>;

/**
 * Takes away what dead processes hold. Who takes a lock away needs a ticket for it, a name made of the
 * dead holder's token that one can have at a time, and looks again once it has it: without that, a
 * second taker would take away the lock of whoever came after the dead one. The ticket of a dead taker
 * is passed on by a ticket for the ticket.
 */
export class DeadLocks {
  readonly #names: LockNames;
  readonly #holders: LockHolders;
  readonly #options: LockOptions;
  /** Removes a name that is ours, now or later. */
  readonly #letGo: (name: string, lock: string) => Promise<void>;

  constructor(
    names: LockNames,
    holders: LockHolders,
    options: LockOptions,
    letGo: (name: string, lock: string) => Promise<void>,
  ) {
    this.#names = names;
    this.#holders = holders;
    this.#options = options;
    this.#letGo = letGo;
  }

  /** True when it is worth trying again at once. One at a time per process and lock. */
  async takeAway(lock: string): Promise<boolean> {
    const holder = await this.#holders.of(lock);
    if (!holder) return true;
    if (!(await this.#holders.isDead(lock, holder))) return false;
    const passed: string[] = [];
    let ticket = ticketFor(lock, holder);
    while (passed.length < TICKETS) {
      const taker = (await this.#claim(ticket, lock))
        ? this.#names.own
        : await this.#holders.of(ticket);
      if (!taker) return true;
      // Also one that is left from a try of ours that failed.
      if (taker.token === this.#names.own.token) {
        return this.#takeWith(ticket, lock, holder, passed);
      }
      if (!(await this.#holders.isDead(ticket, taker))) return false;
      passed.push(ticket);
      ticket = ticketFor(ticket, taker);
    }
    return false;
  }

  /** What dead processes left behind, also of sessions that nobody writes any more. */
  async sweep(alone: Alone): Promise<void> {
    const { fileSystem = fs } = this.#options;
    const { folder } = this.#names;
    const found = (await ifPresent(fileSystem.readdir(folder))) ?? [];
    // A lock comes before the tickets for it, and these are not needed once it is gone.
    for (const name of found.slice(0, MOST_SWEPT).sort()) {
      const path = join(folder, name);
      const [, lockName = '', token] = LOCK.exec(name) ?? [];
      const lock = join(folder, lockName);
      if (OWNER.test(name)) await this.#sweepOwner(name, path);
      else if (lockName === '') continue;
      else if (token === undefined) await alone(lock, () => this.takeAway(lock));
      else await alone(lock, () => this.#sweepTicket(path, lock, token));
    }
  }

  async #claim(ticket: string, lock: string): Promise<boolean> {
    try {
      return await this.#names.claim(ticket);
    } catch (error) {
      // It may have come to be all the same, and would keep others from the lock.
      await this.#letGo(ticket, lock);
      throw error;
    }
  }

  async #takeWith(
    ticket: string,
    lock: string,
    { token }: LockHolder,
    passed: readonly string[],
  ): Promise<boolean> {
    try {
      // Only now it is sure that nobody else takes it away: is it still the dead one's?
      const holder = await this.#holders.of(lock);
      if (holder?.token !== token) return true;
      if (!(await this.#holders.isDead(lock, holder))) return false;
      await this.#names.remove(lock);
      // Now that the lock can never be the dead one's again, nobody can do harm with these.
      for (const name of passed) await this.#names.remove(name);
      return true;
    } finally {
      await this.#letGo(ticket, lock);
    }
  }

  /** A ticket counts as long as the lock is that of the holder it was made for. */
  async #sweepTicket(ticket: string, lock: string, token: string): Promise<void> {
    const taker = await this.#holders.of(ticket);
    if (!taker || !(await this.#holders.isDead(ticket, taker))) return;
    const holder = await this.#holders.of(lock);
    if (holder && tokenIn(holder) === token) return;
    await this.#names.remove(ticket);
  }

  /** A process that lives makes its file again when it finds it gone. */
  async #sweepOwner(name: string, path: string): Promise<void> {
    const { fileSystem = fs, self = thisProcess } = this.#options;
    const [, machine, pid] = OWNER.exec(name) ?? [];
    const stats = await ifPresent(fileSystem.stat(path));
    if (!stats) return;
    const isOld = Date.now() - stats.mtimeMs > DAY;
    const owner = await this.#holders.of(path);
    if (machine !== self.machine || !owner) {
      if (isOld) await this.#names.remove(path);
      return;
    }
    // One that is half-written has nothing but its name.
    const started = owner.token === '' ? undefined : owner.started;
    const ended = !(await self.isRunning(Number(pid), started));
    if (ended) await this.#names.remove(path);
  }
}

function ticketFor(name: string, holder: LockHolder): string {
  return `${name}.${tokenIn(holder)}`;
}

/** Windows ignores a point at the end of a name. */
function tokenIn({ token }: LockHolder): string {
  return token === '' ? 'nobody' : token;
}

/** Leftovers cost room and time, not plans; only a bug is worth a failed write. */
export async function unlessPlatformFails(job: Promise<unknown>): Promise<void> {
  try {
    await job;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}
