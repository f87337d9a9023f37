import type { PlanDocument } from '../../domain/plan';
import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey, SessionSummary } from '../../service/planStore';
import { EventHistory } from '../history/eventHistory';
import { goneError } from './sessionPick';

export interface StoredPlan {
  readonly title: string;
  /** Null where nothing was written yet; never so where a revision was asked for. */
  readonly plan: PlanDocument | null;
}

/** A plan as it is stored, or as it was at one revision; a PlanError says why it cannot be had. */
export async function storedPlan(
  reader: PlanReader,
  session: SessionKey,
  revision?: number,
): Promise<StoredPlan> {
  const snapshot = await reader.snapshot(session);
  if (!snapshot) throw goneError();
  const { title, version, plan = null } = snapshot;
  if (revision === undefined || revision === plan?.revision) return { title, plan };
  const kept = await new EventHistory(session, reader).revision(revision, version);
  if (kept) return { title, plan: kept.plan };
  throw new PlanError(
    'invalid_input',
    sentence`There is no revision ${revision} of this plan, or it cannot be read.`,
  );
}

/** Refuses a revision that the plan has not reached. */
export function knownRevision(
  session: Pick<SessionSummary, 'revision'>,
  revision: number | undefined,
): number | undefined {
  if (revision === undefined || revision <= session.revision) return revision;
  throw new PlanError(
    'invalid_input',
    sentence`This plan has no revision ${revision}; its latest is ${session.revision}.`,
  );
}
