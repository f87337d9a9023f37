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
  /** Its active form differs. */
  readonly relabelled: boolean;
  readonly reparented: boolean;
  /** How many prerequisites came or went. */
  readonly links: number;
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

/**
 * What became of each step between two revisions of one plan. Steps are matched by id alone; where
 * damaged data has an id twice, the first is matched with the first.
 */
export function planDiff(before: PlanDocument | null, after: PlanDocument | null): PlanDiff {
  const oldSteps = keyed(before?.steps ?? []);
  const newSteps = keyed(after?.steps ?? []);
  const moved = movedKeys([...oldSteps.keys()], [...newSteps.keys()]);
  const changed: ChangedStep[] = [];
  for (const [key, step] of newSteps) {
    const previous = oldSteps.get(key);
    const change = previous && changeOf(previous, step, moved.has(key));
    if (change) changed.push(change);
  }
  return {
    added: missingIn(oldSteps, newSteps),
    removed: missingIn(newSteps, oldSteps),
    changed,
    explanationChanged: (before?.explanation ?? '') !== (after?.explanation ?? ''),
    cleared: newSteps.size === 0 && oldSteps.size > 0,
  };
}

type KeyedSteps = ReadonlyMap<string, PlanStep>;

/** In plan order. */
function keyed(steps: readonly PlanStep[]): KeyedSteps {
  const times = new Map<string, number>();
  const found = new Map<string, PlanStep>();
  for (const step of steps) {
    const time = times.get(step.id) ?? 0;
    times.set(step.id, time + 1);
    found.set(time === 0 ? step.id : `${step.id}\0${String(time)}`, step);
  }
  return found;
}

function missingIn(others: KeyedSteps, steps: KeyedSteps): PlanStep[] {
  return [...steps].flatMap(([key, step]) => (others.has(key) ? [] : [step]));
}

function changeOf(before: PlanStep, after: PlanStep, moved: boolean): ChangedStep | undefined {
  const renamed = before.description !== after.description;
  const relabelled = (before.active_form ?? '') !== (after.active_form ?? '');
  const reparented = (before.parent_id ?? '') !== (after.parent_id ?? '');
  const links = unsharedLinks(before.depends_on ?? [], after.depends_on ?? []);
  const status = statusChange(before.status, after.status);
  const same = !renamed && !moved && !relabelled && !reparented && links === 0 && !status;
  if (same) return undefined;
  return {
    before,
    after,
    renamed,
    moved,
    relabelled,
    reparented,
    links,
    ...(status && { status }),
  };
}

function unsharedLinks(before: readonly string[], after: readonly string[]): number {
  const old = new Set(before);
  const now = new Set(after);
  const gone = [...old].filter((id) => !now.has(id));
  const come = [...now].filter((id) => !old.has(id));
  return gone.length + come.length;
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

/** The fewest steps that one would have to move: all that are not in the longest run still in order. */
function movedKeys(oldKeys: readonly string[], newKeys: readonly string[]): Set<string> {
  const oldPlace = new Map(oldKeys.map((key, index) => [key, index]));
  const shared = newKeys.flatMap((key) => {
    const place = oldPlace.get(key);
    return place === undefined ? [] : [{ key, place }];
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
  const moved = new Set(shared.map(({ key }) => key));
  for (let at = piles.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    moved.delete(shared[at]?.key ?? '');
  }
  return moved;
}
