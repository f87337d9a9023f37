import { stepsById } from '../dependencies';
import type { PlanDocument, PlanStep } from '../plan';
import { changedStep, type Draft, type DraftChange, type Place } from './draft';
import { draftedSteps, Names, siblingsOf } from './draftedSteps';

/**
 * How a change stands to a plan: still to be made, made, or in conflict, because the step is another than
 * the person saw (`changed`) or is not there any more, or what it should stand beside (`gone`).
 */
export type Standing = 'open' | 'done' | 'changed' | 'gone';

/** Of each change, in their order. */
export function standings(changes: readonly DraftChange[], plan: PlanDocument): Standing[] {
  const names = new Names(plan, changes);
  const byId = stepsById(plan.steps);
  const drafted = draftedSteps(plan, changes);
  return changes.map((change) => {
    if (change.kind === 'add') {
      if (names.of(change.id) !== undefined) return 'done';
      return isThere(change.parent, names) ? 'open' : 'gone';
    }
    const now = byId.get(change.step.id);
    switch (change.kind) {
      case 'text':
        if (now) return wordStanding(now.description, change.text, change.step.description);
        return hasText(plan.steps, change.text) ? 'done' : 'gone';
      case 'status':
        if (now) return wordStanding(now.status, change.status, change.step.status);
        // Most agents can say it in no other way.
        return change.status === 'cancelled' ? 'done' : 'gone';
      case 'place':
        if (!now) return 'gone';
        // Alone it stands where it should.
        if (siblingsOf(drafted, now.id).length < 2) return 'done';
        if (!hasPlace(change.place, names)) return 'gone';
        return isInOrder(plan.steps, drafted, now.id) ? 'done' : 'open';
    }
  });
}

/** Every change is in this one plan. */
export function isDraftDone({ changes }: Draft, plan: PlanDocument): boolean {
  return changes.length > 0 && openChanges(changes, plan).length === 0;
}

/** The steps about which the draft and the plan contradict each other. */
export function conflictsOf({ changes }: Draft, plan: PlanDocument): ReadonlyMap<string, Standing> {
  const found = standings(changes, plan);
  return new Map(
    changes.flatMap((change, at) => {
      const standing = found[at];
      return standing === 'changed' || standing === 'gone'
        ? [[changedStep(change), standing] as const]
        : [];
    }),
  );
}

/** Changes that are still to be made. */
export function openChanges(changes: readonly DraftChange[], plan: PlanDocument): DraftChange[] {
  const found = standings(changes, plan);
  return changes.filter((_, at) => found[at] !== 'done');
}

function wordStanding(now: string, wanted: string, seen: string): Standing {
  if (now === wanted) return 'done';
  return now === seen ? 'open' : 'changed';
}

function hasText(steps: readonly PlanStep[], text: string): boolean {
  return steps.some(({ description }) => description === text);
}

function isThere(id: string | null, names: Names): boolean {
  return id === null || names.isDrafted(id) || names.of(id) !== undefined;
}

/** One of those that the step should stand between is there, or will be. */
function hasPlace({ after, before }: Place, names: Names): boolean {
  if (after === null && before === null) return true;
  return [after, before].some((id) => id !== null && isThere(id, names));
}

/** It stands before and behind the same steps beside it as it would with the draft. */
function isInOrder(steps: readonly PlanStep[], drafted: readonly PlanStep[], id: string): boolean {
  const before = siblingsOf(steps, id).map((step) => step.id);
  const after = siblingsOf(drafted, id).map((step) => step.id);
  const ahead = (ids: readonly string[]): string[] =>
    ids.slice(0, ids.indexOf(id)).filter((other) => before.includes(other));
  return ahead(before).sort().join(' ') === ahead(after).sort().join(' ');
}
