import { planDocumentSchema, type PlanDocument } from '../../domain/plan';
import { PlanError } from '../../domain/planError';
import type { PlanEvent } from '../../domain/planEvent';
import { evolve, initialState } from '../../domain/planState';
import { type Sentence, sentence } from '../../domain/sentence';
import type { LoadedSession, PlanStore, SessionKey } from '../../service/planStore';
import type { ExportedSession, SessionHealth } from '../../service/storeMaintenance';
import { exportedFrom } from './maintenanceExport';
import {
  examineHeld,
  firstKept,
  withHeld,
  type HeldSession,
  type MaintenanceEngine,
} from './maintenanceReader';
import { rowProblems } from './maintenanceRows';
import type { SessionFiles } from './sessionFiles';

const SHOWN = 20;

/** What there is to know of a session from its files. */
export interface Examination {
  readonly session?: SessionKey;
  readonly loaded?: LoadedSession;
  readonly exported?: ExportedSession;
  readonly health: SessionHealth;
  readonly problems: readonly Sentence[];
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
  const read = await withHeld(files, engine, held, (reader) => readAll(reader, first, problems));
  const isNewer = read.loaded?.problems.some(({ kind }) => kind === 'newer_version') === true;
  const sound = isNewer || read.isNewer ? 'newer_version' : 'ok';
  return {
    ...(read.session === undefined ? {} : { session: read.session }),
    ...(read.loaded && { loaded: read.loaded }),
    ...(read.exported && { exported: read.exported }),
    health: problems.length > 0 ? 'damaged' : sound,
    problems: [...problems, ...read.notes],
  };
}

interface ReadSession {
  readonly session?: SessionKey;
  readonly loaded?: LoadedSession;
  readonly exported?: ExportedSession;
  readonly isNewer?: true;
  /** What is worth knowing and no damage. */
  readonly notes: readonly Sentence[];
}

async function readAll(
  reader: PlanStore,
  first: number,
  problems: Sentence[],
): Promise<ReadSession> {
  const { sessions, unreadable } = await reader.list({}, { limit: 1 });
  const session = sessions[0]?.key;
  if (session === undefined) {
    problems.push(unreadable[0]?.reason ?? sentence`There is no session in the file.`);
    return { notes: [] };
  }
  try {
    // What is left of dropped events is looked at, too: if it is damaged, loading tells.
    if (first > 1) await reader.events(session, 0, 1);
    const loaded = await reader.load(session);
    if (!loaded) return { session, notes: [] };
    const notes: Sentence[] = [];
    for (const { kind, message } of loaded.problems) {
      if (kind === 'bad_row') problems.push(message);
      else if (kind === 'newer_version') notes.push(message);
    }
    const exported = await exportedFrom(reader, loaded, first);
    // Events of a newer version may be of kinds that this one does not know.
    if (!loaded.readOnly) problems.push(...logProblems(exported));
    return { session, loaded, exported, notes };
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    problems.push(error.sentence);
    return { session, notes: [] };
  }
}

const TURNS: readonly PlanEvent['type'][] = ['turn_started', 'turn_ended'];

/** Holes in the log, or, when it is whole, where its replay differs from what is stored. */
function logProblems({ record, events, missing }: ExportedSession): Sentence[] {
  if (missing.length > 0) {
    const shown = missing.slice(0, SHOWN).join(', ');
    const more = missing.length - SHOWN;
    return [
      more > 0
        ? sentence`Events that cannot be read: ${shown} and ${more} more.`
        : sentence`Events that cannot be read: ${shown}.`,
    ];
  }
  const state = events.reduce(evolve, initialState);
  // A turn that began before the first event that is kept is one that nothing is known of.
  const isCut = (events[0]?.sequence ?? 1) > 1 && !events.some(({ type }) => TURNS.includes(type));
  return [
    ...(isSamePlan(state.plan, record.plan)
      ? []
      : [sentence`The replay of the events gives another plan than the stored one.`]),
    ...(isCut || state.turn === (record.turn?.turn_id ?? null)
      ? []
      : [sentence`The replay of the events gives another running turn than the stored one.`]),
  ];
}

/** Parsed alike, so that the order of their keys is the same. */
function isSamePlan(a: PlanDocument | null, b: PlanDocument | null): boolean {
  if (!a || !b) return a === b;
  const text = (plan: PlanDocument) => JSON.stringify(planDocumentSchema.parse(plan));
  return text(a) === text(b);
}
