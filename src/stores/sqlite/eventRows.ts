import type { PlanEvent } from '../../domain/planEvent';
import type { RecordedCall } from '../../service/planStore';
import { toNewPlanEvent, toRecordedCall } from '../storedValues';

/*
 * Columns are taken by name: a newer version may have more of them, and its sessions are read all the
 * same.
 */

/** Throws when the row cannot make a call. */
export function fromCallRow(row: Record<string, unknown>): RecordedCall {
  const { call_id, name, input, result } = row;
  return toRecordedCall({ call_id, name, input, result: parsedJson(result) });
}

const utf8 = new TextEncoder();

/** For `SQL.writeEvent`. */
export function toEventCells({ sequence, type, data, turn_id, call_id, at }: PlanEvent) {
  return [sequence, type, utf8.encode(JSON.stringify(data)), turn_id, call_id, at];
}

/** Undefined when the row cannot make an event. */
export function fromEventRow(row: Record<string, unknown>): PlanEvent | undefined {
  const { sequence, type, data, turn_id, call_id, at } = row;
  const context = { turn_id: turn_id ?? undefined, call_id: call_id ?? undefined, at };
  try {
    const event = toNewPlanEvent({ type, data: parsedJson(data) }, context);
    return { ...event, sequence: Number(sequence) };
  } catch {
    // Whoever asked for it is told that there is a hole.
    return undefined;
  }
}

function parsedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    // The schema that follows refuses it and says what is missing.
    return undefined;
  }
}
