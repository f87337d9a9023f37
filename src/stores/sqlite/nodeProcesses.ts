import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from './storeFailure';

/**
 * Tells machines, starts of a machine, and containers apart that share a folder: the process ids of
 * another one mean nothing to us.
 */
export const MACHINE = createHash('sha256')
  .update([hostname(), bootOf(), processNamespace()].join('\n'))
  .digest('hex')
  .slice(0, 8);

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

/** The same, but a number that went to another process does not count, where starts can be told. */
export async function isSameProcess(pid: number, started: string | undefined): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (started === undefined) return true;
  try {
    return startIn(await readFile(`/proc/${String(pid)}/stat`, 'latin1')) === started;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    // It ended meanwhile, or its start cannot be told.
    return isAlive(pid);
  }
}

/** When this process began, in a form that only this start of the machine knows. */
export function ownStart(): string | undefined {
  return tried(() => startIn(readFileSync('/proc/self/stat', 'latin1')));
}

/** Field 22; the second one is a name in brackets, which may hold anything. */
function startIn(stat: string): string | undefined {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
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
