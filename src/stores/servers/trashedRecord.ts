import { PlanError } from '../../domain/planError';
import type { SessionRecord } from '../../domain/session';
import { toState } from '../inspectedSession';
import type { TrashedSession } from '../../service/storeMaintenance';

/** Undefined when it cannot be read; that hides no other. */
export function recordOrNothing(read: () => SessionRecord): SessionRecord | undefined {
  try {
    return read();
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    return undefined;
  }
}

/** What the trash shows. */
export function shownInTrash(record: SessionRecord): Omit<TrashedSession, 'id' | 'trashed'> {
  return { session: record.key, ...toState(record) };
}
