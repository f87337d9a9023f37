import { currentText } from '../domain/currentStep';
import { openSteps, planProgress, revisionOf } from '../domain/plan';
import { toPlanModeState } from '../domain/planMode';
import type { SessionRecord } from '../domain/session';
import type { SessionSummary } from './planStore';

/** What lists show of a session. */
export function summaryOf(record: SessionRecord): SessionSummary {
  const { key, coworker, title, workspace, updated, plan } = record;
  return {
    key,
    coworker,
    title,
    ...(workspace === undefined ? {} : { workspace }),
    updated,
    revision: revisionOf(plan),
    ...planProgress(plan),
    open: openSteps(plan),
    current: currentText(plan),
    pinned: record.pinned ?? false,
    planMode: toPlanModeState(record.plan_mode),
  };
}
