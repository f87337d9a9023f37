import type { PlanDocument } from './plan';
import type { PlanEventBody } from './planEvent';

/** What the log of a session says about its plan. */
export interface PlanState {
  readonly plan: PlanDocument | null;
}

export const initialState: PlanState = { plan: null };

/** Replaying every event from `initialState` gives the current state. */
export function evolve(state: PlanState, event: PlanEventBody): PlanState {
  return event.type === 'plan_updated' ? { plan: event.data.plan } : state;
}
