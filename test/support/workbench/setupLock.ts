import { mkdirSync, readFileSync, rmSync, writeFileSync, linkSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;

/**
 * Lets one process at a time run `work`. The lock is a hard link to a file that already holds the
 * owner's pid, so nobody ever reads a half-written owner. An owner that died is replaced.
 */
export async function withSetupLock<T>(
  lockFile: string,
  onWait: (pid: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(dirname(lockFile), { recursive: true });
  const mine = `${lockFile}.${String(process.pid)}`;
  writeFileSync(mine, String(process.pid));
  try {
    let told = false;
    while (!tryLink(mine, lockFile)) {
      const owner = readOwner(lockFile);
      if (owner !== undefined && !isAlive(owner)) {
        rmSync(lockFile, { force: true });
        continue;
      }
      if (!told && owner !== undefined) onWait(owner);
      told = true;
      await sleep(POLL_MS);
    }
    try {
      return await work();
    } finally {
      if (readOwner(lockFile) === process.pid) rmSync(lockFile, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(lockFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    // Released between our attempt and this read: the next attempt decides.
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
