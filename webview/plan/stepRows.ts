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
 */
export function stepRows(steps: readonly PlanStep[], collapsed: ReadonlySet<string>): StepRow[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const children = new Map<string | undefined, PlanStep[]>();
  for (const step of steps) {
    const parent = rootedParent(step, byId);
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
    rows.push(repeated ? { ...row, key: `${row.key} ${String(rows.length)}` } : row);
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
      waitsFor: prerequisites(step, byId),
    }));
    return made.reverse();
  }
}

/** The parent, unless going up from it never ends at an outermost step. */
function rootedParent(step: PlanStep, byId: ReadonlyMap<string, PlanStep>): string | undefined {
  const parent = step.parent_id === undefined ? undefined : byId.get(step.parent_id);
  const seen = new Set<string>();
  for (let above = parent; above; above = byId.get(above.parent_id ?? '')) {
    if (above.id === step.id || seen.has(above.id)) return undefined;
    seen.add(above.id);
  }
  return parent?.id;
}

function prerequisites(step: PlanStep, byId: ReadonlyMap<string, PlanStep>): PlanStep[] {
  return (step.depends_on ?? []).flatMap((id) => {
    const prerequisite = byId.get(id);
    const open = prerequisite && !['completed', 'cancelled'].includes(prerequisite.status);
    return open ? [prerequisite] : [];
  });
}
