import type { PlanDocument } from '../plan';
import type { Draft, DraftChange } from './draft';
import { Names } from './draftedSteps';

export type Added = Extract<DraftChange, { kind: 'add' }>;

/** None of the steps that have its text now is this one. */
export function asNew({ others = [], ...added }: Added, { steps }: PlanDocument): Added {
  const alike = steps.filter(({ description }) => description === added.text);
  const known = [...new Set([...others, ...alike.map(({ id }) => id)])];
  return known.length === 0 ? added : { ...added, others: known };
}

/**
 * Without the steps that the plan got since: what is drafted about them from now on is about steps of the
 * plan, under the ids that they have there.
 */
export function stillToAdd(draft: Draft, plan: PlanDocument): Draft {
  const names = new Names(plan, draft.changes);
  const changes = draft.changes.flatMap((change): DraftChange[] => {
    if (change.kind !== 'place' && change.kind !== 'add') return [change];
    const { after, before } = change.place;
    const place = { after: names.called(after), before: names.called(before) };
    if (change.kind === 'place') return [{ ...change, place }];
    if (names.of(change.id) !== undefined) return [];
    return [asNew({ ...change, parent: names.called(change.parent), place }, plan)];
  });
  return { ...draft, changes };
}
