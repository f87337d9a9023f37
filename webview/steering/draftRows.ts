import type { PlanDocument } from '../../src/domain/plan';
import { changedStep, type Draft } from '../../src/domain/steering/draft';
import type { Standing } from '../../src/domain/steering/draftStanding';
import { comparePlans, type ComparisonRow } from '../history/comparisonRows';
import type { SteeringModel } from './steeringModel';

export interface DraftRow extends ComparisonRow {
  /** The agent has changed it since, or it is gone. */
  readonly conflict: Standing | undefined;
}

/** The plan as it would be, each step marked with what is drafted about it. */
export function draftRows(
  model: SteeringModel,
  plan: PlanDocument,
  draft: Draft,
  collapsed: ReadonlySet<string>,
): DraftRow[] {
  const { conflicts } = model.standing(plan, draft);
  const placed = new Set(
    draft.changes.filter(({ kind }) => kind === 'place').map((change) => changedStep(change)),
  );
  const after = { ...plan, steps: model.steps(plan, draft) };
  return comparePlans(plan, after, collapsed).rows.map((row) => {
    const conflict = conflicts.get(row.key);
    const { change } = row;
    if (row.mark !== 'changed' || !change) return { ...row, conflict };
    // Which of two steps has moved past the other is the person's to say.
    const moved = placed.has(row.step.id);
    const isChanged = moved || change.renamed || change.status !== undefined;
    return { ...row, conflict, mark: isChanged ? 'changed' : 'same', change: { ...change, moved } };
  });
}
