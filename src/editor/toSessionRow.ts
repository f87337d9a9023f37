import type { SessionRow } from '../protocol/sessionRow';
import type { SessionSummary } from '../service/planStore';

/** What only this window knows of sessions. */
export interface RowSurroundings {
  readonly workspace: string | undefined;
}

export function toSessionRow(summary: SessionSummary, { workspace }: RowSurroundings): SessionRow {
  const { key, workspace: origin, ...shown } = summary;
  return { ...shown, session: key, isHere: origin === workspace, review: null };
}
