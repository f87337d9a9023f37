import type {
  ListedSession,
  PlanEvent as WireEvent,
  Snapshot as WireSnapshot,
  UnreadableSession,
} from '../client/wireTypes';
import { PlanError } from '../domain/planError';
import { cursorOf, type PlanEvent } from '../domain/planEvent';
import type { PlanReader, SessionSnapshot } from '../service/planReader';
import type { SessionSummary, UnreadableSession as UnreadableStored } from '../service/planStore';

export type { Snapshot as WireSnapshot } from '../client/wireTypes';

export function toWireSnapshot(snapshot: SessionSnapshot): WireSnapshot {
  const { key, coworker, title, version, turn } = snapshot;
  return {
    sessionId: key,
    coworker,
    title,
    cursor: cursorOf(version),
    turn: turn?.state === 'running' ? { turnId: turn.turn_id } : null,
    ...('plan' in snapshot && { plan: snapshot.plan }),
  };
}

/** An event as it goes over the wire; its cursor is its place in the log. */
export function toWireEvent({ sequence, ...event }: PlanEvent): WireEvent {
  return { cursor: cursorOf(sequence), ...event };
}

export type WireListed = ListedSession | UnreadableSession;

export async function toWireListed(
  reader: Pick<PlanReader, 'snapshot'>,
  { key, coworker, title, revision, completed, total, updated }: SessionSummary,
): Promise<WireListed> {
  const counts = { revision, completed, total };
  let plans: boolean;
  try {
    // Lists say nothing of that, and only a session without any revision can be one that does not plan.
    plans = revision > 0 || 'plan' in ((await reader.snapshot(key)) ?? {});
  } catch (error) {
    // What happened to it since it was listed hides no other one.
    if (!PlanError.is(error)) throw error;
    return { unreadable: true, location: key, reason: error.message };
  }
  return { sessionId: key, coworker, title, ...(plans && counts), updatedAt: updated };
}

/** Where a store is is nothing that its sessions tell: of a file it is the name alone. */
export function toWireUnreadable({ location, reason }: UnreadableStored): WireListed {
  return {
    unreadable: true,
    location: location.split(/[\\/]/).at(-1) ?? '',
    reason: String(reason),
  };
}
