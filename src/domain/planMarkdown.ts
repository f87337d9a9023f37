import { markdownParagraph, markdownText } from './markdownText';
import { planProgress, type PlanDocument, type PlanStep, type StepStatus } from './plan';

/** One revision of a plan for people: what it is, why, and the steps as a checklist. */
export function planMarkdown(title: string, plan: PlanDocument | null): string {
  return markdownLines([
    headingLine(title),
    ...(plan ? ['', stateLine(plan)] : []),
    '',
    ...planLines(title, plan, describedSteps),
  ]);
}

/**
 * The same to be compared with another revision: a line differs only where the step in it does, so that
 * nothing is counted, and steps that are waited for are named by the ids that they keep.
 */
export function comparableMarkdown(title: string, plan: PlanDocument): string {
  return markdownLines([headingLine(title), '', ...planLines(title, plan, stepIds)]);
}

export function markdownLines(lines: readonly string[]): string {
  return [...lines, ''].join('\n');
}

export function headingLine(title: string): string {
  return `# ${markdownText(title) || 'Plan'}`;
}

/** `Revision 3: 1 of 3 steps marked complete by the agent` */
export function stateLine(plan: PlanDocument): string {
  const { completed, total } = planProgress(plan);
  const steps = total === 1 ? 'step' : 'steps';
  return `Revision ${String(plan.revision)}: ${String(completed)} of ${String(total)} ${steps} marked complete by the agent`;
}

type StepNames = (ids: readonly string[], byId: ReadonlyMap<string, PlanStep>) => string[];

export const describedSteps: StepNames = (ids, byId) =>
  ids.flatMap((id) => byId.get(id) ?? []).map(({ description }) => markdownText(description));

const stepIds: StepNames = (ids) => ids.map(markdownText);

/** An explanation that gave the session its title is not said again. */
export function planLines(title: string, plan: PlanDocument | null, names: StepNames): string[] {
  if (!plan) return ['No plan was written yet.'];
  const isSaid = plan.explanation === '' || plan.explanation === title;
  const explanation = isSaid ? [] : [markdownParagraph(plan.explanation), ''];
  if (plan.steps.length === 0) return [...explanation, 'The plan was cleared.'];
  return [...explanation, ...checklist(plan.steps, names)];
}

/** What a box cannot say. */
export const STATUS_NOTES: Record<StepStatus, string> = {
  pending: '',
  in_progress: ' (in progress)',
  completed: '',
  cancelled: ' (cancelled)',
  blocked: ' (blocked)',
};

/** Depth first; a step whose parent is not there, or is below itself, stands at the top. */
function checklist(steps: readonly PlanStep[], names: StepNames): string[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const lines: string[] = [];
  const seen = new Set<PlanStep>();
  const add = (step: PlanStep, level: number): void => {
    if (seen.has(step)) return;
    seen.add(step);
    const box = step.status === 'completed' ? '[x]' : '[ ]';
    const waits = names(step.depends_on ?? [], byId);
    const after = waits.length === 0 ? '' : ` (after: ${waits.join('; ')})`;
    const text = markdownText(step.description) + STATUS_NOTES[step.status] + after;
    lines.push(`${'  '.repeat(level)}- ${box} ${text}`);
    for (const child of steps) if (child.parent_id === step.id) add(child, level + 1);
  };
  for (const step of steps) if (!byId.has(step.parent_id ?? '')) add(step, 0);
  for (const step of steps) add(step, 0);
  return lines;
}
