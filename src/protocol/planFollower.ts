import { revisionOf, type PlanDocument } from '../domain/plan';
import type { PlanEvent } from '../domain/planEvent';

/** What a client holds of one session. */
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
  /** Undefined before the first snapshot. */
  readonly held: HeldPlan | undefined;
  /** Highest sequence that any message spoke of, whether it could be taken in or not. */
  readonly heard: number;
  /** While events are missing: read on from this cursor, page by page (DP.63). */
  readonly readAfter?: number;
}

export const NOTHING_FOLLOWED: Followed = { held: undefined, heard: 0 };

/**
 * The rules of every client (planning 7.4): a snapshot counts at its cursor, then only later events, each
 * once and without a gap; the held plan is replaced only by one of a higher revision (DP.68, DP.69).
 */
export function follow({ held, heard }: Followed, message: FollowedMessage): Followed {
  switch (message.kind) {
    case 'reset':
      return followed(message.held, message.held.cursor);
    case 'snapshot': {
      const { cursor } = message.held;
      return followed(newer(held, message.held), Math.max(heard, cursor));
    }
    case 'event': {
      const { event } = message;
      return followed(held && continued(held, event), Math.max(heard, event.sequence));
    }
  }
}

function followed(held: HeldPlan | undefined, heard: number): Followed {
  if (!held || held.cursor >= heard) return { held, heard };
  return { held, heard, readAfter: held.cursor };
}

function continued(held: HeldPlan, event: PlanEvent): HeldPlan {
  if (event.sequence !== held.cursor + 1) return held;
  const plan = event.type === 'plan_updated' ? event.data.plan : held.plan;
  return newer(held, { cursor: event.sequence, plan });
}

function newer(held: HeldPlan | undefined, given: HeldPlan): HeldPlan {
  if (!held) return given;
  if (given.cursor <= held.cursor) return held;
  const isLater = revisionOf(given.plan) > revisionOf(held.plan);
  return { cursor: given.cursor, plan: isLater ? given.plan : held.plan };
}
