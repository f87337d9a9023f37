import { NEVER_CANCELLED } from '../../src/service/ports';
import { FileLocks } from '../../src/stores/sqlite/locks/nodeFileLock';
import { errno } from './hookedFileSystem';
import { modelledFileSystem, type ModelledFile } from './modelledFileSystem';

export interface WorldChances {
  /** That another process goes on instead of the one that went last. */
  readonly change: number;
  readonly kill: number;
  readonly fault: number;
  /** How often a kill and a fault can happen in all. */
  readonly mishaps: number;
  readonly links: boolean;
}

interface Step {
  readonly pid: number;
  readonly what: string;
  /** The effect alone: whoever asked for it does not live to hear of it. */
  readonly act: () => unknown;
  readonly run: () => void;
  readonly fail: (error: Error, after: boolean) => void;
}

const LOCK = 'session';
const MACHINE = '00000000';
/** More than any run needs: who is not done by then waits for ever. */
const MOST_STEPS = 20_000;

/**
 * Processes of one machine with a folder, all in memory: every call to the platform waits until it is
 * chosen, so any order of calls can happen, and each may fail or be the last one of its process.
 */
export class LockWorld {
  readonly trace: string[] = [];
  readonly files = new Map<string, ModelledFile>();
  readonly #random: () => number;
  readonly #chances: WorldChances;
  readonly #running = new Set<number>();
  readonly #working = new Set<number>();
  /** Who has the lock, as `process/task`. */
  readonly #inside = new Set<string>();
  #steps: Step[] = [];
  #mishaps: number;
  #last = 0;
  #count = 0;
  #pids = 0;

  constructor(random: () => number, chances: WorldChances) {
    this.#random = random;
    this.#chances = chances;
    this.#mishaps = chances.mishaps;
  }

  /** A process with so many tasks that lock so many times each; it tries again after a failure, like the person at it. */
  start(tasks: number, rounds: number): void {
    const pid = ++this.#pids;
    this.#running.add(pid);
    this.#working.add(pid);
    void this.#work(pid, tasks, rounds).then(() => this.#working.delete(pid));
  }

  /** As if so many had died in a row: the holder, who wanted to take its lock away, and so on. */
  leaveDead(count: number): void {
    let name = `/locks/${LOCK}.lock`;
    for (let dead = 1; dead <= count; dead++) {
      const [pid, token] = [100 + dead, String(dead).repeat(12)];
      const holder = { token, machine: MACHINE, pid, started: String(pid) };
      this.files.set(name, { ino: -dead, content: JSON.stringify(holder), mtimeMs: 0 });
      name = `${name}.${token}`;
    }
  }

  /** Until every process that lives is done and nothing is left to do; throws what must not happen. */
  async run(): Promise<void> {
    for (;;) {
      // Everything that follows from the last step without a call to the platform.
      await new Promise(setImmediate);
      this.#steps = this.#steps.filter(({ pid }) => this.#running.has(pid));
      if (this.#inside.size > 1) throw new Error('Two have the lock.');
      if (this.#steps.length === 0) break;
      if (++this.#count > MOST_STEPS) throw new Error('Somebody waits for ever.');
      this.#go(this.#choose());
    }
    const waiting = [...this.#working].filter((pid) => this.#running.has(pid));
    if (waiting.length > 0) throw new Error('Somebody hangs.');
  }

  /** Locks and tickets of processes that live. */
  heldByLiving(): string[] {
    return [...this.files]
      .filter(([name]) => !name.endsWith('.owner'))
      .filter(([, { content }]) => {
        const holder = content === '' ? {} : (JSON.parse(content) as { pid?: number });
        return this.#running.has(holder.pid ?? 0);
      })
      .map(([name]) => name);
  }

  /** Every process ends, and from here on everything goes well. */
  endAll(): void {
    this.#running.clear();
    this.#mishaps = 0;
  }

  #choose(): Step {
    const same = this.#steps.find(({ pid }) => pid === this.#last);
    if (same && this.#random() >= this.#chances.change) return same;
    const step = this.#steps[Math.floor(this.#random() * this.#steps.length)];
    if (!step) throw new Error('There is no step.');
    return step;
  }

  #go(step: Step): void {
    this.#steps.splice(this.#steps.indexOf(step), 1);
    this.#last = step.pid;
    const mishap = (chance: number) =>
      this.#mishaps > 0 && this.#random() < chance && this.#mishaps-- > 0;
    const after = this.#random() < 0.5;
    const when = after ? 'after' : 'before';
    if (mishap(this.#chances.kill)) {
      this.trace.push(`${String(step.pid)} dies ${when} ${step.what}`);
      this.#running.delete(step.pid);
      for (const task of this.#inside)
        if (task.startsWith(`${String(step.pid)}/`)) this.#inside.delete(task);
      if (after) tried(step.act);
    } else if (mishap(this.#chances.fault)) {
      this.trace.push(`${String(step.pid)} fails ${when} ${step.what}`);
      step.fail(errno('EIO'), after);
    } else {
      this.trace.push(`${String(step.pid)} ${step.what}`);
      step.run();
    }
  }

  #step<T>(pid: number, what: string, act: () => T, canFail = true): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        try {
          resolve(act());
        } catch (error) {
          reject(asError(error));
        }
      };
      const fail = (error: Error, after: boolean) => {
        if (!canFail) {
          settle();
          return;
        }
        try {
          if (after) act();
          reject(error);
        } catch (instead) {
          reject(asError(instead));
        }
      };
      this.#steps.push({ pid, what, act, run: settle, fail });
    });
  }

  async #work(pid: number, tasks: number, rounds: number): Promise<void> {
    const { links } = this.#chances;
    const fileSystem = modelledFileSystem(this.files, links, (what, run) =>
      this.#step(pid, what, run),
    );
    const locks = new FileLocks('/locks', {
      fileSystem,
      platform: 'linux',
      patienceMs: 1e9,
      silenceMs: 1e9,
      pause: () => this.#step(pid, 'waits', () => undefined, false),
      self: {
        machine: MACHINE,
        pid,
        started: String(pid),
        isRunning: (other) =>
          this.#step(pid, `asks for ${String(other)}`, () => this.#running.has(other), false),
      },
    });
    const names = Array.from({ length: tasks }, (_, task) => `${String(pid)}/${String(task)}`);
    await Promise.all(names.map((name) => this.#lock(locks, pid, name, rounds)));
    await locks.close();
  }

  async #lock(locks: FileLocks, pid: number, name: string, rounds: number): Promise<void> {
    for (let round = 0; round < rounds;) {
      const lock = await locks.acquire(LOCK, NEVER_CANCELLED).catch(asUndefined);
      if (!lock) continue;
      round++;
      this.#inside.add(name);
      await this.#step(pid, 'WORKS', () => undefined, false);
      if (!(await lock.isHeld())) throw new Error('A living holder was robbed.');
      this.#inside.delete(name);
      await lock.release().catch(asUndefined);
    }
  }
}

function tried(act: () => unknown): void {
  try {
    act();
  } catch {
    // Nobody lives to hear of it.
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A failing platform is what the world is made for; the caller tries again. */
function asUndefined(error: unknown): undefined {
  if (error instanceof Error && 'code' in error) return undefined;
  throw error;
}
