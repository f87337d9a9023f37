import assert from 'node:assert/strict';
import { PlanError, type PlanErrorCode } from '../../src/domain/planError';
import { PLAN_ENFORCEMENT, type NewPlanEvent } from '../../src/domain/planEvent';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { CAPABILITIES, type SessionRecord } from '../../src/domain/session';
import type {
  LoadedSession,
  PlanStore,
  RecordedCall,
  SessionCommit,
} from '../../src/service/planStore';

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

/** What an accepted `update_plan` commits: record, event and recorded call, all of one revision. */
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
  return { record: aRecord(key, { ...more, plan }), events: [event], call };
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

/** The session, with the check that whatever is told of it advises nobody to destroy anything (FC.9). */
export async function loadExisting(store: PlanStore, key: string): Promise<LoadedSession> {
  const loaded = await store.load(key);
  if (!loaded) throw new Error(`There is no session ${key}.`);
  for (const { message } of loaded.problems) assert.doesNotMatch(message, DESTRUCTIVE);
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
  assert.doesNotMatch(error.message, DESTRUCTIVE);
  return error;
}

const DESTRUCTIVE =
  /\b(delet|remov|reset|init|drop|wip|eras|clear|overwrit|forc|rm|purg|discard)\w*/i;
