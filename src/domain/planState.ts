import type { PlanDocument } from './plan';
import type { EventContext, PlanEventBody } from './planEvent';

/** What the log of a session says. */
export interface PlanState {
  readonly plan: PlanDocument | null;
  /** The turn that runs; null between turns and in sessions of guests only. */
  readonly turn: string | null;
  /** Plan mode as last committed. */
  readonly planMode: boolean;
  /** The revision that a person approved last; null before any. */
  readonly approved: number | null;
}

export const initialState: PlanState = { plan: null, turn: null, planMode: false, approved: null };

/** Replaying every event from `initialState` gives the current state. */
export function evolve(
  state: PlanState,
  event: PlanEventBody & Pick<EventContext, 'turn_id'>,
): PlanState {
  switch (event.type) {
    case 'plan_updated':
      return { ...state, plan: event.data.plan };
    case 'turn_started':
      return { ...state, turn: event.turn_id ?? null };
    case 'turn_ended':
      return { ...state, turn: null };
    case 'plan/mode':
      return { ...state, planMode: event.data.active };
    case 'plan_reviewed': {
      const { revision, outcome } = event.data;
      return outcome === 'approved' ? { ...state, approved: revision } : state;
    }
    // They tell of the session or of a call that changed nothing; what an adoption copies is in the log itself.
    case 'session_created':
    case 'session_adopted':
    case 'tool_finished':
      return state;
  }
}
