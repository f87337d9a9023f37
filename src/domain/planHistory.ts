import type { PlanDocument } from './plan';

/** Ids of the steps that the plan before had and the plan after has not, in the order of the one before. */
export function removedBetween(before: PlanDocument | null, after: PlanDocument | null): string[] {
  const kept = new Set(after?.steps.map(({ id }) => id));
  return (before?.steps ?? []).flatMap(({ id }) => (kept.has(id) ? [] : [id]));
}
