import { planDocumentSchema, type PlanDocument } from '../domain/plan';
import { PlanError } from '../domain/planError';
import type { PlanEvent } from '../domain/planEvent';
import { evolve, initialState } from '../domain/planState';
import { type Sentence, sentence } from '../domain/sentence';
import type { LoadedSession, PlanStore, SessionKey } from '../service/planStore';
import type { ExportedSession, SessionHealth } from '../service/storeMaintenance';
import { exportedFrom } from './exportedSession';

const SHOWN = 20;

/** What a store gives of a session whose every event was read. */
export interface ReadSession {
  readonly loaded?: LoadedSession;
  readonly exported?: ExportedSession;
  /** What is damaged. */
  readonly problems: readonly Sentence[];
  /** What is worth knowing and no damage. */
  readonly notes: readonly Sentence[];
}

/** Reads all of a session from the first event that is kept, and compares the replay with what is stored. */
export async function readSession(
  store: PlanStore,
  session: SessionKey,
  first: number,
): Promise<ReadSession> {
  try {
    // What is left of dropped events is looked at, too: if it is damaged, loading tells.
    if (first > 1) await store.events(session, 0, 1);
    const loaded = await store.load(session);
    if (!loaded) return { problems: [], notes: [] };
    const problems: Sentence[] = [];
    const notes: Sentence[] = [];
    for (const { kind, message } of loaded.problems) {
      if (kind === 'bad_row') problems.push(message);
      else if (kind === 'newer_version') notes.push(message);
    }
    const exported = await exportedFrom(store, loaded, first);
    // Events of a newer version may be of kinds that this one does not know.
    if (!loaded.readOnly) problems.push(...logProblems(exported));
    return { loaded, exported, problems, notes };
  } catch (error) {
    // Without a place it is no matter of what is stored: a connection that was lost, a store that was closed.
    if (!PlanError.is(error) || error.details['location'] === undefined) throw error;
    return { problems: [error.sentence], notes: [] };
  }
}

/** What there is to know of a session. */
export interface ExaminedSession {
  readonly loaded?: LoadedSession;
  readonly exported?: ExportedSession;
  readonly health: SessionHealth;
  readonly problems: readonly Sentence[];
}

/** `more`: what is damaged beside what the store gives. */
export function examinationOf(read: ReadSession, more: readonly Sentence[]): ExaminedSession {
  const { loaded, exported, notes } = read;
  const damaged = [...more, ...read.problems];
  const isNewer = loaded?.problems.some(({ kind }) => kind === 'newer_version') === true;
  return {
    ...(loaded && { loaded }),
    ...(exported && { exported }),
    health: damaged.length > 0 ? 'damaged' : isNewer ? 'newer_version' : 'ok',
    problems: [...damaged, ...notes],
  };
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
export function isSamePlan(a: PlanDocument | null, b: PlanDocument | null): boolean {
  if (!a || !b) return a === b;
  const text = (plan: PlanDocument) => JSON.stringify(planDocumentSchema.parse(plan));
  return text(a) === text(b);
}
