import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanStore } from '../../src/service/planStore';
import type { FileSystemOptions } from '../../src/stores/sqlite/nodeFileSystem';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import type { SealingLimits } from '../../src/stores/sqlite/segments/sealing';
import type { SqlJs } from '../../src/stores/sqlite/sqlJs';
import { createSqliteStore } from '../../src/stores/sqlite/sqliteStore';
import { fakeLog, type FakeLog } from './fakeLog';

export const WASM_FILE = require.resolve('sql.js/dist/sql-wasm.wasm');

let loaded: Promise<SqlJs> | undefined;

/** One sql.js for all tests of the process, as in the product. */
export function sharedSqlJs(): Promise<SqlJs> {
  loaded ??= loadSqlJs(WASM_FILE);
  return loaded;
}

/** A store folder of its own under the system's temporary folder, and stores over it. */
export class SqliteFolder {
  readonly root = mkdtempSync(join(tmpdir(), 'session-plans-store-'));
  readonly folder = join(this.root, 'plans');
  readonly log: FakeLog = fakeLog();
  readonly #stores: PlanStore[] = [];

  open(options: FileSystemOptions = {}, sealing?: SealingLimits): PlanStore {
    const files = createNodeSessionFiles(this.folder, options);
    const more = sealing ? { sealing } : {};
    const store = createSqliteStore({ files, sqlJs: sharedSqlJs, log: this.log, ...more });
    this.#stores.push(store);
    return store;
  }

  /** The live file of a session. */
  file(key: string): string {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    return join(this.folder, `${name}.sqlite`);
  }

  /** Everything in the folder but the trash, the locks and the catalogue, sorted. */
  names(): string[] {
    return readdirSync(this.folder)
      .filter((name) => !['trash', 'locks', 'catalogue'].includes(name))
      .sort();
  }

  /** Makes files that were just written a day older: what is new needs not be trusted. */
  age(): void {
    const day = 86_400_000;
    for (const path of this.names().map((name) => join(this.folder, name))) {
      const { mtimeMs } = statSync(path);
      const then = new Date(mtimeMs - day);
      if (Date.now() - mtimeMs < day) utimesSync(path, then, then);
    }
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.close()));
    rmSync(this.root, { recursive: true, force: true });
  }
}
