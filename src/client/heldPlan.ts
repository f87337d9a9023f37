import { PlanHolder } from './planHolder';
import type { Plan, PlanEvent, Snapshot } from './wireTypes';

/** The plan of a session as far as a client knows it. */
export interface HeldPlan {
  /** Cursor of the last event that is in. */
  readonly cursor: string;
  readonly plan: Plan | null;
}

export function toHeldPlan({ cursor, plan = null }: Snapshot): HeldPlan {
  return { cursor, plan };
}

/**
 * What is held after an event: the very same object where the event is known already or does not follow
 * what is held (then read on, or attach again, from `held.cursor`).
 */
export function applyEvent(held: HeldPlan, event: PlanEvent): HeldPlan {
  const holder = new PlanHolder();
  holder.takeSnapshot(held);
  holder.take({ kind: 'event', event });
  const { held: after } = holder;
  return after && after.cursor !== held.cursor ? after : held;
}
