import { planProgress, type PlanDocument, type PlanStep, type StepStatus } from './plan';
import { MAX_RESULT_TEXT, REFUSAL_OPENING } from './toolResult';
import { cutAtGrapheme } from './textLimits';

// A refusal still gets its opening in front of the text.
const ROOM = MAX_RESULT_TEXT - REFUSAL_OPENING.length;

const MARKERS: Record<StepStatus, string> = {
  pending: '[ ]',
  in_progress: '[~]',
  completed: '[x]',
  cancelled: '[-]',
  blocked: '[!]',
};

/** Everything a person or model may copy an id from: number, marker, id, description. */
export function flatLines(steps: readonly PlanStep[]): string[] {
  return steps.map(
    (step, index) => `${index + 1}. ${MARKERS[step.status]} [${step.id}] ${step.description}`,
  );
}

/** What a successful write answers: the counts, then every id with its status. */
export function revisionText(plan: PlanDocument): string {
  const { completed, total } = planProgress(plan);
  const first = `Plan revision ${plan.revision}: ${counted(total, 'step')}, ${completed} completed.`;
  return [first, ...plan.steps.map((step) => `${step.id}: ${step.status}`)].join('\n');
}

/** Counts by status, in a fixed order; blocked and cancelled only when there are any. */
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

/** The plan as `read_plan` answers it, never over the size of a result. */
export function planText(plan: PlanDocument): string {
  return fitDescriptions(plan.steps, (steps) =>
    [`Current plan (revision ${plan.revision}):`, ...flatLines(steps), '', summaryText(steps)].join(
      '\n',
    ),
  );
}

/**
 * Renders with the descriptions cut to a common length where the text would be over the size of a
 * result: the longest are cut first, at grapheme edges, and a last line says so.
 */
export function fitDescriptions(
  steps: readonly PlanStep[],
  render: (steps: readonly PlanStep[]) => string,
): string {
  const whole = render(steps);
  if (whole.length < ROOM) return whole;
  const shortenedTo = (length: number): string => {
    const cut = steps.map((step) => ({
      ...step,
      description: cutAtGrapheme(step.description, (text) => text.length <= length),
    }));
    return `${render(cut)}\n(Some descriptions are shortened here; the panel shows the whole text.)`;
  };
  let [fits, tooLong] = [0, Math.max(...steps.map((step) => step.description.length), 1)];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (shortenedTo(middle).length < ROOM) fits = middle;
    else tooLong = middle;
  }
  return shortenedTo(fits);
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
