import { planProgress, type PlanDocument, type PlanStep, type StepStatus } from './plan';
import { planDiff, type ChangedStep, type PlanDiff, type StatusChange } from './planDiff';
import type { PlanEvent } from './planEvent';
import type { SessionRecord } from './session';
import { visibleText } from './visibleText';

export interface MarkdownSource {
  readonly record: SessionRecord;
  /** Oldest first. */
  readonly events: readonly PlanEvent[];
  /** Sequences of events that could not be read. */
  readonly missing: readonly number[];
}

/** A session for people: the plan as a checklist, and what each revision changed, the newest first. */
export function planMarkdown({ record, events, missing }: MarkdownSource): string {
  const { plan } = record;
  const { completed, total } = planProgress(plan);
  return [
    `# ${markdownText(record.title)}`,
    '',
    `- Session: ${markdownText(record.key)}`,
    ...(record.workspace === undefined ? [] : [`- Workspace: ${markdownText(record.workspace)}`]),
    `- Updated: ${markdownText(record.updated)}`,
    ...(plan
      ? [`- Revision ${String(plan.revision)}: ${progress(completed, total)} by the agent`]
      : []),
    '',
    '## Plan',
    '',
    ...planLines(plan),
    ...historyLines(events, missing),
    '',
  ].join('\n');
}

/**
 * Text that stays text in every dialect of Markdown (FC.49). Punctuation is escaped, and what the
 * dialects turn into links, mentions or pictures by themselves, also where it is escaped, is shown as code.
 */
export function markdownText(text: string): string {
  const words = visibleText(text).split(/\s+/u).filter(Boolean);
  return words.map((word) => (LINK_LIKE.test(word) ? code(word) : escaped(word))).join(' ');
}

/** Addresses, domains and file names, mentions, `:emoji:`, `#123`. */
const LINK_LIKE = /@|#\p{N}|[:/.][^\s.]/u;

function escaped(word: string): string {
  return word.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

function code(word: string): string {
  const longest = Math.max(0, ...[...word.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${word} ${fence}` : fence + word + fence;
}

function progress(completed: number, total: number): string {
  return `${String(completed)} of ${String(total)} ${total === 1 ? 'step' : 'steps'} marked complete`;
}

function planLines(plan: PlanDocument | null): string[] {
  if (!plan) return ['No plan was written yet.'];
  const explanation = plan.explanation === '' ? [] : [markdownText(plan.explanation), ''];
  if (plan.steps.length === 0) return [...explanation, 'The plan was cleared.'];
  return [...explanation, ...checklist(plan.steps)];
}

const STATUS_NOTES: Record<StepStatus, string> = {
  pending: '',
  in_progress: ' (in progress)',
  completed: '',
  cancelled: ' (cancelled)',
  blocked: ' (blocked)',
};

/** Depth first; a step whose parent is not there, or is below itself, stands at the top. */
function checklist(steps: readonly PlanStep[]): string[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const lines: string[] = [];
  const seen = new Set<PlanStep>();
  const add = (step: PlanStep, level: number): void => {
    if (seen.has(step)) return;
    seen.add(step);
    const box = step.status === 'completed' ? '[x]' : '[ ]';
    const waits = (step.depends_on ?? []).flatMap((id) => byId.get(id) ?? []);
    const after =
      waits.length === 0
        ? ''
        : ` (after: ${waits.map(({ description }) => markdownText(description)).join('; ')})`;
    const text = markdownText(step.description) + STATUS_NOTES[step.status] + after;
    lines.push(`${'  '.repeat(level)}- ${box} ${text}`);
    for (const child of steps) if (child.parent_id === step.id) add(child, level + 1);
  };
  for (const step of steps) if (!byId.has(step.parent_id ?? '')) add(step, 0);
  for (const step of steps) add(step, 0);
  return lines;
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

function changedLines({ before, after, renamed, moved, edited, status }: ChangedStep): string[] {
  const text = markdownText(after.description);
  return [
    ...(status ? [`- ${STATUS_WORDS[status]}: ${text}`] : []),
    ...(renamed ? [`- Renamed: ${markdownText(before.description)} → ${text}`] : []),
    ...(moved ? [`- Moved: ${text}`] : []),
    ...(edited ? [`- Links or label changed: ${text}`] : []),
  ];
}
