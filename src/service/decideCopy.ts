import { revisionOf, type PlanDocument } from '../domain/plan';
import { PlanError, sessionNotFoundError } from '../domain/planError';
import type { NewPlanEvent, PlanEvent } from '../domain/planEvent';
import { PLAN_ENFORCEMENT } from '../domain/planEvent';
import { removedBetween } from '../domain/planHistory';
import { evolve, initialState } from '../domain/planState';
import { sentence } from '../domain/sentence';
import type { SessionRecord } from '../domain/session';
import { titleFromPlan } from '../domain/sessionTitle';
import { toolSuccess } from '../domain/toolResult';
import { newRecord, sessionCreated, writableSession } from './decideTurn';
import type { LoadedSession, PlanStore, SessionKey } from './planStore';
import { toIsoTime, type Clock } from './ports';
import type { AdoptPlan, ForkSession } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { toNewEvent } from './toNewEvent';

const PAGE = 500;

/** What was only read or refused is no part of a plan. */
const COPIED: ReadonlySet<PlanEvent['type']> = new Set([
  ...(['plan_updated', 'plan_reviewed', 'plan/mode'] as const),
]);

/** The name under which an adopted plan is logged where the session had one of its own. */
const ADOPTED = 'adopt_plan';

/** What is taken over of another session. */
interface CopiedLog {
  readonly events: readonly NewPlanEvent[];
  /** At the last one of them. */
  readonly plan: PlanDocument;
  readonly approved: number | null;
  readonly planMode: boolean;
  /** Ids that were used and are not in the plan any more. */
  readonly removedSteps: readonly string[];
}

/** A new session with the log of another one up to a revision; the other one stays as it is (C25, FC.43). */
export async function decideFork(
  { clock }: { readonly clock: Clock },
  store: PlanStore,
  loaded: LoadedSession | undefined,
  { session, from, revision, origin, turn }: ForkSession,
): Promise<SessionDecision<undefined>> {
  if (loaded) {
    throw new PlanError('invalid_input', 'This session exists already, so it cannot be a fork.');
  }
  const source = await sourceOf(store, from);
  const log = await copiedLog(store, from, revision, turn);
  const at = toIsoTime(clock.now());
  const forked_from = { session: from, revision };
  const created = sessionCreated(origin);
  const { plan_mode } = source.record;
  const record: SessionRecord = {
    ...withLog(newRecord(session, origin, at), source.record, log),
    forked_from,
    ...(plan_mode && { plan_mode: { active: log.planMode } }),
  };
  const first = { ...created, data: { ...created.data, forked_from }, at } as NewPlanEvent;
  const { removedSteps } = log;
  const events = [first, ...log.events];
  return { kind: 'commit', commit: { record, events, removedSteps }, result: undefined };
}

/**
 * Binds a session to the plan of another one, which stays as it is. Where the session has no plan yet the
 * log is taken over with it and revisions go on from there; a plan of its own stays in its history, and
 * the adopted one is its next revision, so that no revision is there twice. A session can go back to an
 * earlier plan of its own in the same way.
 */
export async function decideAdopt(
  { clock }: { readonly clock: Clock },
  store: PlanStore,
  loaded: LoadedSession | undefined,
  { session, from, revision, origin }: AdoptPlan,
): Promise<SessionDecision<undefined>> {
  const source = await sourceOf(store, from);
  if (session === from && revision === revisionOf(source.record.plan)) {
    throw new PlanError('invalid_input', 'This is the plan of this session.');
  }
  const log = await copiedLog(store, from, revision);
  const at = toIsoTime(clock.now());
  const record = loaded ? writableSession(loaded).record : newRecord(session, origin, at);
  const begun: NewPlanEvent[] = loaded ? [] : [{ ...sessionCreated(origin), at }];
  const adopted: NewPlanEvent = { type: 'session_adopted', data: { from, revision }, at };
  if (!record.plan) {
    const { removedSteps } = log;
    const events = [...begun, adopted, ...log.events.filter(({ type }) => type !== 'plan/mode')];
    const commit = { record: withLog(record, source.record, log), events, removedSteps };
    return { kind: 'commit', commit, result: undefined };
  }
  const plan = { ...log.plan, revision: revisionOf(record.plan) + 1 };
  const { call_id, turn_id } = plan;
  const whose =
    session === from ? 'An earlier plan of this session' : 'The plan of another session';
  const result = toolSuccess(`${whose} was adopted at its revision ${String(revision)}.`);
  const updated: NewPlanEvent = {
    ...{ type: 'plan_updated', turn_id, call_id, at },
    data: { name: ADOPTED, call_id, plan, result, enforcement: PLAN_ENFORCEMENT },
  };
  const removedSteps = removedBetween(record.plan, plan);
  // A title that came from the replaced plan goes with it; one that a person gave stays.
  const isGiven = session === from || record.title !== titleFromPlan(record.plan);
  const title = isGiven ? record.title : source.record.title;
  const commit = {
    ...{ record: { ...record, title, plan, updated: at }, events: [...begun, adopted, updated] },
    removedSteps,
  };
  return { kind: 'commit', commit, result: undefined };
}

async function sourceOf(store: PlanStore, from: SessionKey): Promise<LoadedSession> {
  const source = await store.load(from);
  if (!source) throw sessionNotFoundError();
  return source;
}

function withLog(record: SessionRecord, source: SessionRecord, log: CopiedLog): SessionRecord {
  const { plan, approved } = log;
  return {
    ...record,
    title: record.title || source.title,
    plan,
    ...(approved !== null && { approved }),
  };
}

async function copiedLog(
  store: PlanStore,
  from: SessionKey,
  revision: number,
  turn?: string,
): Promise<CopiedLog> {
  const copied: PlanEvent[] = [];
  const used = new Set<string>();
  let last: PlanDocument | undefined;
  for await (const event of eventsOf(store, from, revision)) {
    if (event.type === 'plan_updated') {
      // What was said of the revision before the next one is part of it.
      if (last?.revision === revision) break;
      last = event.data.plan;
      for (const { id } of last.steps) used.add(id);
    }
    if (COPIED.has(event.type)) copied.push(event);
    const isEnd = event.type === 'turn_ended' && event.turn_id === turn;
    if (isEnd && last?.revision === revision) break;
  }
  if (last?.revision !== revision) throw lostRevision(revision);
  const { approved, planMode } = copied.reduce(evolve, initialState);
  for (const { id } of last.steps) used.delete(id);
  const events = copied.map(toNewEvent);
  return { events, plan: last, approved, planMode, removedSteps: [...used] };
}

async function* eventsOf(store: PlanStore, from: SessionKey, revision: number) {
  for (let after = 0, more = true; more; after += PAGE) {
    const page = await store.events(from, after, PAGE);
    if (page.kind === 'reset') throw lostRevision(revision);
    yield* page.events;
    more = page.events.length === PAGE;
  }
}

function lostRevision(revision: number): PlanError {
  return new PlanError(
    'invalid_input',
    sentence`Revision ${revision} of the other plan does not exist or cannot be read; choose another one.`,
  );
}
