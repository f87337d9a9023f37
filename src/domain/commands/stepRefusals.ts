import { revisionOf, type PlanStep } from '../plan';
import { shortlyNamed, waitingFor } from '../planText';
import { ID_FORM } from '../planRules';
import { quotedText } from '../textLimits';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { toolRefusal } from '../toolResult';

/** Why a command that names single steps is turned down. `error` is stable; the text is for the model. */
export interface StepProblem {
  readonly error: StepProblemCode;
  readonly message: string;
}

export type StepProblemCode =
  | 'unknown_step'
  | 'unknown_parent'
  | 'unknown_prerequisite'
  | 'subtasks_disabled'
  | 'blocked_step_started'
  | 'nothing_to_wait_for'
  | 'dependency_cycle'
  | 'parent_cycle'
  | 'self_dependency'
  | 'duplicate_dependency'
  | 'multiple_in_progress';

const PATH_SHOWN = 10;

/** `a -> b -> a`; the middle of a long way is left out. */
export function cyclePath(ids: readonly string[]): string {
  const shown = ids.map((id) => (ID_FORM.test(id) ? id : quotedText(id)));
  const half = PATH_SHOWN / 2;
  const way =
    shown.length > PATH_SHOWN
      ? [...shown.slice(0, half), `(${shown.length - PATH_SHOWN} more)`, ...shown.slice(-half)]
      : shown;
  return way.join(' -> ');
}

/** Nothing changed: the problem, and the revision that stands. */
export function refused({ plan }: Situation, { error, message }: StepProblem): ToolOutcome {
  return {
    result: toolRefusal(`${message} Nothing was changed.`, { error, revision: revisionOf(plan) }),
  };
}

/** A step that was removed is told from one that never was (FC.24). */
export function unknownStep(
  id: string,
  { removedIn }: Pick<Situation, 'removedIn'>,
  error: StepProblemCode = 'unknown_step',
): StepProblem {
  const revision = removedIn.get(id);
  const message =
    revision === undefined
      ? `There is no step with the id ${quotedText(id)}; read the plan for the ids.`
      : `Step ${quotedText(id)} was removed in revision ${revision}; read the plan for the current ids.`;
  return { error, message };
}

export function subtasksDisabled(what: string): StepProblem {
  return {
    error: 'subtasks_disabled',
    message: `${what} needs subtasks, which are switched off here; leave it out.`,
  };
}

export function blockedStart(step: PlanStep, byId: ReadonlyMap<string, PlanStep>): StepProblem {
  return {
    error: 'blocked_step_started',
    message: `${shortlyNamed(step)} cannot be in_progress: it waits${waitingFor(step, byId)}, not yet completed or cancelled.`,
  };
}
