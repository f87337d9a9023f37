import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { keepFewDamagedCopies } from './nodeDamagedCopies';
import { ifPresent, type FileSystemOptions } from './nodeFileSystem';
import { isAlive, thisMachine } from './locks/nodeProcesses';

const PATTERN = /\.([0-9a-f]{8})-(\d+)-[0-9a-f]{12}\.tmp$/;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let serial = randomBytes(6).readUIntBE(0, 6);

/** A name beside the file that only this call uses. */
export function temporaryName(file: string): string {
  serial = (serial + 1) % 2 ** 48;
  const own = serial.toString(16).padStart(12, '0');
  return `${file}.${thisMachine()}-${String(process.pid)}-${own}.tmp`;
}

/**
 * Removes what writers that died left behind, never the file of one that may still be writing, and
 * leaves few damaged copies where they are.
 */
export async function sweepTemporaryFiles(
  folder: string,
  options: FileSystemOptions,
): Promise<void> {
  const { fileSystem = fs } = options;
  const names = await fileSystem.readdir(folder);
  await keepFewDamagedCopies(folder, names, options);
  for (const name of names) {
    const [, host, pid] = PATTERN.exec(name) ?? [];
    if (host === undefined) continue;
    const path = join(folder, name);
    const found = await ifPresent(fileSystem.stat(path));
    if (!found) continue;
    const age = Date.now() - found.mtimeMs;
    // The minute is for process ids of a container that calls itself like this machine.
    const abandoned = host === thisMachine() ? age > MINUTE && !isAlive(Number(pid)) : age > DAY;
    if (abandoned) await ifPresent(fileSystem.unlink(path));
  }
}
