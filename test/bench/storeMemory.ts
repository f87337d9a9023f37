import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ChildPrograms } from '../support/childProgram';
import { SqliteFolder, WASM_FILE } from '../support/sqliteFolder';
import { cacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import type { BenchLine } from './benchResult';

const MEGABYTE = 1024 * 1024;
const MOST = 60;

/** By how much a process grows with the store in it, sql.js included; in the Node of the workbench. */
export async function measureStoreMemory(): Promise<BenchLine[]> {
  const folder = new SqliteFolder();
  const programs = new ChildPrograms();
  try {
    await programs.build('residentMemory');
    const { executable } = await workbenchNode(cacheFolder());
    const args = [programs.file('residentMemory'), folder.folder, WASM_FILE];
    const { stdout } = await promisify(execFile)(executable, args);
    const { changed, touched } = JSON.parse(stdout) as Record<'changed' | 'touched', number>;
    const line = (name: string, bytes: number): BenchLine => ({
      name: `memory of a process above its start, ${name}`,
      value: bytes / MEGABYTE,
      unit: 'MB',
      atMost: MOST,
    });
    return [line('400 changes of one plan', changed), line('… and 500 sessions', touched)];
  } finally {
    await programs.dispose();
    await folder.dispose();
  }
}
