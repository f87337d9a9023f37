import type { StepRow } from './stepRows';

/** What a key does in the tree of steps; an empty one is a key that is taken and does nothing here. */
export interface TreeAction {
  /** The row to go to. */
  readonly to?: number;
  /** The step to go to, which may be folded away. */
  readonly step?: string;
  readonly fold?: readonly string[];
  readonly unfold?: readonly string[];
}

/**
 * Right unfolds or goes in, left folds or goes out, a star unfolds all beside the row, as in every
 * tree. Enter goes to what the step waits for; where it waits for nothing, it folds and unfolds.
 */
export function treeAction(
  key: string,
  rows: readonly StepRow[],
  index: number,
): TreeAction | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const { step, expanded, parent } = row;
  switch (key) {
    case 'ArrowRight':
      if (expanded === true) return { to: index + 1 };
      return expanded === false ? { unfold: [step.id] } : {};
    case 'ArrowLeft':
      if (expanded === true) return { fold: [step.id] };
      return parent === undefined ? {} : { step: parent };
    case '*':
      return {
        unfold: rows.filter((other) => other.parent === parent).map((other) => other.step.id),
      };
    case 'Enter': {
      const awaited = awaitedStep(row);
      if (awaited !== undefined) return { step: awaited };
      if (expanded === undefined) return {};
      return expanded ? { fold: [step.id] } : { unfold: [step.id] };
    }
    default:
      return undefined;
  }
}

/** The first unfinished step that a blocked one waits for. */
export function awaitedStep({ step, waitsFor }: StepRow): string | undefined {
  return step.status === 'blocked' ? waitsFor[0]?.id : undefined;
}
