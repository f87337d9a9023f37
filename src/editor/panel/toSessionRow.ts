import type { SessionRow } from '../../protocol/sessionRow';
import type { SessionKey, SessionSummary } from '../../service/planStore';

/** What only this window knows of sessions. */
export interface RowSurroundings {
  readonly workspace: string | undefined;
  /** The revisions that people are asked about. */
  readonly openReviews: ReadonlyMap<SessionKey, number>;
}

export function toSessionRow(
  summary: SessionSummary,
  { workspace, openReviews }: RowSurroundings,
): SessionRow {
  const { key, workspace: origin, ...shown } = summary;
  return {
    ...shown,
    session: key,
    isHere: origin === workspace,
    review: openReviews.get(key) ?? null,
  };
}
