import { sentence } from '../../domain/sentence';
import type { NewPlanEvent, PlanEvent } from '../../domain/planEvent';
import type { RecordedCall } from '../../service/planStore';
import { unreadableError } from '../sqlite/storeFailure';
import { toNewPlanEvent, toRecordedCall } from '../storedValues';

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

/** Undefined when the text makes no call. */
export function callOf(text: unknown): RecordedCall | undefined {
  try {
    return toRecordedCall(JSON.parse(String(text)));
  } catch {
    // Whoever asks says that it is there and cannot be read.
    return undefined;
  }
}

/** Throws `store_unavailable` when the text makes no call. */
export function readCall(text: unknown, location: string): RecordedCall {
  const call = callOf(text);
  if (call) return call;
  throw unreadableError(sentence`a recorded answer is damaged`, location);
}
