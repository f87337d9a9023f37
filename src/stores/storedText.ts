import type { NewPlanEvent, PlanEvent } from '../domain/planEvent';
import type { RecordedCall } from '../service/planStore';
import { toNewPlanEvent, toRecordedCall } from './storedValues';

/** For stores that keep an event as one text; its sequence is the place that it has. */
export function eventText(event: NewPlanEvent): string {
  return JSON.stringify(event);
}

/** Undefined when the text makes no event. */
export function eventOf(text: unknown, sequence: number): PlanEvent | undefined {
  try {
    const { type, data, ...context } = JSON.parse(String(text)) as Record<string, unknown>;
    return { ...toNewPlanEvent({ type, data }, context), sequence };
  } catch {
    // Whoever reads finds a gap, and takes the current state instead.
    return undefined;
  }
}

/** Throws when the text makes no call. */
export function callOf(text: unknown): RecordedCall {
  return toRecordedCall(JSON.parse(String(text)));
}
