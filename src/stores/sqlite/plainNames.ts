import type { PlainTools } from './plainFiles';

export const LIVE = '.sqlite';
export const LAST_GOOD = `${LIVE}.last-good`;
export const TRASH = 'trash';

const TEMPORARY = /\.([0-9a-z]+)-[0-9a-f]{12}\.tmp$/;
/** Nobody writes for so long: what is older was left. */
const ABANDONED_MS = 60 * 60_000;

/** The names of a store in a folder, as paths below that of the whole store. */
export class PlainNames {
  readonly folder: string;
  readonly #tools: PlainTools;

  constructor(folder: string, tools: PlainTools) {
    this.folder = folder;
    this.#tools = tools;
  }

  at(file: string): string {
    return this.folder === '' ? file : `${this.folder}/${file}`;
  }

  part(name: string, part: string): string {
    return this.at(`${name}${LIVE}.${part}`);
  }

  /** A place for one more session in the trash. */
  trashed(name: string): string {
    return `${TRASH}/${name}-${this.#tools.uuid()}`;
  }

  /** Beside the path, used by one call. Tells when it was made, which files cannot everywhere. */
  temporary(path: string): string {
    const own = this.#tools.uuid().slice(-12);
    return `${path}.${Date.now().toString(36)}-${own}.tmp`;
  }

  isAbandoned(file: string): boolean {
    const since = TEMPORARY.exec(file)?.[1];
    return since !== undefined && Math.abs(Date.now() - parseInt(since, 36)) > ABANDONED_MS;
  }

  /** Those of a session, without those that are being written. */
  ofSession(name: string, files: readonly string[]): string[] {
    return files.filter((file) => file.startsWith(name + LIVE) && !file.endsWith('.tmp'));
  }
}
