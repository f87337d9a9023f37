import { stepsById, unresolvedPrerequisites } from '../../src/domain/dependencies';
import type { PlanStep } from '../../src/protocol/planView';

/** A step at its place in the tree. */
export interface StepRow {
  /** The step's id, made different where damaged data has it twice. */
  readonly key: string;
  readonly step: PlanStep;
  /** 1 for the outermost. */
  readonly level: number;
  /** Place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly setSize: number;
  readonly parent: string | undefined;
  /** Undefined for a step without subtasks. */
  readonly expanded: boolean | undefined;
  /** Unfinished steps that it waits for, in the order in which they were named. */
  readonly waitsFor: readonly PlanStep[];
}

/**
 * The steps as the visible rows of a tree: subtasks follow their parent. Whatever the links say,
 * every step is there once: one with an unknown parent, or in a circle of parents, is outermost.
 * A row that is as it was before is the same object, so that nothing of it has to be drawn again.
 */
export function stepRows(
  steps: readonly PlanStep[],
  collapsed: ReadonlySet<string>,
  before: readonly StepRow[] = [],
): StepRow[] {
  const byId = stepsById(steps);
  const known = new Map(before.map((row) => [row.key, row]));
  const children = new Map<string | undefined, PlanStep[]>();
  for (const step of steps) {
    const parent = ancestors(step, byId)[0];
    const siblings = children.get(parent);
    if (siblings) siblings.push(step);
    else children.set(parent, [step]);
  }
  const rows: StepRow[] = [];
  const seen = new Set<string>();
  const open = rowsUnder(undefined, 1);
  for (let row = open.pop(); row; row = open.pop()) {
    const repeated = seen.has(row.step.id);
    seen.add(row.step.id);
    const made = repeated ? { ...row, key: `${row.key} ${String(rows.length)}` } : row;
    const old = known.get(made.key);
    rows.push(old && isSame(old, made) ? old : made);
    if (row.expanded === true && !repeated) open.push(...rowsUnder(row.step.id, row.level + 1));
  }
  return rows;

  /** Last one first, as the stack wants them. */
  function rowsUnder(parent: string | undefined, level: number): StepRow[] {
    const list = children.get(parent) ?? [];
    const made = list.map((step, index): StepRow => ({
      key: step.id,
      step,
      level,
      position: index + 1,
      setSize: list.length,
      parent,
      expanded: children.has(step.id) ? !collapsed.has(step.id) : undefined,
      waitsFor: unresolvedPrerequisites(step, byId),
    }));
    return made.reverse();
  }
}

/** The ids of the steps above one, nearest first; none where going up ends at no outermost step. */
export function ancestors(step: PlanStep, byId: ReadonlyMap<string, PlanStep>): string[] {
  const above = new Set<string>();
  const parentOf = ({ parent_id }: PlanStep) => byId.get(parent_id ?? '');
  for (let next = parentOf(step); next; next = parentOf(next)) {
    if (next.id === step.id || above.has(next.id)) return [];
    above.add(next.id);
  }
  return [...above];
}

/** The row of a step, or of the nearest one above it that is not folded away. */
export function visibleIndex(
  rows: readonly StepRow[],
  step: PlanStep | undefined,
  byId: ReadonlyMap<string, PlanStep>,
): number {
  if (!step) return -1;
  for (const id of [step.id, ...ancestors(step, byId)]) {
    const index = rows.findIndex((row) => row.step.id === id);
    if (index >= 0) return index;
  }
  return -1;
}

function isSame(left: StepRow, right: StepRow): boolean {
  return (
    left.step === right.step &&
    left.level === right.level &&
    left.position === right.position &&
    left.setSize === right.setSize &&
    left.parent === right.parent &&
    left.expanded === right.expanded &&
    left.waitsFor.length === right.waitsFor.length &&
    left.waitsFor.every((step, index) => step === right.waitsFor[index])
  );
}
