import type { StepRow } from './stepRows';

/** A row that a person went to, and where it was then. */
export interface ActiveRow {
  readonly key: string;
  readonly index: number;
}

/** The row the person was on; where it is gone, its place; before any move, the current step. */
export function indexOfActive(rows: readonly StepRow[], active: ActiveRow | undefined): number {
  const wanted = active
    ? rows.findIndex((row) => row.key === active.key)
    : Math.max(
        0,
        rows.findIndex((row) => row.step.status === 'in_progress'),
      );
  return wanted >= 0 ? wanted : Math.min(active?.index ?? 0, Math.max(0, rows.length - 1));
}

/** Right unfolds or goes in, left folds or goes out, as in every tree of the editor. */
export function arrowTarget(
  key: string,
  row: StepRow,
  index: number,
  rows: readonly StepRow[],
  fold: (row: StepRow, expanded: boolean) => void,
): number | undefined {
  switch (key) {
    case 'ArrowRight':
      if (row.expanded === true) return index + 1;
      if (row.expanded === false) fold(row, true);
      return index;
    case 'ArrowLeft':
      if (row.expanded !== true) {
        return rows.findIndex((other) => other.step.id === (row.parent ?? row.step.id));
      }
      fold(row, false);
      return index;
    case 'Enter':
      if (row.expanded !== undefined) fold(row, !row.expanded);
      return index;
    default:
      return undefined;
  }
}
