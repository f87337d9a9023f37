import type { PlanStep } from '../../src/domain/plan';
import { PLAN_ENFORCEMENT, type PlanEvent } from '../../src/domain/planEvent';
import { toolSuccess } from '../../src/domain/toolResult';

/** The event of a call that wrote this revision; in these sessions every event is one. */
export function updatePlanEvent(
  revision: number,
  content: {
    readonly steps: readonly PlanStep[];
    readonly explanation?: string;
    readonly call_id?: string;
  },
  at = '2026-01-02T03:04:05.000Z',
): PlanEvent {
  const turn_id = 'turn-1';
  const { steps, explanation = '', call_id = `call-${String(revision)}` } = content;
  return {
    sequence: revision,
    at,
    turn_id,
    call_id,
    type: 'plan_updated',
    data: {
      name: 'update_plan',
      call_id,
      plan: { revision, turn_id, call_id, explanation, steps: [...steps] },
      result: toolSuccess(`Plan revision ${String(revision)}.`),
      enforcement: PLAN_ENFORCEMENT,
    },
  };
}
