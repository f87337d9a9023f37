import { cursorOf, type PlanEvent } from './planEvent';
import type { SessionRecord } from './session';

/** +1 for every change that a reader of the form before would take for something else. */
const FORMAT_VERSION = 1;

export interface ExportSource {
  readonly record: SessionRecord;
  readonly version: number;
  readonly events: readonly PlanEvent[];
  readonly missing: readonly number[];
}

/**
 * Everything that is known of a session, as JSON: `{ format, format_version, exported, cursor, session,
 * events, unreadable }`. `session` is the record with the current plan; events have the form in which the
 * server sends them, `{ cursor, type, turn_id?, call_id?, at, data }`, oldest first; `unreadable` has the
 * cursors of events that are damaged.
 */
export function sessionExportJson(
  { record, version, events, missing }: ExportSource,
  exported: string,
): string {
  const document = {
    format: 'session-plans/session',
    format_version: FORMAT_VERSION,
    exported,
    cursor: cursorOf(version),
    session: record,
    events: events.map(({ sequence, type, data, at, ...context }) => ({
      cursor: cursorOf(sequence),
      type,
      ...context,
      at,
      data,
    })),
    unreadable: missing.map(cursorOf),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
