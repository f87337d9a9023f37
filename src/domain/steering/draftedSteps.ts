import { stepsById } from '../dependencies';
import { type PlanDocument, type PlanStep, toPlanStep } from '../plan';
import { changedStep, type DraftChange, type Place } from './draft';

/** The steps of a plan once all changes are made to it; what is gone from the plan stays gone. */
export function draftedSteps(plan: PlanDocument, changes: readonly DraftChange[]): PlanStep[] {
  const steps = plan.steps.map((step) => withWords(step, changes));
  const names = new Names(plan, changes);
  for (const change of changes) {
    if (change.kind === 'place') {
      const at = steps.findIndex(({ id }) => id === change.step.id);
      const step = steps[at];
      if (!step || isBetween(steps, at, change.place, names)) continue;
      steps.splice(at, 1);
      steps.splice(placeIn(steps, change.place, names), 0, step);
    } else if (change.kind === 'add' && names.of(change.id) === undefined) {
      steps.splice(placeIn(steps, change.place, names), 0, addedStep(change, names));
    }
  }
  return steps;
}

/** What a step is called in the plan: the agent may have added a drafted one under another id. */
export class Names {
  readonly #ids: ReadonlySet<string>;
  /** Drafted steps, each with what it is called where the plan has it under another id. */
  readonly #added = new Map<string, string | undefined>();

  constructor({ steps }: PlanDocument, changes: readonly DraftChange[]) {
    this.#ids = new Set(steps.map(({ id }) => id));
    // Of one with a wish of its own the person knows that it is another.
    const taken = new Set(changes.map(changedStep));
    for (const change of changes) {
      if (change.kind !== 'add') continue;
      const { id, text, others = [] } = change;
      const found = steps.find(
        (step) => step.description === text && !taken.has(step.id) && !others.includes(step.id),
      )?.id;
      if (found !== undefined && !this.#ids.has(id)) taken.add(found);
      this.#added.set(id, found);
    }
  }

  /** Undefined where the plan has no such step. */
  of(id: string): string | undefined {
    return this.#ids.has(id) ? id : this.#added.get(id);
  }

  /** The same where the plan has it, else as it is drafted. */
  called<Id extends string | null>(id: Id): string | Id {
    return id === null ? id : (this.of(id) ?? id);
  }

  isDrafted(id: string): boolean {
    return this.#added.has(id);
  }
}

/** Whether the step at this index stands between these two, as far as they are there. */
function isBetween(
  steps: readonly PlanStep[],
  at: number,
  { after, before }: Place,
  names: Names,
): boolean {
  const high = indexOf(steps, before, names);
  return indexOf(steps, after, names) < at && (high < 0 || at < high);
}

/** The parent that is there; a step with an unknown one is outermost. */
export function parentIn(
  step: Pick<PlanStep, 'parent_id'>,
  byId: ReadonlyMap<string, PlanStep>,
): string | undefined {
  return step.parent_id !== undefined && byId.has(step.parent_id) ? step.parent_id : undefined;
}

/** The steps beside one in the tree, itself included, in their order. */
export function siblingsOf(steps: readonly PlanStep[], id: string): PlanStep[] {
  const byId = stepsById(steps);
  const step = byId.get(id);
  if (!step) return [];
  const parent = parentIn(step, byId);
  return steps.filter((other) => parentIn(other, byId) === parent);
}

function withWords(step: PlanStep, changes: readonly DraftChange[]): PlanStep {
  let { description, status } = step;
  for (const change of changes) {
    if (changedStep(change) !== step.id) continue;
    if (change.kind === 'text') description = change.text;
    if (change.kind === 'status') status = change.status;
  }
  if (description === step.description && status === step.status) return step;
  return { ...step, description, status };
}

function addedStep(
  { id, text, status, parent }: Extract<DraftChange, { kind: 'add' }>,
  names: Names,
): PlanStep {
  const parent_id = names.called(parent) ?? undefined;
  return toPlanStep({ id, description: text, status, parent_id });
}

/** The end where neither of the two is there. */
function placeIn(steps: readonly PlanStep[], { after, before }: Place, names: Names): number {
  const low = indexOf(steps, after, names);
  if (low >= 0) return low + 1;
  const high = indexOf(steps, before, names);
  return high >= 0 ? high : steps.length;
}

function indexOf(steps: readonly PlanStep[], id: string | null, names: Names): number {
  return id === null ? -1 : steps.findIndex((step) => step.id === names.called(id));
}
