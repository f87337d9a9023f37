import { PLAN_LIMITS, revisionOf, toPlanStep, type PlanStep } from '../plan';
import type { PlanInput } from '../planCommand';
import { contentViolations, countViolations } from '../planRules';
import { named, progressText } from '../planText';
import { bulleted, type Cut } from '../resultRoom';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { toolRefusal } from '../toolResult';
import { accepted, nextPlan } from './changedPlan';

/** Appends one pending step at the end, with a fresh id (PT.27). */
export function addTask(situation: Situation, input: PlanInput<'add_task'>): ToolOutcome {
  return appended(situation, input, (step) => `Added ${named(step)}.`);
}

/** The same for a child; whoever calls it has made sure that the parent is there. */
export function appended(
  situation: Situation,
  input: PlanInput<'add_task'> & { readonly parent_id?: string },
  say: (step: PlanStep, cut: Cut) => string,
): ToolOutcome {
  const { plan, newIds } = situation;
  const { content, active_form, parent_id } = input;
  const steps = plan?.steps ?? [];
  const violations = [
    ...contentViolations(content, active_form),
    ...countViolations(steps.length + 1),
  ];
  const [first] = violations;
  const revision = revisionOf(plan);
  if (first) {
    const text = [
      'The step was not added; nothing was changed.',
      ...bulleted(violations.map(({ message }) => message)),
    ].join('\n');
    return { result: toolRefusal(text, { error: first.code, revision }) };
  }
  const [id] = newIds;
  if (id === undefined) throw new Error('There is no fresh id for the new step.');
  const step = toPlanStep({ id, description: content, status: 'pending', active_form, parent_id });
  const next = nextPlan(situation, [...steps, step]);
  const full = next.steps.length === PLAN_LIMITS.steps ? ['Note: the plan is full now.'] : [];
  return accepted(
    next,
    progressText(next, (cut) => [say(cut(step), cut)], full),
    { task_id: id },
  );
}
