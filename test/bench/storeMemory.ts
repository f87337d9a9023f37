import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ChildPrograms } from '../support/childProgram';
import { SqliteFolder, WASM_FILE } from '../support/sqliteFolder';
import { cacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import type { BenchLine } from './benchResult';
import { median } from './statistics';

const MEGABYTE = 1024 * 1024;
const MOST = 60;
/** Where V8 compiles SQLite on several threads at once, a process has 10 MB more; how often is chance. */
const RUNS = 5;

/** By how much a process grows with the store in it, sql.js included; in the Node of the workbench. */
export async function measureStoreMemory(): Promise<BenchLine[]> {
  const programs = new ChildPrograms();
  try {
    await programs.build('residentMemory');
    const { executable } = await workbenchNode(cacheFolder());
    const runs: Growth[] = [];
    while (runs.length < RUNS) runs.push(await growth(executable, programs.file('residentMemory')));
    const line = (name: string, use: keyof Growth): BenchLine => {
      const megabytes = runs.map((run) => run[use] / MEGABYTE);
      return {
        name: `memory of a process above its start, ${name}`,
        value: median(megabytes),
        unit: 'MB',
        atMost: MOST,
        note: `median of ${String(RUNS)}, at most ${Math.max(...megabytes).toFixed(1)} MB`,
      };
    };
    return [line('400 changes of one plan', 'changed'), line('… and 500 sessions', 'touched')];
  } finally {
    await programs.dispose();
  }
}

/** In bytes, after each kind of use. */
type Growth = Readonly<Record<'changed' | 'touched', number>>;

async function growth(executable: string, program: string): Promise<Growth> {
  const folder = new SqliteFolder();
  try {
    const args = [program, folder.folder, WASM_FILE];
    const { stdout } = await promisify(execFile)(executable, args);
    return JSON.parse(stdout) as Growth;
  } finally {
    await folder.dispose();
  }
}
