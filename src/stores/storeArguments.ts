import { PlanError } from '../domain/planError';
import { sessionRecordSchema } from '../domain/session';
import type { SessionCommit, SessionKey } from '../service/planStore';

const MAX_PAGE = 1_000;
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
 * Refuses what could not be read again, before anything is written. A commit that fails here is a
 * bug of the caller, hence no PlanError.
 */
export function assertCommit(session: SessionKey, commit: SessionCommit): void {
  assertSessionKey(session);
  if (commit.record.key !== session)
    throw new Error('The record of a commit has another session key.');
  sessionRecordSchema.parse(commit.record);
}

export function assertPageLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return;
  throw new PlanError('invalid_input', `A page holds 1 to ${String(MAX_PAGE)} sessions.`);
}

export function assertEventRange(after: number, limit: number): void {
  if (Number.isInteger(after) && after >= 0 && Number.isInteger(limit) && limit >= 1) return;
  throw new PlanError(
    'invalid_input',
    'Events are read from a cursor of 0 or more, at least one at a time.',
  );
}
