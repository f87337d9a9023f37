import { newerVersionError, sessionNotFoundError } from '../domain/planError';
import type { NewPlanEvent, PlanEventBody } from '../domain/planEvent';
import { CAPABILITIES, sessionConfigurationSchema, type SessionRecord } from '../domain/session';
import { givenTitle } from '../domain/sessionTitle';
import type { Turn } from '../domain/turn';
import type { LoadedSession, SessionCommit, SessionKey } from './planStore';
import { toIsoTime, type Clock, type IdMaker, type ProcessIdentity } from './ports';
import type { BeginTurn, CreateSession, EndTurn, SessionOrigin } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { assertRunning, newTurn } from './turnFence';

export interface TurnPorts {
  readonly clock: Clock;
  readonly ids: IdMaker;
  readonly process: ProcessIdentity;
}

/** A session that is there already keeps what it began with. */
export function decideCreate(
  { clock }: TurnPorts,
  loaded: LoadedSession | undefined,
  { session, origin, title = '', planMode }: CreateSession,
): SessionDecision<undefined> {
  if (loaded) return { kind: 'answer', result: undefined };
  const at = toIsoTime(clock.now());
  const record: SessionRecord = {
    ...newRecord(session, origin, at),
    title: givenTitle(title),
    ...(planMode && { plan_mode: { active: false } }),
  };
  const events: NewPlanEvent[] = [{ ...sessionCreated(origin), at }];
  return { kind: 'commit', commit: { record, events }, result: undefined };
}

export function decideBegin(
  { clock, ids, process }: TurnPorts,
  loaded: LoadedSession | undefined,
  { planMode }: BeginTurn,
): SessionDecision<string> {
  const { record } = writableSession(loaded);
  const now = clock.now();
  const at = toIsoTime(now);
  const turn = newTurn(ids.uuid(), process, now);
  const started: NewPlanEvent = { type: 'turn_started', data: {}, turn_id: turn.turn_id, at };
  const before = record.turn ? [turnEnded(record.turn, 'cancelled', at)] : [];
  const plan_mode = record.plan_mode ?? (planMode && { active: false });
  const commit: SessionCommit = {
    record: { ...record, ...(plan_mode && { plan_mode }), turn },
    events: [...before, started],
  };
  return { kind: 'commit', commit, result: turn.turn_id };
}

export function decideEnd(
  { clock, process }: TurnPorts,
  loaded: LoadedSession | undefined,
  { turn_id, outcome }: EndTurn,
): SessionDecision<undefined> {
  const { record } = writableSession(loaded);
  const { turn, ...rest } = record;
  if (turn?.turn_id !== turn_id || outcome === 'completed') assertRunning(turn, turn_id, process);
  if (!turn) throw new Error('A turn that runs is in the record.');
  const events = [turnEnded(turn, outcome, toIsoTime(clock.now()))];
  return { kind: 'commit', commit: { record: rest, events }, result: undefined };
}

export function sessionCreated(origin: SessionOrigin): PlanEventBody {
  return { type: 'session_created', data: { coworker: origin.coworker } };
}

export function newRecord(key: SessionKey, origin: SessionOrigin, at: string): SessionRecord {
  const { coworker, configuration, workspace } = origin;
  return {
    key,
    coworker,
    title: '',
    ...(workspace === undefined ? {} : { workspace }),
    created: at,
    updated: at,
    required_capabilities: [...CAPABILITIES],
    // A copy: what is told of a commit is frozen, and the caller's own object is not ours to freeze.
    configuration: sessionConfigurationSchema.parse(configuration),
    plan: null,
  };
}

function turnEnded(turn: Turn, outcome: EndTurn['outcome'], at: string): NewPlanEvent {
  return { type: 'turn_ended', data: { outcome }, turn_id: turn.turn_id, at };
}

/** Throws where there is no session, or none that this build may write. */
export function writableSession(loaded: LoadedSession | undefined): LoadedSession {
  if (!loaded) throw sessionNotFoundError();
  if (!loaded.readOnly) return loaded;
  throw newerVersionError();
}
