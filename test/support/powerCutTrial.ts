import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanStore } from '../../src/service/planStore';
import type { FileSystem } from '../../src/stores/sqlite/nodeFileSystem';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog } from './fakeLog';
import { possibleDisks, writeDisk } from './powerCutDisks';
import { RecordedFileSystem, type DiskStep } from './recordedFileSystem';
import { sharedSqlJs, SqliteFolder } from './sqliteFolder';

/** A store after a power cut. */
export interface Survivor {
  readonly store: PlanStore;
  readonly folder: string;
  /** What was acknowledged before the cut. */
  readonly acknowledged: number;
}

export interface SurvivalOptions {
  /** As if the store had not done this. */
  readonly without?: DiskStep['kind'];
  /** So many disks after a step, evenly chosen, where each takes long to look at. */
  readonly most?: number;
}

interface Recording {
  readonly store: PlanStore;
  readonly fileSystem: FileSystem;
  acknowledged(count: number): void;
}

/** A folder whose every step on the disk is recorded, and the disks that a power cut may have left of it. */
export class PowerCutTrial {
  readonly folder = new SqliteFolder();
  readonly #survivors = mkdtempSync(join(tmpdir(), 'session-plans-power-'));
  #recorded: RecordedFileSystem | undefined;

  /** Records from here on; what is there already is durable and was acknowledged. */
  record(acknowledged = 0): Recording {
    const recorded = (this.#recorded = new RecordedFileSystem(this.folder.root));
    recorded.acknowledged(acknowledged);
    const { fileSystem } = recorded;
    return {
      fileSystem,
      store: this.folder.open({ fileSystem, platform: 'linux' }),
      acknowledged: (count) => {
        recorded.acknowledged(count);
      },
    };
  }

  /** Cuts the power after every step and opens every disk that may be left; tells how many there were. */
  async survives(
    check: (survivor: Survivor) => Promise<void>,
    { without, most = Infinity }: SurvivalOptions = {},
  ): Promise<number> {
    const { before, steps } = this.#recorded ?? { before: undefined, steps: [] };
    if (!before) throw new Error('Nothing was recorded.');
    const seen = new Set<string>();
    // The first step says what was acknowledged before.
    for (let cut = 1; cut <= steps.length; cut++) {
      const done = steps.slice(0, cut).filter(({ kind }) => kind !== without);
      const acknowledged = done.reduce(
        (count, step) => (step.kind === 'acknowledged' ? step.count : count),
        0,
      );
      // Locks are of processes that are there no more; they have tests of their own.
      const disks = possibleDisks(before, done, ['plans/locks']);
      const stride = Math.max(1, Math.floor(disks.length / most));
      for (const [at, disk] of disks.entries()) {
        if (at % stride !== 0) continue;
        const mark = `${String(acknowledged)} ${disk.mark}`;
        if (seen.has(mark)) continue;
        seen.add(mark);
        writeDisk(this.#survivors, disk);
        const folder = join(this.#survivors, 'plans');
        const files = createNodeSessionFiles(folder);
        const store = createSqliteStore({ files, sqlJs: sharedSqlJs, log: fakeLog() });
        try {
          await check({ store, folder, acknowledged });
        } catch (cause) {
          const last = done.slice(-6).map((step) => nameOf(step));
          const names = readdirSync(this.#survivors, { recursive: true, encoding: 'utf8' });
          throw new Error(
            `After step ${String(cut)} (${last.join(', ')}) with ${names.join(', ')}: ${String(cause)}`,
            { cause },
          );
        } finally {
          await store.close();
        }
      }
    }
    return seen.size;
  }

  async dispose(): Promise<void> {
    await this.folder.dispose();
    rmSync(this.#survivors, { recursive: true, force: true });
  }
}

function nameOf(step: DiskStep): string {
  const { content, ...short } = { content: undefined, ...step };
  return JSON.stringify({ ...short, ...(content && { bytes: content.length }) });
}
