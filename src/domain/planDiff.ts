import type { PlanDocument, PlanStep, StepStatus } from './plan';

/** A move from one status to another, in the word that a list of revisions uses for it. */
export type StatusChange =
  'done' | 'started' | 'cancelled' | 'blocked' | 'unblocked' | 'paused' | 'reopened';

/** A step that is in both plans and is not the same in them. */
export interface ChangedStep {
  readonly before: PlanStep;
  readonly after: PlanStep;
  readonly renamed: boolean;
  /** It stands elsewhere among the steps that both plans have. */
  readonly moved: boolean;
  /** Its active form, parent or prerequisites differ. */
  readonly edited: boolean;
  readonly status?: StatusChange;
}

export interface PlanDiff {
  /** In the order of the plan after. */
  readonly added: readonly PlanStep[];
  /** In the order of the plan before. */
  readonly removed: readonly PlanStep[];
  /** In the order of the plan after. */
  readonly changed: readonly ChangedStep[];
  readonly explanationChanged: boolean;
  /** The plan after is empty and the one before was not. */
  readonly cleared: boolean;
}

/** What became of each step between two revisions of one plan. Steps are matched by id alone. */
export function planDiff(before: PlanDocument | null, after: PlanDocument | null): PlanDiff {
  const oldSteps = before?.steps ?? [];
  const newSteps = after?.steps ?? [];
  const oldById = new Map(oldSteps.map((step) => [step.id, step]));
  const newIds = new Set(newSteps.map((step) => step.id));
  const moved = movedIds(oldSteps, newSteps);
  const changed: ChangedStep[] = [];
  for (const step of newSteps) {
    const previous = oldById.get(step.id);
    const change = previous && changeOf(previous, step, moved.has(step.id));
    if (change) changed.push(change);
  }
  return {
    added: newSteps.filter((step) => !oldById.has(step.id)),
    removed: oldSteps.filter((step) => !newIds.has(step.id)),
    changed,
    explanationChanged: (before?.explanation ?? '') !== (after?.explanation ?? ''),
    cleared: newSteps.length === 0 && oldSteps.length > 0,
  };
}

function changeOf(before: PlanStep, after: PlanStep, moved: boolean): ChangedStep | undefined {
  const renamed = before.description !== after.description;
  const edited =
    (before.active_form ?? '') !== (after.active_form ?? '') ||
    (before.parent_id ?? '') !== (after.parent_id ?? '') ||
    !sameList(before.depends_on ?? [], after.depends_on ?? []);
  const status = statusChange(before.status, after.status);
  if (!renamed && !edited && !moved && !status) return undefined;
  return { before, after, renamed, moved, edited, ...(status && { status }) };
}

function statusChange(before: StepStatus, after: StepStatus): StatusChange | undefined {
  if (before === after) return undefined;
  if (after === 'completed') return 'done';
  if (after === 'cancelled') return 'cancelled';
  if (before === 'completed' || before === 'cancelled') return 'reopened';
  if (after === 'in_progress') return 'started';
  if (after === 'blocked') return 'blocked';
  return before === 'blocked' ? 'unblocked' : 'paused';
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

/** The fewest steps that one would have to move: all that are not in the longest run still in order. */
function movedIds(oldSteps: readonly PlanStep[], newSteps: readonly PlanStep[]): Set<string> {
  const oldPlace = new Map(oldSteps.map((step, index) => [step.id, index]));
  const shared = newSteps.flatMap(({ id }) => {
    const place = oldPlace.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  // Patience sorting: piles[n] is the entry with the lowest old place that ends a run of n + 1.
  const piles: number[] = [];
  const previous: number[] = [];
  shared.forEach(({ place }, index) => {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shared[piles[middle] ?? -1]?.place ?? Infinity) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = piles[low - 1] ?? -1;
    piles[low] = index;
  });
  const moved = new Set(shared.map(({ id }) => id));
  for (let at = piles.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    moved.delete(shared[at]?.id ?? '');
  }
  return moved;
}
