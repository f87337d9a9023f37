import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../../../service/platformError';

/** A process as others see it, and what it can tell of the others on its machine. */
export interface ProcessView {
  readonly machine: string;
  readonly pid: number;
  /** When it began, in a form that only this start of the machine knows; absent where that cannot be told. */
  readonly started: string | undefined;
  /** Whether that process still runs; without a start a number that went to another one counts. */
  isRunning(pid: number, started: string | undefined): Promise<boolean>;
}

/**
 * Tells machines, starts of a machine, and containers apart that share a folder: the process ids of
 * another one mean nothing to us.
 */
export const thisMachine = once(() =>
  createHash('sha256')
    .update([hostname(), bootOf(), processNamespace()].join('\n'))
    .digest('hex')
    .slice(0, 8),
);

const startOfThis = once(() =>
  tried(() => processIn(readFileSync('/proc/self/stat', 'latin1')).started),
);

export const thisProcess: ProcessView = {
  get machine() {
    return thisMachine();
  },
  pid: process.pid,
  get started() {
    return startOfThis();
  },
  isRunning,
};

/** Whether a process of this machine is there; its number may have gone to another one since. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, so it exists.
    return codeOf(error) === 'EPERM';
  }
}

async function isRunning(pid: number, started: string | undefined): Promise<boolean> {
  if (!isAlive(pid)) return false;
  try {
    const found = processIn(await readFile(`/proc/${String(pid)}/stat`, 'latin1'));
    return !found.ended && (started === undefined || found.started === started);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // It ended meanwhile, or nothing more can be told.
    return isAlive(pid);
  }
}

/**
 * A killed process whose parent does not ask for it stays as a name, in some containers for ever. It has
 * ended only when its last thread has: a rename of its may still be under way in one.
 */
function processIn(stat: string): {
  readonly started: string | undefined;
  readonly ended: boolean;
} {
  // The second field is a name in brackets, which may hold anything; here begins the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads, started] = [fields[0], fields[17], fields[19]];
  return { started, ended: (state === 'Z' || state === 'X') && Number(threads) <= 1 };
}

function bootOf(): string {
  return tried(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()) ?? '';
}

function processNamespace(): string {
  return tried(() => readlinkSync('/proc/self/ns/pid')) ?? '';
}

/** Platforms without /proc do with less. */
function tried<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Read when it is first asked for: starting the editor must not wait for it. */
function once<T>(read: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => (kept ??= { value: read() }).value;
}
