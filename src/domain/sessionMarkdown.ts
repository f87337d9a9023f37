import { markdownText } from './markdownText';
import type { PlanDocument, PlanStep } from './plan';
import { planDiff, type ChangedStep, type PlanDiff, type StatusChange } from './planDiff';
import type { PlanEvent } from './planEvent';
import {
  describedSteps,
  headingLine,
  markdownLines,
  planLines,
  stateLine,
  STATUS_NOTES,
} from './planMarkdown';
import type { SessionRecord } from './session';

export interface MarkdownSource {
  readonly record: SessionRecord;
  /** Oldest first. */
  readonly events: readonly PlanEvent[];
  /** Sequences of events that could not be read. */
  readonly missing: readonly number[];
}

/** A whole session for people: the plan as a checklist, and what each revision changed, the newest first. */
export function sessionMarkdown({ record, events, missing }: MarkdownSource): string {
  const { title, key, workspace, updated, plan } = record;
  return markdownLines([
    headingLine(title),
    '',
    `- Session: ${markdownText(key)}`,
    ...(workspace === undefined ? [] : [`- Workspace: ${markdownText(workspace)}`]),
    `- Updated: ${markdownText(updated)}`,
    ...(plan ? [`- ${stateLine(plan)}`] : []),
    '',
    '## Plan',
    '',
    ...planLines(title, plan, describedSteps),
    ...historyLines(events, missing),
  ]);
}

function historyLines(events: readonly PlanEvent[], missing: readonly number[]): string[] {
  const revisions: string[][] = [];
  let before: PlanDocument | null = null;
  for (const event of events) {
    if (event.type !== 'plan_updated') continue;
    const { plan, name } = event.data;
    revisions.unshift([
      '',
      `### Revision ${String(plan.revision)}`,
      '',
      `${markdownText(event.at)}, ${markdownText(name)}`,
      '',
      ...changeLines(planDiff(before, plan), plan),
    ]);
    before = plan;
  }
  if (revisions.length === 0 && missing.length === 0) return [];
  const holes = `${String(missing.length)} of the recorded events cannot be read; what they changed is shown with the revision that follows.`;
  return ['', '## History', ...(missing.length > 0 ? ['', holes] : []), ...revisions.flat()];
}

const STATUS_WORDS: Record<StatusChange, string> = {
  done: 'Marked complete',
  started: 'Started',
  cancelled: 'Cancelled',
  blocked: 'Blocked',
  unblocked: 'Unblocked',
  paused: 'Paused',
  reopened: 'Reopened',
};

function changeLines(diff: PlanDiff, { explanation }: PlanDocument): string[] {
  const lines = [
    ...(diff.cleared ? ['- The plan was cleared'] : []),
    ...diff.added.map((step) => `- Added: ${addedText(step)}`),
    ...diff.removed.map((step) => `- Removed: ${markdownText(step.description)}`),
    ...diff.changed.flatMap(changedLines),
    ...(diff.explanationChanged ? [`- Explanation: ${markdownText(explanation) || 'none'}`] : []),
  ];
  return lines.length > 0 ? lines : ['- Nothing changed'];
}

function addedText({ description, status }: PlanStep): string {
  const note = status === 'completed' ? ' (marked complete)' : STATUS_NOTES[status];
  return markdownText(description) + note;
}

function changedLines(step: ChangedStep): string[] {
  const { before, after, renamed, moved, relabelled, reparented, links, status } = step;
  const text = markdownText(after.description);
  return [
    ...(status ? [`- ${STATUS_WORDS[status]}: ${text}`] : []),
    ...(renamed ? [`- Renamed: ${markdownText(before.description)} → ${text}`] : []),
    ...(moved ? [`- Moved: ${text}`] : []),
    ...(relabelled || reparented || links > 0 ? [`- Links or label changed: ${text}`] : []),
  ];
}
