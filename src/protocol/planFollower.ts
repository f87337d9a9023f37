import { revisionOf, type PlanDocument } from '../domain/plan';
import type { PlanEvent } from '../domain/planEvent';

/** What a client holds of one session; undefined before the first snapshot. */
export interface HeldPlan {
  /** Sequence of the last event that is in. */
  readonly cursor: number;
  readonly plan: PlanDocument | null;
}

export type FollowedMessage =
  | { readonly kind: 'snapshot'; readonly held: HeldPlan }
  | { readonly kind: 'event'; readonly event: PlanEvent }
  /** Everything that is held is void (the log begins anew). */
  | { readonly kind: 'reset'; readonly held: HeldPlan };

export interface Followed {
  readonly held: HeldPlan | undefined;
  /** Events are missing: read on from this cursor (DP.63). */
  readonly readAfter?: number;
}

/**
 * The rules of every client (planning 7.4): a snapshot counts at its cursor, then only later events, each
 * once and without a gap; a plan never replaces one of a higher revision (DP.68, DP.69).
 */
export function follow(held: HeldPlan | undefined, message: FollowedMessage): Followed {
  switch (message.kind) {
    case 'reset':
      return { held: message.held };
    case 'snapshot':
      return {
        held: held && message.held.cursor <= held.cursor ? held : newer(held, message.held),
      };
    case 'event':
      return followEvent(held, message.event);
  }
}

function followEvent(held: HeldPlan | undefined, event: PlanEvent): Followed {
  // Nothing can be continued before the first snapshot; reading from there on brings the event again.
  if (!held) return { held };
  if (event.sequence <= held.cursor) return { held };
  if (event.sequence > held.cursor + 1) return { held, readAfter: held.cursor };
  const plan = event.type === 'plan_updated' ? event.data.plan : held.plan;
  return { held: newer(held, { cursor: event.sequence, plan }) };
}

function newer(held: HeldPlan | undefined, given: HeldPlan): HeldPlan {
  if (!held || revisionOf(given.plan) >= revisionOf(held.plan)) return given;
  return { cursor: given.cursor, plan: held.plan };
}
