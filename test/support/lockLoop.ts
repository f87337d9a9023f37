import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NEVER_CANCELLED } from '../../src/service/ports';
import { FileLocks } from '../../src/stores/sqlite/nodeFileLock';

/** A process of its own that counts up a number in a file, which loses counts unless the lock holds. */
async function countForever(folder: string, pause: number, locked: boolean): Promise<never> {
  const locks = new FileLocks(join(folder, 'locks'), { patienceMs: 30_000 });
  const counter = join(folder, 'count.txt');
  for (;;) {
    const lock = locked && (await locks.acquire('count', NEVER_CANCELLED));
    const count = Number(readFileSync(counter, 'utf8'));
    await wait(pause);
    // A process that is killed leaves the number whole.
    writeFileSync(`${counter}.${String(process.pid)}`, String(count + 1));
    renameSync(`${counter}.${String(process.pid)}`, counter);
    writeSync(1, `${String(count + 1)}\n`);
    if (lock) await lock.release();
  }
}

const [folder = '', pause = '0', mode = 'locked'] = process.argv.slice(2);
void countForever(folder, Number(pause), mode === 'locked');
