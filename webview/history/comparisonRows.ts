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
  const rows = stepRows(mergedSteps(before.steps, after.steps, diff), collapsed).map((row) => {
    const { step } = row;
    if (removed.has(step)) return { ...row, mark: 'removed' } as const;
    if (added.has(step)) return { ...row, mark: 'added' } as const;
    const change = changes.get(step);
    return change ? ({ ...row, mark: 'changed', change } as const) : ({ ...row, mark: 'same' } as const);
  });
  return { diff, rows };
}

/**
 * The steps of the plan after in their order; each removed one stands behind the step that it stood
 * behind, wherever that is now, and in front of all where it was the first.
 */
export function mergedSteps(
  before: readonly PlanStep[],
  after: readonly PlanStep[],
  { removed, added }: PlanDiff,
): PlanStep[] {
  const gone = new Set(removed);
  const come = new Set(added);
  const keptBefore = before.filter((step) => !gone.has(step));
  const keptAfter = after.filter((step) => !come.has(step));
  const nowOf = pairs(keptBefore, keptAfter);
  /** What was removed directly behind a step of the plan after; under undefined, in front of all. */
  const behind = new Map<PlanStep | undefined, PlanStep[]>();
  let anchor: PlanStep | undefined;
  for (const step of before) {
    if (!gone.has(step)) anchor = nowOf.get(step);
    else behind.set(anchor, [...(behind.get(anchor) ?? []), step]);
  }
  return [undefined, ...after].flatMap((step) => [
    ...(step ? [step] : []),
    ...(behind.get(step) ?? []),
  ]);
}

/** Each kept step and itself in the plan after; the n-th with an id is the n-th with it there. */
function pairs(
  before: readonly PlanStep[],
  after: readonly PlanStep[],
): ReadonlyMap<PlanStep, PlanStep> {
  const waiting = new Map<string, PlanStep[]>();
  for (const step of after) waiting.set(step.id, [...(waiting.get(step.id) ?? []), step]);
  for (const list of waiting.values()) list.reverse();
  return new Map(
    before.flatMap((step) => {
      const now = waiting.get(step.id)?.pop();
      return now ? [[step, now] as const] : [];
    }),
  );
}
