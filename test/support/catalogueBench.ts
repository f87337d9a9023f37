import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueOptions } from '../../src/stores/sqlite/catalogue/sessionCatalogue';
import { SessionCatalogue } from '../../src/stores/sqlite/catalogue/sessionCatalogue';
import { createNodeSessionFiles } from '../../src/stores/sqlite/nodeSessionFiles';
import { hookedFileSystem, type FileCall, type Hooks } from './hookedFileSystem';
import { SqliteFolder, sharedSqlJs } from './sqliteFolder';

/** Catalogues over one folder, each like that of a process of its own. */
export class CatalogueBench {
  readonly folder = new SqliteFolder();
  /** The file of the catalogue. */
  readonly path = join(this.folder.folder, 'catalogue');
  /** Around every call of the file system, of all that have no hooks of their own. */
  readonly hooks: Hooks = {};
  readonly #catalogues: SessionCatalogue[] = [];

  open(options: CatalogueOptions = {}, hooks: Hooks = this.hooks): SessionCatalogue {
    const fileSystem = hookedFileSystem(hooks);
    const files = createNodeSessionFiles(this.folder.folder, { fileSystem });
    const catalogue = new SessionCatalogue(files, sharedSqlJs, options);
    this.#catalogues.push(catalogue);
    return catalogue;
  }

  /** What a new process lists, and which sessions it reads for that. */
  async listAnew(): Promise<Listing> {
    const catalogue = this.open();
    const listing = await this.list(catalogue);
    await catalogue.close();
    return listing;
  }

  async list(catalogue: SessionCatalogue): Promise<Listing> {
    const opened = this.watchOpened();
    const { summaries, unreadable } = await catalogue.list();
    opened.stop();
    const shown = summaries.map(({ key, revision }) => `${key} ${String(revision)}`);
    return {
      shown: shown.sort(),
      unreadable: unreadable.map(({ location }) => location).sort(),
      read: opened.paths.length,
    };
  }

  /** Live files that are opened from now on. */
  watchOpened() {
    const paths: string[] = [];
    const { before } = this.hooks;
    this.hooks.before = async (call: FileCall) => {
      await before?.(call);
      if (call.name === 'open' && call.path.endsWith('.sqlite')) paths.push(call.path);
    };
    const stop = () => {
      if (before) this.hooks.before = before;
      else delete this.hooks.before;
    };
    return { paths, stop };
  }

  isSaved(): boolean {
    return existsSync(this.path);
  }

  async dispose(): Promise<void> {
    delete this.hooks.before;
    await Promise.all(this.#catalogues.map((catalogue) => catalogue.close()));
    await this.folder.dispose();
  }
}

export interface Listing {
  /** Key and revision of each session. */
  readonly shown: readonly string[];
  /** Where the files are that cannot be read. */
  readonly unreadable: readonly string[];
  /** How many live files were opened for it. */
  readonly read: number;
}
