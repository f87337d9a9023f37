import { stepsById, unresolvedPrerequisites } from './dependencies';
import { isResolved, type PlanDocument, type PlanStep } from './plan';
import { fitSteps, type Cut } from './resultRoom';
import { counted, revisionLine, stepLine } from './stepViews';

const OPEN_SHOWN = 8;

/** What a whole-list write answers: the counts, then every id with its status. */
export function revisionText(plan: PlanDocument): string {
  return [revisionLine(plan), ...plan.steps.map((step) => `${step.id}: ${step.status}`)].join('\n');
}

/**
 * What a change of single steps answers: what was done, the counts and the steps that are still open,
 * so that the rest of the plan stays in sight (FC.32).
 */
export function progressText(
  plan: PlanDocument,
  done: (cut: Cut) => readonly string[],
  notes: readonly string[] = [],
): string {
  const open = plan.steps.flatMap((step, index) =>
    isResolved(step.status) ? [] : [{ step, number: index + 1 }],
  );
  const more = open.length - OPEN_SHOWN;
  return fitSteps((cut) =>
    [
      ...done(cut),
      revisionLine(plan),
      ...(open.length > 0 ? ['Open:'] : []),
      ...open.slice(0, OPEN_SHOWN).map(({ step, number }) => stepLine(cut(step), number)),
      ...(more > 0 ? [`and ${more} more`] : []),
      ...notes,
    ].join('\n'),
  );
}

/** Said where the rule of one step in progress is a convention and is broken (planning 4.1, PT.36). */
export function inProgressNotes(steps: readonly PlanStep[]): string[] {
  const started = steps.filter(({ status }) => status === 'in_progress');
  if (started.length < 2) return [];
  return [`Note: ${counted(started.length, 'step')} are in progress; keep one at a time.`];
}

/** What a step waits for, as ids; empty when it waits for nothing. */
export function waitingFor(step: PlanStep, steps: readonly PlanStep[]): string {
  return unresolvedPrerequisites(step, stepsById(steps))
    .slice(0, 4)
    .map(({ id }) => id)
    .join(', ');
}

/** A step in a sentence: its text and its id. */
export function named(step: PlanStep): string {
  return `"${step.description}" [${step.id}]`;
}
