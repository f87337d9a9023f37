import { inTreeOrder } from './dependencies';
import { planProgress, type PlanDocument, type PlanStep, type StepStatus } from './plan';

/** What views show beside number, marker, id and description. */
export interface LinkView {
  /** At most so many prerequisites of a step are named; 0: no links are shown at all. */
  readonly prerequisites: number;
}

export const ALL_LINKS: LinkView = { prerequisites: Infinity };
export const NO_LINKS: LinkView = { prerequisites: 0 };

const MARKERS: Record<StepStatus, string> = {
  pending: '[ ]',
  in_progress: '[~]',
  completed: '[x]',
  cancelled: '[-]',
  blocked: '[!]',
};

/** A step as people and models may copy its id from: number, marker, id, description. */
export function stepLine(step: PlanStep, number: number): string {
  return `${number}. ${MARKERS[step.status]} [${step.id}] ${step.description}`;
}

/** Every step in plan order; links on lines of their own (planning 5.2). */
export function flatLines(steps: readonly PlanStep[], links = NO_LINKS): string[] {
  return steps.flatMap((step, index) => [stepLine(step, index + 1), ...linkLines(step, links)]);
}

/** One line per step without ids, then how many are completed (planning 5.1). */
export function compactLines(steps: readonly PlanStep[]): string[] {
  if (steps.length === 0) return ['No plan: there are no steps.'];
  return [
    ...steps.map((step, at) => `${at + 1}. ${MARKERS[step.status]} ${step.description}`),
    completedLine(steps),
  ];
}

/** `(1/4 completed)`: cancelled steps count in the total. */
export function completedLine(steps: readonly PlanStep[]): string {
  const completed = steps.filter(({ status }) => status === 'completed').length;
  return `(${completed}/${steps.length} completed)`;
}

/** Children under their parents, two spaces a level, one running number (planning 5.3, PTx.19). */
export function treeLines(steps: readonly PlanStep[], links = ALL_LINKS): string[] {
  return inTreeOrder(steps).flatMap(({ step, depth }, index) => {
    const indent = '  '.repeat(depth);
    const prerequisites = namedPrerequisites(step, links);
    return [
      `${indent}${stepLine(step, index + 1)}`,
      ...(prerequisites === '' ? [] : [`${indent}   depends on: ${prerequisites}`]),
    ];
  });
}

function linkLines(step: PlanStep, links: LinkView): string[] {
  const prerequisites = namedPrerequisites(step, links);
  const parent = links.prerequisites > 0 ? step.parent_id : undefined;
  return [
    ...(parent === undefined ? [] : [`   (parent: ${parent})`]),
    ...(prerequisites === '' ? [] : [`   (depends on: ${prerequisites})`]),
  ];
}

function namedPrerequisites({ depends_on = [] }: PlanStep, { prerequisites }: LinkView): string {
  if (prerequisites === 0) return '';
  const more = depends_on.length - prerequisites;
  const named = depends_on.slice(0, prerequisites).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** Counts by status, in a fixed order; blocked and cancelled only when there are any (planning 5.4). */
export function summaryText(steps: readonly PlanStep[]): string {
  const count = (status: StepStatus) => steps.filter((step) => step.status === status).length;
  const blocked = count('blocked');
  const cancelled = count('cancelled');
  const parts = [
    `${count('completed')} completed`,
    ...(blocked > 0 ? [`${blocked} blocked`] : []),
    `${count('in_progress')} in progress`,
    `${count('pending')} pending`,
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ];
  const summary = `Summary: ${parts.join(', ')}`;
  const open = count('pending') + count('in_progress') + blocked;
  if (open > 0 || count('completed') === 0) return summary;
  return `${summary}\n\nEvery step is done: no need to read the plan again, summarise the outcome for the user.`;
}

/** `Plan revision 3: 5 steps, 2 completed.` */
export function revisionLine(plan: PlanDocument): string {
  const { completed, total } = planProgress(plan);
  return `Plan revision ${plan.revision}: ${counted(total, 'step')}, ${completed} completed.`;
}

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? `1 ${noun}` : `${count} ${plural}`;
}
