import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { codeOf } from './storeFailure';

/** Tells machines and containers apart that share a folder: their process ids mean nothing to us. */
export const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

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
