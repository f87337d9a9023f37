import { PLAN_ENFORCEMENT, type PlanEvent } from '../../src/domain/planEvent';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';

export const AT = '2030-01-01T00:00:00.000Z';

/** What an accepted update_plan leaves in the log, with the revision as its sequence. */
export function written(revision: number, steps: PlanStep[], explanation = ''): PlanEvent {
  const call_id = `call-${String(revision)}`;
  const plan: PlanDocument = { revision, turn_id: 't', call_id, explanation, steps };
  const result = { isError: false, content: [] };
  const data = {
    name: 'update_plan',
    call_id,
    plan,
    result,
    enforcement: PLAN_ENFORCEMENT,
  } as const;
  return { type: 'plan_updated', data, sequence: revision, at: AT };
}
