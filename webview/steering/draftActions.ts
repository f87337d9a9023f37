import { stepsById } from '../../src/domain/dependencies';
import {
  PLAN_LIMITS,
  type PlanDocument,
  type PlanStep,
  type StepStatus,
} from '../../src/domain/plan';
import type { Draft } from '../../src/domain/steering/draft';
import { draftedSteps, parentIn, siblingsOf } from '../../src/domain/steering/draftedSteps';
import { draftAdd, draftMove, draftStatus } from '../../src/domain/steering/draftOperations';
import type { SteerAction } from '../../src/protocol/steerAction';

export interface CarriedOut {
  readonly draft: Draft;
  /** Where the person is then. */
  readonly step: string | undefined;
}

/** What an action makes of a draft when the person is at a step; `full` where a plan can have no more steps. */
export function carriedOut(
  action: SteerAction,
  draft: Draft,
  plan: PlanDocument,
  at: string | undefined,
): CarriedOut | 'full' {
  const steps = draftedSteps(plan, draft.changes);
  const step = steps.find(({ id }) => id === at) ?? steps.at(-1);
  if (action === 'addStep' || action === 'addSubtask') {
    if (steps.length >= PLAN_LIMITS.steps) return 'full';
    return added(draft, plan, steps, action === 'addSubtask' ? step : undefined, step);
  }
  if (!step) return { draft, step: at };
  const { id, description: text } = step;
  switch (action) {
    case 'editStep': {
      const was = stepsById(plan.steps).get(id)?.description ?? text;
      return {
        draft: { ...draft, typing: { step: id, text, was, from: 0, to: text.length } },
        step: id,
      };
    }
    case 'moveStepUp':
      return { draft: draftMove(draft, plan, id, -1), step: id };
    case 'moveStepDown':
      return { draft: draftMove(draft, plan, id, 1), step: id };
    case 'cancelStep':
      return marked(draft, plan, step, 'cancelled');
    case 'completeStep':
      return marked(draft, plan, step, 'completed');
    default:
      return { draft, step: id };
  }
}

/** A step without a text, whose field is open: the last one under a step, or the next one to another. */
function added(
  draft: Draft,
  plan: PlanDocument,
  steps: readonly PlanStep[],
  parent: PlanStep | undefined,
  before: PlanStep | undefined,
): CarriedOut {
  const id = freshId(steps);
  const byId = stepsById(steps);
  const children = parent && steps.filter((step) => parentIn(step, byId) === parent.id);
  const place = parent
    ? { parent: parent.id, after: children?.at(-1)?.id ?? null }
    : { parent: (before && parentIn(before, byId)) ?? null, after: before?.id ?? null };
  const next = draftAdd(draft, plan, { id, text: '', ...place });
  return { draft: { ...next, typing: { step: id, text: '', was: '', from: 0, to: 0 } }, step: id };
}

/** Once more takes it back. From a drafted step that is gone the person goes on to one beside it. */
function marked(
  draft: Draft,
  plan: PlanDocument,
  { id, status: now }: PlanStep,
  status: 'cancelled' | 'completed',
): CarriedOut {
  const before = stepsById(plan.steps).get(id)?.status ?? 'pending';
  const siblings = siblingsOf(draftedSteps(plan, draft.changes), id);
  const next = draftStatus(draft, plan, id, now === status ? otherThan(status, before) : status);
  if (draftedSteps(plan, next.changes).some((step) => step.id === id))
    return { draft: next, step: id };
  const at = siblings.findIndex((step) => step.id === id);
  return { draft: next, step: (siblings[at + 1] ?? siblings[at - 1])?.id };
}

/** What there was before, or what it is when it is open again. */
function otherThan(status: StepStatus, before: StepStatus): StepStatus {
  return before === status ? 'pending' : before;
}

function freshId(steps: readonly PlanStep[]): string {
  const taken = new Set(steps.map(({ id }) => id));
  for (;;) {
    const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
    const id = number.toString(16).padStart(8, '0');
    if (!taken.has(id)) return id;
  }
}
