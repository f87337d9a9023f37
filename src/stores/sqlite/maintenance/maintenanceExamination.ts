import { type Sentence, sentence } from '../../../domain/sentence';
import type { PlanStore, SessionKey } from '../../../service/planStore';
import {
  examinationOf,
  readSession,
  type ExaminedSession,
  type ReadSession,
} from '../../storedLog';
import {
  examineHeld,
  firstKept,
  withHeld,
  type HeldSession,
  type MaintenanceEngine,
} from './maintenanceReader';
import { rowProblems } from './maintenanceRows';
import type { SessionFiles } from '../sessionFiles';

/** What there is to know of a session from its files. */
export interface Examination extends ExaminedSession {
  readonly session?: SessionKey;
}

/**
 * Reads everything of a held session: both files with their checksums, every row, every event, and the
 * replay of the events against what is stored. Rejects only when SQLite itself cannot be had.
 */
export async function examineSession(
  files: SessionFiles,
  engine: MaintenanceEngine,
  held: HeldSession,
): Promise<Examination> {
  // Without it every file would look damaged.
  const sqlJs = await engine.sqlJs();
  const problems: Sentence[] = [];
  const live = await examineHeld(files, held, 'live');
  const lastGood = await examineHeld(files, held, 'lastGood');
  if (!live) problems.push(sentence`The live file is missing.`);
  else if (live.kind !== 'whole')
    problems.push(sentence`The live file cannot be used: ${live.reason}.`);
  if (lastGood && lastGood.kind !== 'whole')
    problems.push(sentence`The last good copy cannot be used: ${lastGood.reason}.`);
  if (live?.kind === 'whole') problems.push(...rowProblems(sqlJs, live.image));
  const first = await firstKept(files, engine, held);
  const { session, ...read } = await withHeld(files, engine, held, (reader) =>
    readAll(reader, first),
  );
  return { ...(session !== undefined && { session }), ...examinationOf(read, problems) };
}

async function readAll(
  reader: PlanStore,
  first: number,
): Promise<ReadSession & { readonly session?: SessionKey }> {
  const { sessions, unreadable } = await reader.list({}, { limit: 1 });
  const session = sessions[0]?.key;
  if (session !== undefined) return { session, ...(await readSession(reader, session, first)) };
  const problem = unreadable[0]?.reason ?? sentence`There is no session in the file.`;
  return { problems: [problem], notes: [] };
}
