import { readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { NEVER_CANCELLED } from '../../src/service/ports';
import { FileLocks } from '../../src/stores/sqlite/locks/nodeFileLock';

// A process of its own: lockLoop <folder> count|free|hold <milliseconds> [<name of the lock>]
const [folder = '', mode = '', pause = '0', name = 'count'] = process.argv.slice(2);
const locks = new FileLocks(join(folder, 'locks'), { patienceMs: 60_000 });
void (mode === 'hold' ? hold() : count(mode === 'count'));

/** Counts up a number in a file, which loses counts unless the lock holds; says what it came to. */
async function count(locked: boolean): Promise<never> {
  const counter = join(folder, 'count.txt');
  for (;;) {
    const lock = locked && (await locks.acquire(name, NEVER_CANCELLED));
    const next = Number(readFileSync(counter, 'utf8')) + 1;
    await wait(Number(pause));
    // A process that is killed leaves the number whole.
    writeFileSync(`${counter}.${String(process.pid)}`, String(next));
    renameSync(`${counter}.${String(process.pid)}`, counter);
    writeSync(1, `${String(next)}\n`);
    if (lock) await lock.release();
  }
}

/** Takes the lock, says so, and lets it go after that time. */
async function hold(): Promise<void> {
  const lock = await locks.acquire(name, NEVER_CANCELLED);
  writeSync(1, 'held\n');
  await wait(Number(pause));
  await lock.release();
  await locks.close();
  writeSync(1, 'released\n');
}
