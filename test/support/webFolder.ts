import { randomUUID } from 'node:crypto';
import { sha256 } from '../../src/host/web/sha256';
import type { OpenedStore } from '../../src/stores/openStore';
import type { PlainFiles } from '../../src/stores/sqlite/plainFiles';
import { openPlainFolder } from '../../src/stores/sqlite/plainOpenFolder';
import { webFilesIn } from './fakeWorkspaceFs';
import { SqliteFolder, sharedSqlJs } from './sqliteFolder';

const TOOLS = { digest: sha256, uuid: randomUUID };

/** A folder with stores over it as a web extension host has them. */
export class WebFolder extends SqliteFolder {
  readonly #opened: OpenedStore[] = [];
  #files: PlainFiles | undefined;
  /** Called before every step that changes the disk; rejects where the window is gone. */
  beforeStep: () => void = () => undefined;

  static async make(): Promise<WebFolder> {
    const made = new WebFolder();
    made.#files = await webFilesIn(made.folder, () => {
      made.beforeStep();
    });
    return made;
  }

  openBoth({ keepRevisions = 0 } = {}): OpenedStore {
    if (!this.#files) throw new Error('A folder is made by WebFolder.make.');
    const { log } = this;
    const runtime = { log, sqlJs: sharedSqlJs, keepRevisions: () => keepRevisions };
    const opened = openPlainFolder(this.#files, TOOLS, runtime);
    this.#opened.push(opened);
    return opened;
  }

  override async dispose(): Promise<void> {
    this.beforeStep = () => undefined;
    await Promise.all(this.#opened.map((opened) => opened.close()));
    await super.dispose();
  }
}
