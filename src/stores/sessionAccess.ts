import { PlanError } from '../domain/planError';
import { type Sentence, sentence } from '../domain/sentence';
import { CAPABILITIES, type SessionRecord } from '../domain/session';
import type { SessionKey, StoreProblem } from '../service/planStore';

/** What keeps this build from writing a session that asks for more than it can do (DP.96). */
export function capabilityProblem(
  record: SessionRecord,
  location?: string,
): StoreProblem | undefined {
  const missing = record.required_capabilities.filter((name) => !CAPABILITIES.includes(name));
  if (missing.length === 0) return undefined;
  return newerProblem(
    sentence`This session needs ${missing.join(', ')}, which this version lacks`,
    location,
  );
}

export function schemaProblem(location: string): StoreProblem {
  return newerProblem(
    sentence`This session was written by a newer version of Session Plans`,
    location,
  );
}

/** A file of a newer version that holds nothing this build understands. */
export function newerUnreadableError(location: string, cause: unknown): PlanError {
  return new PlanError(
    'newer_version',
    'This session was written by a newer version of Session Plans and cannot be read by this one. Update the extension to open it.',
    { details: { location }, cause },
  );
}

export function readOnlyError(problem: StoreProblem): PlanError {
  return new PlanError('newer_version', problem.message satisfies Sentence, {
    details: problem.location === undefined ? {} : { location: problem.location },
  });
}

/** Who was shown something that is no longer so. */
export function changedError(): PlanError {
  return new PlanError(
    'retry',
    'The plan changed at the same time, so nothing was done. Look at it again and repeat this.',
  );
}

/** Who waited in vain until another writer was done. */
export function busyError(location: string): PlanError {
  return new PlanError(
    'retry',
    'Another program keeps writing this session; nothing was changed by this call.',
    { details: { location } },
  );
}

export function noSessionError(session: SessionKey): PlanError {
  return new PlanError(
    'session_not_found',
    sentence`There is no plan session ${JSON.stringify(session)}.`,
  );
}

/** Every call after the closing of a store, of one that was never opened too. */
export function closedError(): PlanError {
  return new PlanError('store_unavailable', 'The plan store was closed.', {
    details: { retry: false },
  });
}

function newerProblem(what: Sentence, location: string | undefined): StoreProblem {
  const message = sentence`${what}: it can be read but not changed. Update the extension to change it.`;
  return { kind: 'newer_version', message, ...(location === undefined ? {} : { location }) };
}
