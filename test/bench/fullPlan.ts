import { PLAN_LIMITS, toPlanStep, type PlanDocument, type PlanStep } from '../../src/domain/plan';
import { DESCRIPTIONS } from './ordinaryPlan';

/** Steps in a group: a parent and its children, each child waiting for the one before it. */
const GROUP = 8;

/**
 * A plan of 32 linked steps in four groups: the first is completed, the second one step on, the rest
 * blocked or pending. `describe` makes the description of the step at an index.
 */
export function fullPlan(describe: (index: number) => string): PlanDocument {
  const steps = Array.from({ length: PLAN_LIMITS.steps }, (_, index): PlanStep => {
    const place = index % GROUP;
    return toPlanStep({
      id: idAt(index),
      description: describe(index),
      status: statusAt(index),
      parent_id: place === 0 ? undefined : idAt(index - place),
      depends_on: place < 2 ? undefined : [idAt(index - 1)],
    });
  });
  return { revision: 7, turn_id: 'turn', call_id: 'call', explanation: '', steps };
}

/** 8 to 12 words. */
export function ordinaryDescription(index: number): string {
  const round = Math.floor(index / DESCRIPTIONS.length) + 1;
  return `${DESCRIPTIONS[index % DESCRIPTIONS.length] ?? ''} (${round})`;
}

/** As many bytes as a description may have. */
export function longestDescription(index: number): string {
  return `${ordinaryDescription(index)}, and `.repeat(5).slice(0, PLAN_LIMITS.descriptionBytes);
}

/** Ids as the tools make them: eight characters. */
export function idAt(index: number): string {
  return `step-${String(index + 1).padStart(3, '0')}`;
}

function statusAt(index: number): PlanStep['status'] {
  const [group, place] = [Math.floor(index / GROUP), index % GROUP];
  if (group === 0) return 'completed';
  if (place === 0) return 'pending';
  if (group === 1 && place === 1) return 'in_progress';
  return place === 1 ? 'pending' : 'blocked';
}
