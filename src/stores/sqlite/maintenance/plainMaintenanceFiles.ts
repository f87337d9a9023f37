import type { InspectedFile } from '../../../service/storeMaintenance';
import { DAY_MS } from '../../trashRules';
import type { MaintenanceFiles, TrashEntry } from './maintenanceFiles';
import type { PlainFiles, PlainTools } from '../plainFiles';
import { LAST_GOOD, LIVE, PlainNames, TRASH } from '../plainNames';
import { PlainSessionFiles } from '../plainSessionFiles';
import { TRASHED_AT } from './plainTrash';
import type { SessionFiles } from '../sessionFiles';

const SWEPT = `${TRASH}/.swept`;
const GONE = '.gone';
/** More than this is no session but something that somebody put there. */
const ENTRY = /^([0-9a-f]{32})-[0-9a-f-]{36}$/;

/** Times are written into files, because those of the platform may be counts. */
export class PlainMaintenanceFiles implements MaintenanceFiles {
  readonly #files: PlainFiles;
  readonly #tools: PlainTools;
  readonly #names: PlainNames;

  constructor(files: PlainFiles, tools: PlainTools) {
    this.#files = files;
    this.#tools = tools;
    this.#names = new PlainNames('', tools);
  }

  async filesOf(name: string): Promise<readonly InspectedFile[]> {
    const found = this.#names.ofSession(name, await this.#files.names(''));
    const files: InspectedFile[] = [];
    for (const file of found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
      const stat = await this.#files.stat(file);
      if (stat) files.push({ name: file, bytes: stat.size });
    }
    return files;
  }

  async keepAside(name: string, mark: string): Promise<string | undefined> {
    const live = name + LIVE;
    if (!(await this.#files.stat(live))) return undefined;
    const aside = this.#names.part(name, mark);
    await this.#files.copy(live, aside);
    return `${this.#files.place}/${aside}`;
  }

  async trashEntries(): Promise<readonly TrashEntry[]> {
    const entries: TrashEntry[] = [];
    for (const id of await this.#files.names(TRASH)) {
      const name = ENTRY.exec(id)?.[1];
      if (name === undefined) continue;
      const files = await this.#files.names(`${TRASH}/${id}`);
      const trashed = await this.#timeIn(`${TRASH}/${id}/${TRASHED_AT}`);
      entries.push({
        id,
        name,
        trashed: trashed ?? Date.now(),
        hasLive: files.includes(name + LIVE),
      });
    }
    return entries.sort((a, b) => b.trashed - a.trashed);
  }

  trashedFiles({ id }: TrashEntry): SessionFiles {
    return new PlainSessionFiles(this.#files, this.#tools, `${TRASH}/${id}`);
  }

  async untrash({ id, name }: TrashEntry): Promise<void> {
    const files = this.#names.ofSession(name, await this.#files.names(`${TRASH}/${id}`));
    // The live file makes the session, so all that it needs is there before, and its copy comes after.
    const order = (file: string) => [name + LIVE, name + LAST_GOOD].indexOf(file);
    for (const file of files.sort((a, b) => order(a) - order(b))) {
      const fresh = this.#names.temporary(file);
      await this.#files.copy(`${TRASH}/${id}/${file}`, fresh);
      await this.#files.rename(fresh, file);
    }
    await this.#destroy(id);
  }

  destroyTrashed({ id }: TrashEntry): Promise<void> {
    return this.#destroy(id);
  }

  async isSweepDue(now: number): Promise<boolean> {
    if ((await this.#files.names(TRASH)).length === 0) return false;
    const last = await this.#timeIn(SWEPT);
    // Also one in the future: the clock was wrong then, or is now.
    return last === undefined || Math.abs(now - last) >= DAY_MS;
  }

  async beginSweep(now: number): Promise<boolean> {
    if (!(await this.isSweepDue(now))) return false;
    await this.#files.write(SWEPT, new TextEncoder().encode(String(now)));
    for (const id of await this.#files.names(TRASH))
      if (id.endsWith(GONE)) await this.#files.remove(`${TRASH}/${id}`);
    return true;
  }

  /** One rename first, so that nobody takes half an entry for a session. */
  async #destroy(id: string): Promise<void> {
    const gone = `${TRASH}/${id}${GONE}`;
    await this.#files.rename(`${TRASH}/${id}`, gone);
    await this.#files.remove(gone);
  }

  async #timeIn(path: string): Promise<number | undefined> {
    const bytes = await this.#files.read(path);
    const time = Number(new TextDecoder().decode(bytes));
    return bytes && Number.isSafeInteger(time) ? time : undefined;
  }
}
