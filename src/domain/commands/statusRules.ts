import { stepsById, waits } from '../dependencies';
import type { PlanStep } from '../plan';
import type { StatusUpdate } from '../planCommand';
import { named, shortlyNamed, waitingFor } from '../planText';
import type { Cut } from '../resultRoom';
import type { LinkView } from '../stepViews';
import type { Situation } from '../toolOutcome';
import { blockedStart, subtasksDisabled, unknownStep, type StepProblem } from './stepRefusals';

/** Why this status cannot be given to this step as the list now is; undefined when it can (planning 3.5). */
export function statusProblem(
  steps: readonly PlanStep[],
  { task_id, status }: StatusUpdate,
  situation: Situation,
): StepProblem | undefined {
  const { subtasks } = situation.mode;
  if (status === 'blocked' && !subtasks) return subtasksDisabled('The status blocked');
  const byId = stepsById(steps);
  const step = byId.get(task_id);
  if (!step) return unknownStep(task_id, situation);
  // Without subtasks it is not refused: the list is reconciled, and the answer says what is stored.
  if (status === 'in_progress' && subtasks && waits(step, byId)) return blockedStart(step, byId);
  if (status !== 'blocked' || !step.depends_on?.length || waits(step, byId)) return undefined;
  return {
    error: 'nothing_to_wait_for',
    message: `${shortlyNamed(step)} cannot be blocked: everything it depends on is completed or cancelled, so it would be freed at once.`,
  };
}

export function withStatus(
  steps: readonly PlanStep[],
  { task_id, status }: StatusUpdate,
): PlanStep[] {
  const step = stepsById(steps).get(task_id);
  return steps.map((each) => (each === step ? { ...each, status } : each));
}

/** In strict mode, a change that puts a further step in progress beside another one (C2, FC.30). */
export function strictProblem(
  before: readonly PlanStep[],
  after: readonly PlanStep[],
  { mode }: Situation,
): StepProblem | undefined {
  if (mode.singleInProgress !== 'strict') return undefined;
  const started = after.filter(({ status }) => status === 'in_progress');
  const byId = stepsById(before);
  const isNew = started.some(({ id }) => byId.get(id)?.status !== 'in_progress');
  if (started.length < 2 || !isNew) return undefined;
  return {
    error: 'multiple_in_progress',
    message: `At most one step may be in_progress; it would be ${started
      .slice(0, 8)
      .map(({ id }) => id)
      .join(', ')}.`,
  };
}

/** What the list holds for a step now, and why that is not what was asked (PTx.4). */
export function storedText(
  byId: ReadonlyMap<string, PlanStep>,
  { task_id, status }: StatusUpdate,
  cut: Cut,
  links: LinkView,
): string {
  const stored = byId.get(task_id);
  if (!stored) throw new Error('A step whose status was set is not in the list.');
  const opening = `${named(cut(stored))} is ${stored.status}`;
  if (stored.status === status) return `${opening}.`;
  return stored.status === 'blocked'
    ? `${opening}, not ${status}: it waits${waitingFor(stored, byId, links)}.`
    : `${opening}, not ${status}: it waits for nothing.`;
}
