import {
  type ChangedStep,
  type PlanDiff,
  planDiff,
  type PlanDocument,
  type PlanStep,
} from '../../src/protocol/planView';
import { type StepRow, stepRows } from '../plan/stepRows';

/** What became of a step between two revisions. */
export type StepMark = 'added' | 'removed' | 'changed' | 'same';

export interface ComparisonRow extends StepRow {
  readonly mark: StepMark;
  /** With `changed` alone. */
  readonly change?: ChangedStep;
}

export interface ComparedPlans {
  readonly diff: PlanDiff;
  /** The tree of the plan after, with what was removed in its old places. */
  readonly rows: readonly ComparisonRow[];
}

export function comparePlans(
  before: PlanDocument,
  after: PlanDocument,
  collapsed: ReadonlySet<string> = new Set(),
): ComparedPlans {
  const diff = planDiff(before, after);
  const removed = new Set(diff.removed);
  const added = new Set(diff.added);
  const changes = new Map(diff.changed.map((change) => [change.after, change]));
  const rows = stepRows(mergedSteps(before.steps, after.steps), collapsed).map((row) => {
    const { step } = row;
    if (removed.has(step)) return { ...row, mark: 'removed' } as const;
    if (added.has(step)) return { ...row, mark: 'added' } as const;
    const change = changes.get(step);
    return change
      ? ({ ...row, mark: 'changed', change } as const)
      : ({ ...row, mark: 'same' } as const);
  });
  return { diff, rows };
}

/**
 * The steps of the plan after in their order; each removed one stands behind the step that it stood
 * behind, wherever that is now, and in front of all where it was the first. Where damaged data has an
 * id twice, the first is taken for the first.
 */
export function mergedSteps(before: readonly PlanStep[], after: readonly PlanStep[]): PlanStep[] {
  const places = new Map<string, number[]>();
  after.forEach(({ id }, place) => {
    append(places, id, place);
  });
  const behind = new Map<number, PlanStep[]>();
  let anchor = -1;
  for (const step of before) {
    const place = places.get(step.id)?.shift();
    if (place === undefined) append(behind, anchor, step);
    else anchor = place;
  }
  const removedBehind = (place: number): readonly PlanStep[] => behind.get(place) ?? [];
  return [...removedBehind(-1), ...after.flatMap((step, at) => [step, ...removedBehind(at)])];
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
