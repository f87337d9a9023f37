import type { Log } from '../../../service/ports';
import { examineFile } from '../fileImage';
import { SEGMENT_PART, type SealedHistory, type Segment } from './sealing';
import { SessionDatabase } from '../sessionDatabase';
import type { SessionFiles } from '../sessionFiles';
import type { SqlJs } from '../sqlJs';
import { APPLICATION_ID } from '../sqliteSchema';

interface Surroundings {
  readonly files: SessionFiles;
  readonly engine: () => Promise<SqlJs>;
  readonly log: Log;
}

/**
 * Deletes segments that neither the live file, whose history this is, nor the last good copy names: what
 * went into larger ones, and what writers left behind that never came to their commit. For who holds the
 * lock and has looked that the live file is the one that it knows.
 */
export async function sweepSegments(
  surroundings: Surroundings,
  name: string,
  history: SealedHistory,
): Promise<void> {
  const { files, log } = surroundings;
  const named = [...history.segments, ...(await namedByLastGood(surroundings, name))];
  const kept = new Set(named.map(({ part }) => part));
  for (const part of await files.parts(name)) {
    if (kept.has(part) || !SEGMENT_PART.test(part)) continue;
    try {
      await files.removePart(name, part);
    } catch (error) {
      // It costs room, and the next sweep comes to it again.
      log.warn(`A part of a session's history that is not needed stays: ${String(error)}`);
    }
  }
}

async function namedByLastGood(
  { files, engine }: Surroundings,
  name: string,
): Promise<readonly Segment[]> {
  const file = await files.read(name, 'lastGood');
  if (!file) return [];
  const digest = (bytes: Uint8Array) => files.digest(bytes);
  const examined = await examineFile(file.bytes, APPLICATION_ID, digest);
  if (examined.kind !== 'whole') return [];
  const database = SessionDatabase.open(await engine(), examined.image);
  try {
    return database.history.segments;
  } finally {
    database.close();
  }
}
