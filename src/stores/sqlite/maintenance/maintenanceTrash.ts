import { PlanError } from '../../../domain/planError';
import type { SessionKey } from '../../../service/planStore';
import type { TrashedSession } from '../../../service/storeMaintenance';
import {
  existsAgainError,
  KEPT_MS,
  MOST_DESTROYED,
  MOST_LISTED,
  notInTrashError,
} from '../../trashRules';
import type { MaintenanceSurroundings } from './maintenance';
import type { TrashEntry } from './maintenanceFiles';
import { holdSession, withHeld } from './maintenanceReader';
import { codeOf } from '../../../service/platformError';

/** Not the name of a session file: whoever sweeps keeps other sweepers out and nobody else. */
const SWEEP = 'trash';

/** Entries that can be read; what a trashing that was cut off left beside its session is none. */
export async function trashedSessions(
  around: MaintenanceSurroundings,
): Promise<readonly TrashedSession[]> {
  await around.sqlJs();
  const sessions: TrashedSession[] = [];
  for (const entry of await around.more.trashEntries()) {
    if (sessions.length === MOST_LISTED) break;
    const session = (await isLeftover(around, entry)) ? undefined : await read(around, entry);
    if (session) sessions.push(session);
  }
  return sessions;
}

export async function untrashEntry(
  around: MaintenanceSurroundings,
  id: string,
): Promise<SessionKey> {
  const { files, more, locked } = around;
  const entry = (await more.trashEntries()).find((candidate) => candidate.id === id);
  const trashed = entry && (await read(around, entry));
  if (!trashed) throw notInTrashError();
  await locked(entry.name, async () => {
    const { live, lastGood } = await holdSession(files, entry.name);
    if (live || lastGood) throw existsAgainError();
    await more.untrash(entry);
  });
  return trashed.session;
}

export async function sweepTrash(around: MaintenanceSurroundings, now: number): Promise<number> {
  const { more, locked } = around;
  if (!(await more.isSweepDue(now))) return 0;
  return unlessBusy(0, () =>
    locked(SWEEP, async () => {
      if (!(await more.beginSweep(now))) return 0;
      const old = (await more.trashEntries()).filter(({ trashed }) => now - trashed > KEPT_MS);
      let destroyed = 0;
      // The oldest first: what is left over is for the next day.
      for (const entry of old.toReversed().slice(0, MOST_DESTROYED)) {
        const destroy = async () => {
          await more.destroyTrashed(entry);
          destroyed++;
        };
        // Under the lock of the session, so that nobody is bringing it back.
        await unlessBusy(undefined, () => locked(entry.name, destroy));
      }
      return destroyed;
    }),
  );
}

async function isLeftover(
  { files }: MaintenanceSurroundings,
  { name, hasLive }: TrashEntry,
): Promise<boolean> {
  return !hasLive && (await files.stamp(name, 'live')) !== undefined;
}

async function read(
  around: MaintenanceSurroundings,
  entry: TrashEntry,
): Promise<TrashedSession | undefined> {
  const files = around.more.trashedFiles(entry);
  try {
    const held = await holdSession(files, entry.name);
    const { sessions } = await withHeld(files, around, held, (reader) =>
      reader.list({}, { limit: 1 }),
    );
    const [found] = sessions;
    if (!found) return undefined;
    const { key, title, revision, updated } = found;
    return { id: entry.id, trashed: entry.trashed, session: key, title, revision, updated };
  } catch (error) {
    // One entry that the disk does not give hides no other.
    if (!PlanError.is(error) && codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** Somebody else is at it, and does it as well. */
async function unlessBusy<T>(otherwise: T, job: () => Promise<T>): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (!PlanError.is(error, 'retry')) throw error;
    return otherwise;
  }
}
