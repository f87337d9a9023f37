import { createHash } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import type { PlanStore } from '../../src/service/planStore';
import type { StoreMaintenance } from '../../src/service/storeMaintenance';
import type { LockOptions } from '../../src/stores/sqlite/locks/nodeFileLock';
import { openSqliteFolder } from '../../src/stores/sqlite/nodeOpenFolder';
import { SqliteFolder, sharedSqlJs } from './sqliteFolder';

/** A store folder with the maintenance of its stores. */
export class MaintainedFolder extends SqliteFolder {
  readonly #opened: PlanStore[] = [];

  openBoth({
    keepRevisions = () => 0,
    ...options
  }: LockOptions & { keepRevisions?: () => number } = {}): {
    store: PlanStore;
    maintenance: StoreMaintenance;
  } {
    const engine = { sqlJs: sharedSqlJs, log: this.log, keepRevisions };
    const opened = openSqliteFolder(this.folder, engine, options);
    this.#opened.push(opened.store);
    return opened;
  }

  get maintenance(): StoreMaintenance {
    return this.openBoth().maintenance;
  }

  /** A folder with the same files. */
  copy(): MaintainedFolder {
    const copy = new MaintainedFolder();
    cpSync(this.folder, copy.folder, { recursive: true });
    return copy;
  }

  lastGood(key: string): string {
    return `${this.file(key)}.last-good`;
  }

  /** What is on the disk, so that a test can tell whether anybody wrote. */
  picture(): Record<string, string> {
    const digest = (name: string) =>
      createHash('sha256')
        .update(readFileSync(`${this.folder}/${name}`))
        .digest('hex');
    return Object.fromEntries(this.names().map((name) => [name, digest(name)]));
  }

  override async dispose(): Promise<void> {
    await Promise.all(this.#opened.map((store) => store.close()));
    await super.dispose();
  }
}
