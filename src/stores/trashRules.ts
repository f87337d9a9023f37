import { PlanError } from '../domain/planError';

/** The trash lists so many, */
export const MOST_LISTED = 500;
/** is emptied of so many at once, */
export const MOST_DESTROYED = 100;
export const DAY_MS = 24 * 60 * 60_000;
/** and keeps each for so long. */
export const KEPT_MS = 30 * DAY_MS;

export function notInTrashError(): PlanError {
  return new PlanError(
    'session_not_found',
    'This plan is no longer in the trash, or cannot be read there.',
  );
}

export function existsAgainError(): PlanError {
  return new PlanError(
    'invalid_input',
    'Its chat has a plan again, which would be lost. Delete that one first; it stays in the trash for 30 days, too.',
  );
}
