import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NEVER_CANCELLED } from '../../src/service/ports';
import { FileLocks, type LockOptions } from '../../src/stores/sqlite/locks/nodeFileLock';
import { thisProcess, type ProcessView } from '../../src/stores/sqlite/locks/nodeProcesses';
import type { SessionLock } from '../../src/stores/sqlite/sessionFiles';

/** The one lock that tests of locks need. */
export const NAME = 'session';

/** A folder of locks under the system's temporary folder, and those who lock in it. */
export class LockFolder {
  readonly root = mkdtempSync(join(tmpdir(), 'session-plans-locks-'));
  readonly folder = join(this.root, 'locks');
  readonly path = join(this.folder, `${NAME}.lock`);

  open(options: LockOptions = {}): FileLocks {
    return new FileLocks(this.folder, options);
  }

  names(): string[] {
    return readdirSync(this.folder).sort();
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export function take(locks: FileLocks): Promise<SessionLock> {
  return locks.acquire(NAME, NEVER_CANCELLED);
}

/** A process with that number, of this machine unless another is named; it runs until it is among the ended. */
export function aProcess(
  pid: number,
  ended: ReadonlySet<number> = new Set(),
  more: Partial<ProcessView> = {},
): ProcessView {
  return {
    machine: thisProcess.machine,
    pid,
    started: `start of ${String(pid)}`,
    isRunning: (other, started) =>
      Promise.resolve(
        !ended.has(other) && (started === undefined || started === `start of ${String(other)}`),
      ),
    ...more,
  };
}
