import { inTreeOrder, stepsById } from '../dependencies';
import { type PlanDocument, type PlanStep, type StepStatus, toPlanStep } from '../plan';
import { changedStep, type Draft, type DraftChange, seenStep } from './draft';
import { draftedSteps, parentIn, siblingsOf } from './draftedSteps';
import { standings } from './draftStanding';
import { type Added, asNew, stillToAdd } from './stillToAdd';

/*
 * What a person does with a draft. Each gives a new draft without what would change nothing, and one that
 * was sent is one that was not sent again. The plan is the one that the person sees.
 */

/** `was` is the text that the person saw, where the step may have got another one since. */
export function draftText(
  before: Draft,
  plan: PlanDocument,
  id: string,
  text: string,
  was?: string,
): Draft {
  const draft = stillToAdd(before, plan);
  const added = addedAs(draft, id);
  if (added) {
    const { kind, status, parent, place } = added;
    return replaced(draft, plan, id, [asNew({ kind, id, text, status, parent, place }, plan)]);
  }
  const step = stepsById(plan.steps).get(id);
  if (!step) return before;
  const seen = { ...seenStep(step), ...(was !== undefined && { description: was }) };
  const kept = changesOf(draft, id).filter(({ kind }) => kind !== 'text');
  return replaced(draft, plan, id, [...kept, { kind: 'text', step: seen, text }]);
}

/** A step that is only drafted is not there when it is cancelled. */
export function draftStatus(
  before: Draft,
  plan: PlanDocument,
  id: string,
  status: StepStatus,
): Draft {
  const draft = stillToAdd(before, plan);
  const added = addedAs(draft, id);
  if (added) {
    return replaced(draft, plan, id, status === 'cancelled' ? [] : [{ ...added, status }]);
  }
  const step = stepsById(plan.steps).get(id);
  if (!step) return before;
  const kept = changesOf(draft, id).filter(({ kind }) => kind !== 'status');
  return replaced(draft, plan, id, [...kept, { kind: 'status', step: seenStep(step), status }]);
}

export interface AddedStep {
  readonly id: string;
  readonly text: string;
  readonly parent: string | null;
  /** The sibling that it comes behind; null: it is the first of them. */
  readonly after: string | null;
}

export function draftAdd(
  before: Draft,
  plan: PlanDocument,
  { id, text, parent, after }: AddedStep,
): Draft {
  const draft = stillToAdd(before, plan);
  const steps = draftedSteps(plan, draft.changes);
  const byId = stepsById(steps);
  const first = steps.findIndex((step) => parentIn(step, byId) === (parent ?? undefined));
  const behind = steps.findIndex((step) => step.id === after) + 1;
  const index = behind > 0 ? behind : first < 0 ? steps.length : first;
  const place = { after: null, before: null };
  const change = asNew({ kind: 'add', id, text, status: 'pending', parent, place }, plan);
  const step = toPlanStep({
    ...{ id, description: text, status: 'pending' as const },
    parent_id: parent ?? undefined,
  });
  return tidied([...draft.changes, change], plan, steps.toSpliced(index, 0, step));
}

/** Puts a step before or behind one beside it; another is no place for it. */
export function draftPlace(
  before: Draft,
  plan: PlanDocument,
  id: string,
  side: 'before' | 'after',
  other: string,
): Draft {
  const draft = stillToAdd(before, plan);
  const steps = draftedSteps(plan, draft.changes);
  const ids = siblingsOf(steps, id).map((step) => step.id);
  const others = ids.filter((each) => each !== id);
  const at = others.indexOf(other);
  const step = steps.find((each) => each.id === id);
  if (at < 0 || !step) return before;
  const rest = steps.filter((each) => each !== step);
  const index = rest.findIndex((each) => each.id === other) + (side === 'before' ? 0 : 1);
  const target = rest.toSpliced(index, 0, step);
  const isPlaced = changesOf(draft, id).some(({ kind }) => kind === 'place' || kind === 'add');
  const seen = stepsById(plan.steps).get(id);
  if (isPlaced || !seen) return tidied(draft.changes, plan, target);
  const place = { after: null, before: null };
  const change: DraftChange = { kind: 'place', step: seenStep(seen), place };
  return tidied([...draft.changes, change], plan, target);
}

/** One place up or down among the steps beside it; the same draft where there is no such place. */
export function draftMove(draft: Draft, plan: PlanDocument, id: string, by: 1 | -1): Draft {
  const ids = siblingsOf(draftedSteps(plan, draft.changes), id).map((step) => step.id);
  const other = ids[ids.indexOf(id) + by];
  if (other === undefined) return draft;
  return draftPlace(draft, plan, id, by < 0 ? 'before' : 'after', other);
}

/** Theirs: nothing is drafted about this step any more. */
export function withoutStep(draft: Draft, plan: PlanDocument, id: string): Draft {
  return replaced(stillToAdd(draft, plan), plan, id, []);
}

/** Mine: the same wishes, now about the step as it is; one that is gone is to come back, at the end. */
export function keepMine(draft: Draft, plan: PlanDocument, id: string): Draft {
  const mine = changesOf(draft, id);
  const others = draft.changes.filter((change) => !mine.includes(change));
  const step = stepsById(plan.steps).get(id);
  if (step) {
    const found = standings(draft.changes, plan);
    const isLost = (change: DraftChange): boolean =>
      found[draft.changes.indexOf(change)] === 'gone';
    const last = siblingsOf(plan.steps, id).findLast((sibling) => sibling.id !== id)?.id ?? null;
    const kept = mine.map((change): DraftChange => {
      if (change.kind === 'add') return change;
      const again = { ...change, step: seenStep(step) };
      return again.kind === 'place' && isLost(change)
        ? { ...again, place: { after: last, before: null } }
        : again;
    });
    return { changes: [...others, ...kept] };
  }
  const again = mine.reduce<Wanted | undefined>(withWish, undefined);
  if (!again) return draft;
  const place = { after: plan.steps.at(-1)?.id ?? null, before: null };
  return { changes: [...others, asNew({ ...again, id, parent: null, place }, plan)] };
}

/** The same wishes with places in the plan as it is now, so that who makes them one by one gets there. */
export function rebased({ changes }: Draft, plan: PlanDocument): Draft {
  return tidied(changes, plan, draftedSteps(plan, changes));
}

type Wanted = Pick<Added, 'kind' | 'text' | 'status'>;

/** The step as one to be added, with everything that was wished of it. */
function withWish(added: Wanted | undefined, change: DraftChange): Wanted {
  if (change.kind === 'add') return { kind: 'add', text: change.text, status: change.status };
  const { description, status } = change.step;
  const known = added ?? { kind: 'add', text: description, status };
  if (change.kind === 'text') return { ...known, text: change.text };
  return change.kind === 'status' ? { ...known, status: change.status } : known;
}

function addedAs({ changes }: Draft, id: string): Added | undefined {
  return changes.find((change): change is Added => change.kind === 'add' && change.id === id);
}

function changesOf({ changes }: Draft, id: string): DraftChange[] {
  return changes.filter((change) => changedStep(change) === id);
}

function replaced(
  { changes }: Draft,
  plan: PlanDocument,
  id: string,
  made: readonly DraftChange[],
): Draft {
  const others = changes.filter((change) => changedStep(change) !== id);
  const gone = made.length === 0 ? addedAs({ changes }, id) : undefined;
  const known = new Set([...plan.steps.map((step) => step.id), ...others.map(changedStep)]);
  const next = [...(gone ? others.map((change) => lifted(change, gone, known)) : others), ...made];
  return tidied(next, plan, draftedSteps(plan, made.length === 0 ? next : changes));
}

/** What was to be under a step that is not added after all comes in its place. */
function lifted(change: DraftChange, gone: Added, known: ReadonlySet<string>): DraftChange {
  if (change.kind !== 'add' || change.parent !== gone.id) return change;
  const { parent, place } = gone;
  return { ...change, place, parent: parent !== null && known.has(parent) ? parent : null };
}

/**
 * The changes that lead to the order of these steps, made one by one. What changes nothing is left out; a
 * wish about a step that is gone has no effect now, and is not to be lost for that.
 */
function tidied(
  made: readonly DraftChange[],
  plan: PlanDocument,
  order: readonly PlanStep[],
): Draft {
  let changes = anchored(made, order);
  const shown = inTree(draftedSteps(plan, changes));
  for (const change of made) {
    const others = changes.filter(
      (other) => other.kind !== change.kind || changedStep(other) !== changedStep(change),
    );
    const without = anchored(others, order);
    const isSeen = plan.steps.some(({ id }) => id === changedStep(change));
    if (isSeen && inTree(draftedSteps(plan, without)) === shown) changes = without;
  }
  return { changes };
}

/**
 * With places in this order, from its beginning on: behind the step before it, which has its place then,
 * and before the next one that needs no other place.
 */
function anchored(changes: readonly DraftChange[], order: readonly PlanStep[]): DraftChange[] {
  const ids = order.map(({ id }) => id);
  const moving = new Set(
    changes.filter(({ kind }) => kind === 'place' || kind === 'add').map(changedStep),
  );
  return changes
    .map((change): DraftChange => {
      if (change.kind !== 'place' && change.kind !== 'add') return change;
      const siblings = siblingsOf(order, changedStep(change)).map(({ id }) => id);
      const at = siblings.indexOf(changedStep(change));
      if (at < 0) return change;
      const before = siblings.slice(at + 1).find((id) => !moving.has(id));
      return { ...change, place: { after: siblings[at - 1] ?? null, before: before ?? null } };
    })
    .sort((one, other) => ids.indexOf(changedStep(one)) - ids.indexOf(changedStep(other)));
}

/** As a tree shows them. */
function inTree(steps: readonly PlanStep[]): string {
  return JSON.stringify(inTreeOrder(steps));
}
