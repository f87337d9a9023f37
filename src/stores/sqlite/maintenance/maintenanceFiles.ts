import type { InspectedFile } from '../../../service/storeMaintenance';
import type { SessionFiles } from '../sessionFiles';

/** A session in the trash: a folder that holds all of its files. */
export interface TrashEntry {
  readonly id: string;
  /** Name of the session's files. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly trashed: number;
  /** False for a session that had only its last good copy, and for what a trashing that was cut off left. */
  readonly hasLive: boolean;
}

/**
 * What maintenance needs of the files of a store beside `SessionFiles`. Whoever calls what changes a
 * session holds its lock. Failures are those of the platform, with their `code`.
 */
export interface MaintenanceFiles {
  /** All that belongs to a session and its sizes, the live file first. */
  filesOf(name: string): Promise<readonly InspectedFile[]>;
  /** Gives the live file a second name, for good, and resolves to the place; undefined without a live file. */
  keepAside(name: string, mark: string): Promise<string | undefined>;
  /** Newest first. */
  trashEntries(): Promise<readonly TrashEntry[]>;
  /** The files of an entry, to be read only. */
  trashedFiles(entry: TrashEntry): SessionFiles;
  /** Puts all files of an entry back, those that make the session last, and then takes the entry away. */
  untrash(entry: TrashEntry): Promise<void>;
  /** For good. What is cut off in the middle is no entry any more, and the next one goes on with it. */
  destroyTrashed(entry: TrashEntry): Promise<void>;
  /** False when there is no trash, or somebody began today. Writes nothing. */
  isSweepDue(now: number): Promise<boolean>;
  /** True for one caller a day, and what destroying left behind is taken away. */
  beginSweep(now: number): Promise<boolean>;
}
