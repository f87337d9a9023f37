import * as z from 'zod/mini';
import type { PlanDocument, PlanStep } from '../domain/plan';
import { PlanError } from '../domain/planError';
import type { PlanEvent } from '../domain/planEvent';
import { sentence } from '../domain/sentence';
import { sessionRecordSchema } from '../domain/session';
import { MAX_SESSION_PAGE, type SessionCommit, type SessionKey } from '../service/planStore';
import { toNewPlanEvent, toRecordedCall } from './storedValues';

const JSON_TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'object']);
const removedIdsSchema = z.lazy(() => z.optional(z.array(z.string())));
/** A surrogate without its other half: such text has no UTF-8 form, so two keys could share a file. */
const LONE_SURROGATE = /\p{Cs}/u;

export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}

export function assertSessionKey(session: SessionKey): void {
  if (session !== '' && !hasLoneSurrogate(session)) return;
  throw new PlanError(
    'invalid_input',
    'A session key is a non-empty text without lone surrogates.',
  );
}

/**
 * A copy of the commit, since its caller may change it while it waits for its turn. Refuses what could not
 * be read again, before anything is written: that is a bug of the caller, hence no PlanError.
 */
export function ownCommit(session: SessionKey, given: SessionCommit): SessionCommit {
  assertSessionKey(session);
  if (given.record.key !== session)
    throw new Error('The record of a commit has another session key.');
  const commit = copyOfJson(given, new Map()) as SessionCommit;
  const { plan } = sessionRecordSchema.parse(commit.record);
  assertReferences(plan?.steps ?? []);
  for (const { type, data, ...context } of commit.events)
    toNewPlanEvent({ type, data: withoutSteps(data, commit.record.plan) }, context);
  if (commit.call) toRecordedCall(commit.call);
  assertRemoved(removedIdsSchema.parse(commit.removedSteps), plan);
  return commit;
}

/** An event with the plan of the record, which was parsed there: most of what there is to parse. */
function withoutSteps(data: PlanEvent['data'], parsed: PlanDocument | null): unknown {
  if (!parsed || !('plan' in data) || data.plan !== parsed) return data;
  return { ...data, plan: { ...parsed, steps: [] } };
}

/** What JSON does not know would come back as something else, and what is called __proto__ not at all. */
function copyOfJson(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value === 'number' ? !Number.isFinite(value) : !JSON_TYPES.has(typeof value))
    throw notJson();
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known) return known;
  if (Array.isArray(value)) return value.map((part) => copyOfJson(part, copies));
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === Object.prototype || prototype === null;
  if (!plain || Object.hasOwn(value, '__proto__')) throw notJson();
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    // A property that is undefined is one that is not there.
    if (part !== undefined) copy[name] = copyOfJson(part, copies);
  }
  copies.set(value, copy);
  return copy;
}

function notJson(): Error {
  return new Error('A commit holds a value that JSON would not give back.');
}

/** Removed is what the plan of the commit has not; its revision tells when. */
function assertRemoved(removed: readonly string[] | undefined, plan: PlanDocument | null): void {
  if (!removed?.length) return;
  if (!plan) throw new Error('A commit removes steps and has no plan without them.');
  const kept = plan.steps.find(({ id }) => removed.includes(id));
  if (kept) throw new Error(`A commit removes the step ${kept.id}, which its plan has.`);
}

/** What no reader would show as it is (see toPlanSteps): ids given twice, references to nothing. */
function assertReferences(steps: readonly PlanStep[]): void {
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) throw new Error('Two steps of a commit have the same id.');
  const orphan = steps
    .flatMap(({ parent_id, depends_on = [] }) => [...depends_on, parent_id])
    .find((id) => id !== undefined && !ids.has(id));
  if (orphan !== undefined)
    throw new Error(`A commit refers to the step ${orphan}, which is none.`);
}

export function assertPageLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_SESSION_PAGE) return;
  throw new PlanError('invalid_input', sentence`A page holds 1 to ${MAX_SESSION_PAGE} sessions.`);
}

export function assertEventRange(after: number, limit: number): void {
  if (Number.isInteger(after) && after >= 0 && Number.isInteger(limit) && limit >= 1) return;
  throw new PlanError(
    'invalid_input',
    'Events are read from a cursor of 0 or more, at least one at a time.',
  );
}
