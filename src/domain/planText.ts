import { unresolvedPrerequisites } from './dependencies';
import { isResolved, type PlanDocument, type PlanStep } from './plan';
import { fitSteps, type Cut } from './resultRoom';
import { ALL_LINKS, counted, revisionLine, stepLine, type LinkView } from './stepViews';
import { cutToLength } from './textLimits';

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
  done: (cut: Cut, links: LinkView) => readonly string[],
  notes: readonly string[] = [],
): string {
  const open = plan.steps.flatMap((step, index) =>
    isResolved(step.status) ? [] : [{ step, number: index + 1 }],
  );
  const more = open.length - OPEN_SHOWN;
  return fitSteps((cut, links) =>
    [
      ...done(cut, links),
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

const WAITED_FOR_SHOWN = 4;

/** ` for` and the ids that a step waits for; fewer, or nothing, where the links have less room. */
export function waitingFor(
  step: PlanStep,
  byId: ReadonlyMap<string, PlanStep>,
  { prerequisites }: LinkView = ALL_LINKS,
): string {
  const shown = Math.min(prerequisites, WAITED_FOR_SHOWN);
  if (shown === 0) return '';
  const ids = unresolvedPrerequisites(step, byId).map(({ id }) => id);
  const more = ids.length - shown;
  return ` for ${ids.slice(0, shown).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const SHOWN_IN_REFUSAL = 60;

/** The same where several may stand in one refusal: the beginning of its text is enough beside the id. */
export function shortlyNamed(step: PlanStep): string {
  return named({ ...step, description: cutToLength(step.description, SHOWN_IN_REFUSAL) });
}

/** A step in a sentence: its text and its id. */
export function named(step: PlanStep): string {
  return `"${step.description}" [${step.id}]`;
}
