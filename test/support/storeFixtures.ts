import assert from 'node:assert/strict';
import { PlanError, type PlanErrorCode } from '../../src/domain/planError';
import {
  PLAN_ENFORCEMENT,
  type NewPlanEvent,
  type PlanEventBody,
} from '../../src/domain/planEvent';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import type { Sentence } from '../../src/domain/sentence';
import { CAPABILITIES, type SessionRecord } from '../../src/domain/session';
import type {
  LoadedSession,
  PlanStore,
  RecordedCall,
  SessionCommit,
} from '../../src/service/planStore';
import { assertTranslatable } from './assertTranslatable';

export function aStep(id: string, more: Partial<PlanStep> = {}): PlanStep {
  return { id, description: `Do ${id}`, status: 'pending', ...more };
}

export function aPlan(
  revision: number,
  steps: PlanStep[] = [aStep('one'), aStep('two')],
): PlanDocument {
  return {
    revision,
    turn_id: 'turn-1',
    call_id: `call-${String(revision)}`,
    explanation: 'Why not',
    steps,
  };
}

export function aRecord(key: string, more: Partial<SessionRecord> = {}): SessionRecord {
  return {
    key,
    coworker: 'chat',
    title: `Title of ${key}`,
    created: '2030-01-01T00:00:00.000Z',
    updated: '2030-01-01T00:00:00.000Z',
    required_capabilities: [...CAPABILITIES],
    configuration: { planning: true, subtasks: false },
    plan: null,
    ...more,
  };
}

export function aCall(callId: string, text = 'Done'): RecordedCall {
  return {
    call_id: callId,
    name: 'update_plan',
    input: `{"call":"${callId}"}`,
    result: {
      isError: false,
      content: [{ type: 'text', text }],
      structuredContent: { revision: 1 },
    },
  };
}

/** What an accepted `update_plan` commits: record, event, recorded call and removal, all of one revision. */
export function aPlanCommit(
  key: string,
  revision: number,
  more: Partial<SessionRecord> = {},
): SessionCommit {
  const plan = more.plan ?? aPlan(revision);
  const call = aCall(plan.call_id);
  const event: NewPlanEvent = {
    type: 'plan_updated',
    data: {
      name: call.name,
      call_id: call.call_id,
      plan,
      result: call.result,
      enforcement: PLAN_ENFORCEMENT,
    },
    turn_id: plan.turn_id,
    call_id: call.call_id,
    at: '2030-01-01T00:00:00.000Z',
  };
  const removedSteps = [goneIn(plan.revision)];
  return { record: aRecord(key, { ...more, plan }), events: [event], call, removedSteps };
}

/** The id of the step that a commit of aPlanCommit says it removed. */
export function goneIn(revision: number): string {
  return `gone-in-${String(revision)}`;
}

/** A record in which every optional field has a value. */
export function aFullRecord(key: string, more: Partial<SessionRecord> = {}): SessionRecord {
  return aRecord(key, {
    workspace: 'file:///home/me/a%20b',
    forked_from: { session: 'srv:1', revision: 7 },
    configuration: {
      planning: false,
      subtasks: true,
      tools: ['write_plan', 'read_plan'],
      descriptions: { write_plan: 'Writes the plan.', constructor: '' },
      guidance: '',
      single_in_progress: 'strict',
    },
    turn: {
      turn_id: 'turn-7',
      owner: 'owner-1',
      process_id: 4711,
      host: 'machine',
      lease: '2030-01-01T00:10:00.000Z',
    },
    ...more,
  });
}

/** An event of every type, with every optional field. */
export function everyEvent(): NewPlanEvent[] {
  const { result } = aCall('call-1');
  const name = 'write_plan';
  const call_id = 'call-1';
  const bodies: { [Type in PlanEventBody['type']]: PlanEventBody & { readonly type: Type } } = {
    session_created: {
      type: 'session_created',
      data: { coworker: 'chat', forked_from: { session: 'srv:1', revision: 7 } },
    },
    plan_updated: {
      type: 'plan_updated',
      data: { name, call_id, plan: aPlan(8), result, enforcement: PLAN_ENFORCEMENT },
    },
    tool_finished: { type: 'tool_finished', data: { name, call_id, result } },
    turn_started: { type: 'turn_started', data: {} },
    turn_ended: { type: 'turn_ended', data: { outcome: 'cancelled' } },
    'plan/mode': { type: 'plan/mode', data: { active: true } },
    plan_reviewed: {
      type: 'plan_reviewed',
      data: { revision: 8, outcome: 'kept_planning', feedback: 'Not \ud83d yet' },
    },
    session_adopted: { type: 'session_adopted', data: { from: 'srv:2', revision: 3 } },
  };
  return Object.values(bodies).flatMap((body) => [
    { ...body, turn_id: 'turn-7', call_id, at: '2030-01-01T00:00:00.000Z' },
    { ...body, at: '2030-01-01T00:00:01.000Z' },
  ]);
}

/** Appends revision after revision, each on what is stored. */
export async function appendPlans(
  store: PlanStore,
  key: string,
  ...revisions: number[]
): Promise<void> {
  for (const revision of revisions) {
    const generation = (await store.load(key))?.generation ?? 0;
    const outcome = await store.append(key, generation, aPlanCommit(key, revision));
    if (outcome.kind !== 'appended')
      throw new Error(`Revision ${String(revision)} met a conflict.`);
  }
}

/** The session, with the check that whatever is told of it can be translated and advises nobody to destroy anything (FC.9). */
export async function loadExisting(store: PlanStore, key: string): Promise<LoadedSession> {
  const loaded = await store.load(key);
  if (!loaded) throw new Error(`There is no session ${key}.`);
  for (const { message, location } of loaded.problems) assertTold(message, location);
  return loaded;
}

/** Everything of a session made by appendPlans up to the revision is there, and nothing of the next. */
export async function assertRevision(
  store: PlanStore,
  key: string,
  revision: number,
): Promise<void> {
  const loaded = await loadExisting(store, key);
  assert.deepEqual(loaded.record.plan, aPlan(revision));
  assert.deepEqual([loaded.version, loaded.generation, loaded.problems], [revision, revision, []]);
  const page = await store.events(key, 0, 100);
  assert.equal(page.kind === 'events' && page.events.length, revision);
  const [last, next] = [`call-${String(revision)}`, `call-${String(revision + 1)}`];
  assert.deepEqual(await store.recordedCall(key, last), aCall(last));
  assert.equal(await store.recordedCall(key, next), undefined);
  const gone = await store.removedSteps(key, [goneIn(revision), goneIn(revision + 1)]);
  assert.deepEqual([...gone], [[goneIn(revision), revision]]);
}

/** The PlanError of a call that must fail, with the same check of its text. */
export async function rejectsWith(
  promise: Promise<unknown>,
  code: PlanErrorCode,
): Promise<PlanError> {
  const error: unknown = await promise.then(
    (value) => new Error(`Expected ${code}, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!PlanError.is(error, code)) throw error;
  assertTold(error.sentence, error.details['location']);
  return error;
}

/** The name of the place is not ours to choose, and any letters may be in it. */
function assertTold(said: Sentence, location: unknown): void {
  assertTranslatable(said);
  assert.doesNotMatch(String(said).replaceAll(String(location), ''), DESTRUCTIVE);
}

const DESTRUCTIVE =
  /\b(delet|remov|reset|init|drop|wip|eras|clear|overwrit|forc|rm|purg|discard)\w*/i;
