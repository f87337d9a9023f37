import { PlanError } from '../domain/planError';
import { CAPABILITIES, type SessionRecord } from '../domain/session';
import type { StoreProblem } from '../service/planStore';

/** What keeps this build from writing a session that asks for more than it can do (DP.96). */
export function capabilityProblem(
  record: SessionRecord,
  location?: string,
): StoreProblem | undefined {
  const missing = record.required_capabilities.filter((name) => !CAPABILITIES.includes(name));
  if (missing.length === 0) return undefined;
  return newerProblem(
    `This session needs ${missing.join(', ')}, which this version lacks`,
    location,
  );
}

export function schemaProblem(location: string): StoreProblem {
  return newerProblem('This session was written by a newer version of Session Plans', location);
}

export function readOnlyError(problem: StoreProblem, cause?: unknown): PlanError {
  return new PlanError('newer_version', problem.message, {
    details: problem.location === undefined ? {} : { location: problem.location },
    cause,
  });
}

export function cancelledError(): PlanError {
  return new PlanError('cancelled', 'The call was cancelled before it changed anything.');
}

export function closedError(): PlanError {
  return new PlanError('store_unavailable', 'The plan store was closed.', {
    details: { retry: false },
  });
}

function newerProblem(what: string, location: string | undefined): StoreProblem {
  const message = `${what}: it can be read but not changed. Update the extension to change it.`;
  return { kind: 'newer_version', message, ...(location === undefined ? {} : { location }) };
}
