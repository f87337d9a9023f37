import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from './ownedProcesses';
import { processMark, readMark } from './processMark';

/** Where a mark may mean a later process with the same pid, no set-up takes this long. */
const AGE_LIMIT_MS = 30 * 60_000;

const mine = new Set<string>();

/**
 * Lets one process at a time run `work`. Whoever wants the lock puts a claim beside it, an empty
 * file whose name says whose it is, and holds the lock if there is no other claim; of two that meet
 * at least one sees the other and takes its claim back. Names are never used twice, so the claim of
 * a process that died can be removed by anyone at any time.
 */
export async function withSetupLock<T>(
  lockFile: string,
  onWait: (pid: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  mkdirSync(dirname(lockFile), { recursive: true });
  const claim = `${lockFile}.${processMark()}-${randomBytes(6).toString('hex')}`;
  const withdraw = (): void => {
    mine.delete(claim);
    rmSync(claim, { force: true });
  };
  const forget = atExit(withdraw);
  let told: number | undefined;
  try {
    for (;;) {
      const owner = otherClaim(lockFile, claim);
      if (owner === undefined) {
        mine.add(claim);
        writeFileSync(claim, '');
        if (otherClaim(lockFile, claim) === undefined) return await work();
        withdraw();
      } else if (owner !== told) {
        told = owner;
        onWait(owner);
      }
      // Not in step with others that wait.
      await sleep(50 + Math.random() * 200);
    }
  } finally {
    withdraw();
    forget();
  }
}

/** The process of a living claim besides `own`; removes the dead ones. */
function otherClaim(lockFile: string, own: string): number | undefined {
  const folder = dirname(lockFile);
  const prefix = `${basename(lockFile)}.`;
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(prefix))) {
    const path = join(folder, name);
    const [, mark = ''] = /^(.*)-[0-9a-f]{12}$/.exec(name.slice(prefix.length)) ?? [];
    const owner = path === own ? undefined : readMark(mark);
    if (owner === undefined) continue;
    if (mine.has(path)) return owner.pid;
    const isStale = !owner.isExact && (owner.pid === process.pid || isOld(path));
    if (owner.isRunning && !isStale) return owner.pid;
    rmSync(path, { force: true });
  }
  return undefined;
}

function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined || Date.now() - stat.mtimeMs > AGE_LIMIT_MS;
}
