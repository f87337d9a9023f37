import { stepsById } from '../dependencies';
import type { PlanInput } from '../planCommand';
import { named } from '../planText';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { appended } from './addTask';
import { refused, unknownStep } from './stepRefusals';

/**
 * Appends a pending child at the end of the list. At any depth and below any status; the parent's
 * status never changes by itself (planning 3.8).
 */
export function addSubtask(situation: Situation, input: PlanInput<'add_subtask'>): ToolOutcome {
  const parent = stepsById(situation.plan?.steps ?? []).get(input.parent_id);
  if (!parent) {
    return refused(situation, unknownStep(input.parent_id, situation, 'unknown_parent'));
  }
  return appended(
    situation,
    input,
    (step, cut) => `Added ${named(step)} under ${named(cut(parent))}.`,
  );
}
